// Rank centrality (Negahban, Oh, Shah 2017): the walk P_ij = p_ji / d_max, d_max the most opponents of any item.
#include "pdrank/methods/spectral.hpp"

namespace pdrank {
namespace {

// The factor 1 / d_max slows the walk down everywhere alike, so its law does not depend on it.
MethodOutput run(const MethodInput& input, const RankOptions&, Observer* observer) {
  return run_spectral(input, observer, [&](const ComparisonGraph& graph) {
    const Incidence incidence(graph);
    std::vector<double> log_law(graph.node_count(), 0.0);
    const StationaryReport report = solve_stationary(incidence, win_shares(graph), {}, log_law, observer);
    return spectral_output(std::move(log_law), report, 1);
  });
}

}  // namespace

MethodInfo rank_centrality_method() {
  return {.name = "rank-centrality",
          .summary = "stationary law of a walk from losers to winners, by shares of wins",
          .paper = "Negahban, Oh and Shah 2017, Rank Centrality: Ranking from Pairwise Comparisons",
          .cost = "distinct comparisons, per sweep",
          .needs_strong = true,
          .run = run};
}

}  // namespace pdrank
