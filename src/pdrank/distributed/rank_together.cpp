#include "pdrank/distributed/rank_together.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/option_name.hpp"
#include "pdrank/core/parallel.hpp"
#include "pdrank/data/flags.hpp"
#include "pdrank/distributed/agree.hpp"
#include "pdrank/distributed/checkpoint.hpp"
#include "pdrank/distributed/components.hpp"
#include "pdrank/distributed/fetch.hpp"
#include "pdrank/distributed/partition.hpp"
#include "pdrank/distributed/parts.hpp"
#include "pdrank/distributed/read_together.hpp"
#include "pdrank/distributed/shared_places.hpp"
#include "pdrank/distributed/stage_clock.hpp"
#include "pdrank/distributed/summary.hpp"
#include "pdrank/methods/automatic.hpp"
#include "pdrank/methods/in_team.hpp"
#include "pdrank/methods/registry.hpp"
#include "pdrank/methods/result_notes.hpp"
#include "pdrank/methods/steps.hpp"

namespace pdrank::distributed {

OptionTable<TogetherOptions> TogetherOptions::table() {
  static const std::vector<OptionRecord<TogetherOptions>> all = {
      option_of<&TogetherOptions::partition>("partition",
                                             "how items are dealt to processes: in the order of the data, or so that "
                                             "few pairs lie across processes (PT-Scotch)"),
      option_of<&TogetherOptions::checkpoint>(
          "checkpoint", "folder in which the state of the run is kept after every round", {.placeholder = "DIR"}),
      option_of<&TogetherOptions::resume>("resume", fmt::format("continue from the state that {} has "
                                                                "kept",
                                                                option_named("checkpoint"))),
      option_of<&TogetherOptions::whole_below>(
          "whole_below", "connected parts with fewer edges are solved by one process each", {.placeholder = "N"}),
  };
  return all;
}

namespace {

class Run {
 public:
  Run(const Team& team, const TogetherOptions& options, Observer& observer)
      : team_(team), options_(options), observer_(observer) {}

  SharedResult run() {
    read();
    number();
    share_out_rows();
    find_parts();
    keep_component();
    solve();
    look_back_at_rows();
    place();
    report();
    return std::move(out_);
  }

 private:
  void read() {
    OwnRows own = read_own_rows(team_, options_.files, options_.read, observer_);
    out_.rows = std::make_unique<Comparisons>(std::move(own.rows));
    out_.rows_before = own.before;
    read_report_ = std::move(own.report);
    out_.has_annotators = team_.any(out_.rows->has_annotators());
    clock_.end_of("reading");
  }

  void number() {
    items_ = number_names(team_, out_.rows->items);
    annotators_ = number_names(team_, out_.rows->annotators);
    clock_.end_of("numbering");
  }

  void share_out_rows() {
    Comparisons& rows = *out_.rows;
    MergedComparisons merged;
    agree(team_, [&] { merged = merge(rows, options_.rank.ties); });
    std::vector<double> load(rows.items.size(), 1.0);  // an item is some work, each of its edges more
    for (EdgeId e = 0; e < merged.graph.edge_count(); ++e)
      ++load[merged.graph.item[merged.graph.winner[e]]], ++load[merged.graph.item[merged.graph.loser[e]]];
    ranges_ = balanced(team_, items_.total, items_.number, load);
    load = {};
    names_ = send_names(team_, ranges_, rows.items, items_);
    shared_ = share_out(team_, ranges_, MergedRows(rows, std::move(merged), items_.number));
    clock_.end_of("sharing out");
    if (options_.partition == PartitionBy::graph) partition();
  }

  void partition() {
    const Partition found = partition_graph(team_, ranges_, shared_);
    shared_ = moved(team_, ranges_, shared_, found);
    names_ = moved(team_, names_, found);
    items_.number = fetch(team_, ranges_, items_.number, std::span<const std::uint32_t>(found.number));
    ranges_ = found.ranges;
    clock_.end_of("partitioning");
  }

  void find_parts() {
    weak_ = weak_components(team_, ranges_, shared_);
    strong_ = strong_components(team_, ranges_, shared_);
    clock_.end_of("finding parts");
  }

  void keep_component() {
    if (options_.rank.component == RankedPart::all) return;
    const SharedComponents& parts = options_.rank.component == RankedPart::strong ? strong_ : weak_;
    shared_ = restricted(team_, shared_, nodes_kept(options_.rank, parts.of_node, parts.sizes.front()));
    find_parts();
  }

  bool is_strong() const { return weak_.count == strong_.count; }

  void solve() {
    const MethodInfo& method = method_for(options_.rank);
    resolved_ = resolve(method, options_.rank, is_strong(), team_.sum(std::uint64_t{shared_.own}));
    if (!options_.checkpoint.empty())
      out_.checkpoint = open_checkpoint(team_, options_.checkpoint, options_.resume, shared_, resolved_);
    const Stopwatch stopwatch;
    parts_ = solve_parts({.team = team_,
                          .ranges = ranges_,
                          .shared = shared_,
                          .weak = weak_,
                          .strong = strong_,
                          .names = names_,
                          .options = resolved_,
                          .whole_below = options_.whole_below,
                          .journal = out_.checkpoint.get(),
                          .observer = &observer_});
    parts_.convergence.seconds = stopwatch.seconds();
    if (team_.any(clear_infinite(parts_.scores))) parts_.convergence.status = Termination::numerical_trouble;
    clock_.end_of("solving");
  }

