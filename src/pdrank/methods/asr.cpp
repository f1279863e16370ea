// Accelerated spectral ranking (Agarwal, Patil, Agarwal 2018): the walk P_ij = p_ji / d_i, d_i the opponents of i, and
// scores log(pi_i / d_i). Dividing the law by d_i takes back what the factor 1 / d_i did to its balance: the scores are
// those of rank centrality. The walk mixes faster, which helps those who simulate it.
#include <cmath>

#include "pdrank/linalg/vector_ops.hpp"
#include "pdrank/methods/spectral.hpp"

namespace pdrank {
namespace {

std::vector<double> opponents(const ComparisonGraph& graph) {
  std::vector<double> count(graph.node_count(), 0.0);
  const std::vector<EdgeId> reverse = reverse_edges(graph);
  for (EdgeId edge = 0; edge < graph.edge_count(); ++edge) {
    ++count[graph.winner[edge]];
    if (reverse[edge] == kNoEdge) ++count[graph.loser[edge]];
  }
  return count;
}

MethodOutput run(const MethodInput& input, const RankOptions&, Observer* observer) {
  return run_spectral(input, observer, [&](const ComparisonGraph& graph) {
    const Incidence incidence(graph);
    const std::vector<double> degree = opponents(graph);
    std::vector<double> rate = win_shares(graph), scores(graph.node_count(), 0.0);
    for (EdgeId edge = 0; edge < graph.edge_count(); ++edge) rate[edge] /= degree[graph.loser[edge]];
    const StationaryReport report = solve_stationary(incidence, rate, {}, scores, observer);
    for (std::uint32_t node = 0; node < graph.node_count(); ++node) scores[node] -= std::log(degree[node]);
    centre(scores);
    return spectral_output(std::move(scores), report, 1);
  });
}

}  // namespace

MethodInfo asr_method() {
  return {.name = "asr",
          .aliases = {"accelerated-spectral-ranking"},
          .summary = "accelerated spectral ranking; the same scores as rank-centrality from a walk that mixes faster",
          .paper = "Agarwal, Patil and Agarwal 2018, Accelerated Spectral Ranking",
          .cost = "distinct comparisons, per sweep",
          .needs_strong = true,
          .run = run};
}

}  // namespace pdrank
