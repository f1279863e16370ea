#include "pdrank/methods/confidence.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "pdrank/methods/places.hpp"
#include "pdrank/metrics/draws.hpp"

namespace pdrank {
namespace {

// The paper's link w = log((1 - delta) / delta) read backwards: the answer is right with probability 1 - delta.
double probability_correct(double weight) { return 1 / (1 + std::exp(-weight)); }

Standing standing_of(bool tie, double margin, double indistinct) {
  if (tie) return Standing::with;
  if (std::abs(margin) <= indistinct) return Standing::level;
  return margin > 0 ? Standing::with : Standing::against;
}

// The weight of a comparison: its edge's. A tie is as credible as the less credible of the two orders it stands
// between.
double weight_of(const ComparisonGraph& graph, std::span<const double> edge_weight, EdgeId edge, bool tie) {
  const double weight = edge_weight[edge];
  return tie ? std::min(weight, edge_weight[graph.find_edge(graph.loser[edge], graph.winner[edge])]) : weight;
}

// A tie is right if neither of the two is above the other; what speaks for it is how far the draws leave that open.
double probability_of(double above, bool tie) { return tie ? 2 * std::min(above, 1 - above) : above; }

}  // namespace

std::vector<Confidence> carry_back(const MethodInput& input, const MethodOutput& output) {
  const ComparisonGraph& graph = input.graph();
  const std::vector<double> gap = indistinct_gaps(input.weak, output.scores);
  std::vector<Confidence> confidence(input.data.size());
  std::vector<double> above;  // by edge, where there are draws
  if (!output.draws.empty()) above = probabilities_above(output.draws, graph.winner, graph.loser);
  for (std::size_t n = 0; n < input.data.size(); ++n) {
    const EdgeId edge = input.merged.edge_of[n];
    if (edge == kNoEdge) continue;
    const std::uint32_t winner = graph.winner[edge], loser = graph.loser[edge];
    if (!above.empty()) confidence[n].probability_correct = probability_of(above[edge], input.data.tie(n));
    confidence[n].standing =
        standing_of(input.data.tie(n), output.scores[winner] - output.scores[loser], gap[input.weak.of_item[winner]]);
    if (output.edge_weight.empty()) continue;
    confidence[n].weight = weight_of(graph, output.edge_weight, edge, input.data.tie(n));
    if (above.empty()) confidence[n].probability_correct = probability_correct(confidence[n].weight);
  }
  return confidence;
}

}  // namespace pdrank
