#include "pdrank/distributed/rank_in_step.hpp"

#include <utility>

#include "pdrank/core/parallel.hpp"
#include "pdrank/distributed/read_together.hpp"
#include "pdrank/distributed/stage_clock.hpp"
#include "pdrank/distributed/team_work.hpp"
#include "pdrank/methods/rank.hpp"

namespace pdrank::distributed {

WholeResult rank_in_step(const Team& team, const std::vector<std::string>& files, const ReadOptions& read,
                         const RankOptions& options, Observer& observer) {
  const ThreadScope threads(options.threads);
  StageClock clock;
  OwnRows own = read_own_rows(team, files, read, observer);
  clock.end_of("reading");
  WholeResult whole{gather_rows(team, std::move(own)), {}};
  clock.end_of("sharing out");
  const TeamWork work(team);
  const bool alike = rounds_alike(team);
  {
    const WorkScope scope(alike ? &work : nullptr);
    whole.result = rank(whole.data, options, &observer);
  }
  if (!alike)
    whole.result.notes.emplace_back(
        "The processors of this team round numbers differently, so that its processes could not share the work: each "
        "did all of it.");
  clock.end_of("ranking");
  ProcessRecord here;
  here.items = whole.result.graph.items;
  here.edges = whole.result.graph.edges;
  whole.result.processes = gather_records(team, clock, std::move(here));
  return whole;
}

}  // namespace pdrank::distributed
