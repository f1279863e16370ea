// Borda count: the sum over opponents j of the share of comparisons with j that i won (Shah and Wainwright 2018). A tie
// is half a win. Where items meet different numbers of opponents, it favours those that meet many.
#include "pdrank/core/stopwatch.hpp"
#include "pdrank/methods/registry.hpp"

namespace pdrank {
namespace {

MethodOutput run(const MethodInput& input, const RankOptions&, Observer*) {
  const Stopwatch stopwatch;
  const ComparisonGraph& graph = input.graph();
  const std::vector<double> share = win_shares(graph);
  MethodOutput output;
  output.scores.assign(graph.node_count(), 0.0);
  for (EdgeId edge = 0; edge < graph.edge_count(); ++edge) output.scores[graph.winner[edge]] += share[edge];
  output.convergence = computed_directly(stopwatch.seconds());
  return output;
}

}  // namespace

MethodInfo borda_method() {
  return {.name = "borda",
          .aliases = {"borda-count"},
          .summary = "sum over opponents of the share of comparisons won; favours items that met many opponents",
          .paper = "Shah and Wainwright 2018, Simple, Robust and Optimal Ranking from Pairwise Comparisons",
          .cost = "distinct comparisons, once",
          .run = run};
}

}  // namespace pdrank
