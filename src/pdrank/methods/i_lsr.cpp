// Iterated Luce spectral ranking (Maystre, Grossglauser 2015): the law of the walk with rates c_ji / (w_i + w_j)
// becomes the next strengths w. At its end w is the maximum of the Bradley-Terry likelihood.
#include <cmath>

#include "pdrank/linalg/vector_ops.hpp"
#include "pdrank/methods/spectral.hpp"

namespace pdrank {
namespace {

constexpr int kMaxRounds = 1000;
constexpr double kRoundFactor = 0.1;  // the rates will change anyway, so a round need not find its law exactly

void set_rates(const ComparisonGraph& graph, std::span<const double> log_strength, std::span<double> rate) {
  for_each_index(rate.size(), [&](std::size_t edge) {
    rate[edge] =
        graph.count[edge] / (std::exp(log_strength[graph.winner[edge]]) + std::exp(log_strength[graph.loser[edge]]));
  });
}

// With the rates of the current strengths, the imbalance of a node is its gradient of the likelihood, relative to the
// terms it is made of: what a round starts from tells whether the last one has arrived.
MethodOutput run_part(const ComparisonGraph& graph, Observer* observer) {
  const Incidence incidence(graph);
  std::vector<double> log_strength(graph.node_count(), 0.0), rate(graph.edge_count());
  StationaryCriteria criteria;
  criteria.factor = kRoundFactor;
  StationaryReport total;
  for (int rounds = 0;; ++rounds) {
    set_rates(graph, log_strength, rate);
    const StationaryReport round = solve_stationary(incidence, rate, criteria, log_strength, observer);
    total.sweeps += round.sweeps;
    total.imbalance = round.first_imbalance;
    total.status = round.status;
    const bool arrived = round.first_imbalance <= criteria.tolerance;
    if (!arrived && round.status == Termination::converged && rounds < kMaxRounds) continue;
    if (!arrived && round.status == Termination::converged) total.status = Termination::round_limit;
    return spectral_output(std::move(log_strength), total, rounds);
  }
}

MethodOutput run(const MethodInput& input, const RankOptions&, Observer* observer) {
  MethodOutput output =
      run_spectral(input, observer, [&](const ComparisonGraph& graph) { return run_part(graph, observer); });
  output.law.emplace();
  return output;
}

}  // namespace

MethodInfo i_lsr_method() {
  return {.name = "i-lsr",
          .aliases = {"iterative-lsr"},
          .summary = "Luce spectral ranking, iterated; ends at the Bradley-Terry maximum likelihood",
          .paper = "Maystre and Grossglauser 2015, Fast and Accurate Inference of Plackett-Luce Models",
          .cost = "distinct comparisons, per sweep",
          .options = {"scale", "anchor"},
          .needs_strong = true,
          .run = run};
}

}  // namespace pdrank
