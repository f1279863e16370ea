// Win rate: the share of its comparisons that an item won, a tie being half a win. It favours items with weak
// opponents.
#include "pdrank/core/stopwatch.hpp"
#include "pdrank/methods/registry.hpp"

namespace pdrank {
namespace {

// An item without comparisons is in the middle.
MethodOutput run(const MethodInput& input, const RankOptions&, Observer*) {
  const Stopwatch stopwatch;
  const ComparisonGraph& graph = input.graph();
  std::vector<double> wins(graph.node_count(), 0.0), comparisons(graph.node_count(), 0.0);
  for (EdgeId edge = 0; edge < graph.edge_count(); ++edge) {
    wins[graph.winner[edge]] += graph.count[edge];
    comparisons[graph.winner[edge]] += graph.count[edge];
    comparisons[graph.loser[edge]] += graph.count[edge];
  }
  MethodOutput output;
  output.scores.assign(graph.node_count(), 0.5);
  for (std::uint32_t node = 0; node < graph.node_count(); ++node)
    if (comparisons[node] > 0) output.scores[node] = wins[node] / comparisons[node];
  output.convergence = computed_directly(stopwatch.seconds());
  return output;
}

}  // namespace

MethodInfo win_rate_method() {
  return {.name = "win-rate",
          .summary = "share of comparisons won, whoever the opponents were",
          .paper = "none; the plain average",
          .cost = "distinct comparisons, once",
          .run = run};
}

}  // namespace pdrank
