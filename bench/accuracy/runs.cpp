#include "runs.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "claims.hpp"
#include "each.hpp"
#include "method_list.hpp"
#include "pdrank/core/errors.hpp"
#include "pdrank/core/stopwatch.hpp"
#include "pdrank/methods/rank.hpp"

namespace pdrank::bench::accuracy {
namespace {

Run run_method(const Simulation& simulation, const std::string& method, std::uint64_t seed) {
  try {
    const RankResult result = rank(simulation.comparisons, options_of(method, seed));
    return {.converged = result.converged(), .tau = tau_with_truth(result, simulation.truth)};
  } catch (const NotApplicable&) {
    return {.refused = true};
  }
}

CellRuns run_cell(const Cell& cell, std::size_t seeds) {
  CellRuns all;
  for (const std::string& method : cell.methods) all[method].runs.resize(seeds);
  for_each_parallel(seeds, [&](std::size_t k) {
    const Simulation simulation = draw(cell, k);
    for (auto& [method, of_method] : all) of_method.runs[k] = run_method(simulation, method, k + 1);
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

Mean MethodRuns::tau_below(const MethodRuns& other) const {
  std::vector<double> differences;
  for (std::size_t k = 0; k < runs.size(); ++k) differences.push_back(other.runs[k].tau - runs[k].tau);
  return mean_of(differences);
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

}  // namespace pdrank::bench::accuracy