  // What the scores say about the comparisons that were read here.
  void look_back_at_rows() {
    gap_ = indistinct_gaps(team_, shared_, weak_, parts_.scores);
    std::vector<ItemView> own(ranges_.size(team_.rank()));
    const std::uint32_t first = ranges_.first(team_.rank());
    for (std::uint32_t node = 0; node < shared_.own; ++node)
      own[shared_.graph.item[node] - first] = {parts_.scores[node], gap_[node], weak_.of_node[node], true};
    std::vector<ItemView> views = fetch(team_, ranges_, items_.number, std::span<const ItemView>(own));
    out_.trust =
        std::make_unique<RowTrust>(*out_.rows, std::move(views), options_.rank.ties != TieRule::drop,
                                   find_method(resolved_.method).gives_weights ? resolved_.epsilon : std::nullopt);
  }

  void place() {
    tallies_ = add_tallies(team_, ranges_, shared_, *out_.rows, *out_.trust, items_.number);
    flags_ = flag_items(tallies_, options_.rank.few);
    out_.result.ranking = make_places({.team = team_,
                                       .ranges = ranges_,
                                       .shared = shared_,
                                       .weak = weak_,
                                       .names = names_,
                                       .scores = parts_.scores,
                                       .tallies = tallies_,
                                       .flags = flags_},
                                      gap_);
    clock_.end_of("placing");
  }

  void report() {
    RankResult& result = out_.result;
    const MethodInfo& method = find_method(resolved_.method);
    result.method = resolved_.method;
    result.options = options_used(method, resolved_);
    result.seed = resolved_.seed;
    result.data = summarise_data(team_, *out_.rows, *out_.trust, read_report_, items_.total, annotators_.total);
    result.graph = summarise_graph(team_, shared_, weak_, strong_, names_, ranges_, flags_);
    result.convergence = parts_.convergence;
    result.annotators = report_annotators(team_, *out_.rows, *out_.trust, annotators_);
    out_.doubtful = find_doubtful(team_, *out_.rows, *out_.trust, out_.rows_before, result.confidence);
    method.in_team->describe(parts_, resolved_, is_strong(), result);
    if (result.convergence.status == Termination::numerical_trouble && !std::isfinite(result.convergence.objective))
      result.convergence.message = kScoresCleared;
    const FlaggedItems flagged = find_flagged(team_, shared_, names_, ranges_, flags_);
    const std::vector<std::string> own_notes = std::exchange(result.notes, {});
    result.notes = notes_on_result(result, read_report_.notes, options_.rank,
                                   notes_on_flags(flagged, options_.rank.few), gamma_used(method, resolved_, result));
    const SaidBeside here_said = said_beside(*out_.rows);
    std::array<double, 4> said = {here_said.sides, here_said.grades, here_said.times, here_said.no_times};
    team_.sum(std::span<double>(said));
    for (std::string& note : notes_on_unused({said[0], said[1], said[2], said[3]}, method, options_.rank, resolved_))
      result.notes.push_back(std::move(note));
    result.notes.insert(result.notes.end(), own_notes.begin(), own_notes.end());
    clock_.end_of("reporting");
    ProcessRecord here;
    here.items = shared_.own;
    here.edges = shared_.graph.edge_count();
    here.copies = shared_.copies.size();
    result.processes = gather_records(team_, clock_, std::move(here));
  }

  const Team& team_;
  const TogetherOptions& options_;
  Observer& observer_;  // tells of progress; nobody asks to stop
  StageClock clock_;
  SharedResult out_;
  ReadReport read_report_;
  Numbering items_, annotators_;
  Ranges ranges_;
  NameRange names_;
  SharedGraph shared_;
  SharedComponents weak_, strong_;
  RankOptions resolved_;
  PartOutput parts_;
  std::vector<double> gap_;
  std::vector<Tally> tallies_;
  std::vector<ItemFlags> flags_;
};

}  // namespace

bool can_divide(const RankOptions& options) {
  const MethodInfo& method = method_for(options);
  if (!method.in_team || options.bootstrap.value_or(0) > 0 || options.half_life) return false;
  if (options.split_half.value_or(0) > 0 || options.boundaries || options.certify) return false;
  if (options.fragility || options.scale || options.anchor) return false;
  if (options.adjustment || options.order_effect || options.control || options.cluster || is_tie_law(options.ties))
    return false;
  return method.name != "pdrank" || *resolve_preset(options, 2).solver == SolverKind::newton;
}

void check_together(const TogetherOptions& options) {
  validate(options);
  const MethodInfo& method = method_for(options.rank);
  if (!options.checkpoint.empty() && method.name != "pdrank")
    throw InvalidArgument(
        "checkpoint", fmt::format("'{}'", options.checkpoint),
        fmt::format("method {} has no rounds to keep; {} pdrank has", method.name, option_named("method")));
  if (!options.checkpoint.empty() && options.partition != PartitionBy::order)
    throw InvalidArgument("checkpoint", fmt::format("'{}'", options.checkpoint),
                          fmt::format("{} graph may deal the items differently another time, and could not be "
                                      "resumed",
                                      option_named("partition")));
  if (options.resume && options.checkpoint.empty())
    throw InvalidArgument("resume", "set",
                          fmt::format("there must be a folder to go on from ({})", option_named("checkpoint")));
}

SharedResult rank_together(const Team& team, const TogetherOptions& options, Observer& observer) {
  check_together(options);
  const ThreadScope threads(options.rank.threads);
  return Run(team, options, observer).run();
}

}  // namespace pdrank::distributed
