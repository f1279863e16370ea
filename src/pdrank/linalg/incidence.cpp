#include "pdrank/linalg/incidence.hpp"

#include <numeric>

#include "pdrank/linalg/vector_ops.hpp"

namespace pdrank {

Incidence::Incidence(const ComparisonGraph& graph) : graph_(graph) {
  const std::size_t nodes = graph.node_count(), edges = graph.edge_count();
  slot_offset_.assign(nodes + 1, 0);
  for (EdgeId edge = 0; edge < edges; ++edge) {
    ++slot_offset_[graph.winner[edge] + std::size_t{1}];
    ++slot_offset_[graph.loser[edge] + std::size_t{1}];
  }
  std::partial_sum(slot_offset_.begin(), slot_offset_.end(), slot_offset_.begin());

  slot_edge_.resize(2 * edges);
  slot_neighbour_.resize(2 * edges);
  std::vector<std::uint64_t> next(slot_offset_.begin(), slot_offset_.end() - 1);
  const auto put = [&](std::uint32_t node, EdgeId edge, std::uint32_t neighbour) {
    slot_edge_[next[node]] = edge;
    slot_neighbour_[next[node]++] = neighbour;
  };
  for (EdgeId edge = 0; edge < edges; ++edge) put(graph.winner[edge], edge, graph.loser[edge]);
  first_lost_slot_ = next;
  for (EdgeId edge = 0; edge < edges; ++edge) put(graph.loser[edge], edge, graph.winner[edge]);
}

void Incidence::margins(std::span<const double> scores, std::span<double> margin) const {
  for_each_index(edge_count(), [&](std::size_t e) { margin[e] = scores[graph_.winner[e]] - scores[graph_.loser[e]]; });
}

template <bool kAbsolute>
void Incidence::gather_signed(std::span<const double> edge_values, std::span<double> out) const {
  for_each_index(node_count(), [&](std::size_t node) {
    double won = 0, lost = 0;
    for (std::size_t e = graph_.first_edge[node]; e < graph_.first_edge[node + 1]; ++e) won += edge_values[e];
    for (std::uint64_t slot = first_lost_slot_[node]; slot < slot_offset_[node + 1]; ++slot)
      lost += edge_values[slot_edge_[slot]];
    out[node] = kAbsolute ? won + lost : won - lost;
  });
}

void Incidence::gather(std::span<const double> edge_values, std::span<double> out) const {
  gather_signed<false>(edge_values, out);
}

void Incidence::gather_absolute(std::span<const double> edge_values, std::span<double> out) const {
  gather_signed<true>(edge_values, out);
}

}  // namespace pdrank
