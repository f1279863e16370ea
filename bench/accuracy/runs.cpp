#include "runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "each.hpp"
#include "method_list.hpp"
#include "pdrank/core/errors.hpp"
#include "pdrank/core/stopwatch.hpp"
#include "pdrank/methods/rank.hpp"
#include "pdrank/metrics/kendall.hpp"

namespace pdrank::bench::accuracy {
namespace {

// The rank that each line of the ranking should have had, within its component.
std::vector<std::size_t> true_ranks(const Simulation& simulation, const std::vector<Place>& ranking) {
  const auto truth = [&](const Place& place) {
    return simulation.truth[*simulation.comparisons.items.find(place.item)];
  };
  std::map<std::uint32_t, std::vector<double>> best_first;  // the truth, by component
  for (const Place& place : ranking) best_first[place.component].push_back(truth(place));
  for (auto& [component, scores] : best_first) std::ranges::sort(scores, std::greater());
  std::vector<std::size_t> ranks;
  for (const Place& place : ranking) {
    const std::vector<double>& scores = best_first[place.component];
    const auto at = std::ranges::lower_bound(scores, truth(place), std::greater());
    ranks.push_back(1 + static_cast<std::size_t>(at - scores.begin()));
  }
  return ranks;
}

Intervals measure_intervals(const Simulation& simulation, const RankResult& result) {
  Intervals intervals;
  const std::vector<std::size_t> ranks = true_ranks(simulation, result.ranking);
  for (std::size_t k = 0; k < ranks.size(); ++k) {
    const Place& place = result.ranking[k];
    if (!place.rank_low || !place.rank_high) continue;
    ++intervals.items;
    intervals.covered += *place.rank_low <= ranks[k] && ranks[k] <= *place.rank_high;
    intervals.width += *place.rank_high - *place.rank_low + 1;
  }
  return intervals;
}

Run measure(const Simulation& simulation, const RankResult& result) {
  Run run;
  run.converged = result.converged();
  run.method = result.method;
  run.tau = tau_with_truth(simulation, result);
  run.intervals = measure_intervals(simulation, result);
  for (std::size_t n = 0; n < result.confidence.size(); ++n) {
    if (std::isnan(result.confidence[n].probability_correct)) continue;
    run.probability.push_back(result.confidence[n].probability_correct);
    run.right.push_back(simulation.wrong[n] ? 0 : 1);
  }
  return run;
}

Run run_method(const Simulation& simulation, const std::string& method, std::uint64_t seed) {
  try {
    return measure(simulation, rank(simulation.comparisons, options_of(method, seed)));
  } catch (const NotApplicable&) {
    Run run;
    run.refused = true;
    return run;
  }
}

// Whether auto has run this method already; "auto" comes before those it may be in the alphabet, and so in the map.
bool is_auto_again(const std::string& method, const CellRuns& all, std::size_t k) {
  const auto chosen = all.find("auto");
  return chosen != all.end() && method != "auto" && chosen->second.runs[k].method == method;
}

CellRuns run_cell(const Cell& cell, std::size_t seeds) {
  CellRuns all;
  for (const std::string& method : cell.methods) all[method].runs.resize(seeds);
  for_each_parallel(seeds, [&](std::size_t k) {
    const Simulation simulation = draw(cell, k);
    for (auto& [method, of_method] : all)
      of_method.runs[k] =
          is_auto_again(method, all, k) ? all.at("auto").runs[k] : run_method(simulation, method, k + 1);
  });
  return all;
}

}  // namespace

std::size_t MethodRuns::refused() const {
  return static_cast<std::size_t>(std::ranges::count(runs, true, &Run::refused));
}

std::size_t MethodRuns::not_converged() const {
  const auto failed = [](const Run& run) { return !run.refused && !run.converged; };
  return static_cast<std::size_t>(std::ranges::count_if(runs, failed));
}

Mean MethodRuns::tau() const {
  std::vector<double> taus;
  for (const Run& run : runs)
    if (!run.refused) taus.push_back(run.tau);
  return mean_of(taus);
}

Intervals MethodRuns::intervals() const {
  Intervals sum;
  for (const Run& run : runs) {
    sum.items += run.intervals.items;
    sum.covered += run.intervals.covered;
    sum.width += run.intervals.width;
  }
  return sum;
}

const CellRuns& Runs::of(const Cell& cell) {
  const auto [entry, is_new] = done_.try_emplace(cell.title());
  if (is_new) {
    const Stopwatch stopwatch;
    const std::size_t seeds = seeds_ * cell.seeds_factor;
    entry->second = run_cell(cell, seeds);
    fmt::print(stderr, "{}: {} seeds, {} methods, {:.1f} s\n", cell.title(), seeds, cell.methods.size(),
               stopwatch.seconds());
  }
  return entry->second;
}

Simulation draw(const Cell& cell, std::size_t k) {
  SimulateOptions options = cell.simulate;
  options.seed = k + 1;
  return simulate(options);
}

double tau_with_truth(const Simulation& simulation, const RankResult& result) {
  std::vector<double> scores(simulation.truth.size());
  for (const Place& place : result.ranking) scores[*simulation.comparisons.items.find(place.item)] = place.score;
  return kendall_tau(simulation.truth, scores).tau_a;
}

}  // namespace pdrank::bench::accuracy
