#include "pdrank/linalg/incidence.hpp"

#include <numeric>

#include "pdrank/linalg/vector_ops.hpp"

namespace pdrank {

Incidence::Incidence(const ComparisonGraph& graph) : graph_(graph) {
  fill_slots();
  cut_nodes_into_blocks();
}

void Incidence::fill_slots() {
  const std::size_t nodes = node_count(), edges = edge_count();
  slot_offset_.assign(nodes + 1, 0);
  for (EdgeId edge = 0; edge < edges; ++edge) {
    ++slot_offset_[graph_.winner[edge] + std::size_t{1}];
    ++slot_offset_[graph_.loser[edge] + std::size_t{1}];
  }
  std::partial_sum(slot_offset_.begin(), slot_offset_.end(), slot_offset_.begin());

  slot_edge_.resize(2 * edges);
  slot_neighbour_.resize(2 * edges);
  std::vector<std::uint64_t> next(slot_offset_.begin(), slot_offset_.end() - 1);
  const auto put = [&](std::uint32_t node, EdgeId edge, std::uint32_t neighbour) {
    slot_edge_[next[node]] = edge;
    slot_neighbour_[next[node]++] = neighbour;
  };
  for (EdgeId edge = 0; edge < edges; ++edge) put(graph_.winner[edge], edge, graph_.loser[edge]);
  first_lost_slot_ = next;
  for (EdgeId edge = 0; edge < edges; ++edge) put(graph_.loser[edge], edge, graph_.winner[edge]);
}

// A node costs as much as a slot, so that nodes without edges make blocks too.
void Incidence::cut_nodes_into_blocks() {
  const std::size_t size = block_size(node_count() + slot_edge_.size());
  std::size_t filled = 0;
  node_block_.push_back(0);
  for (std::size_t node = 0; node < node_count(); ++node) {
    filled += 1 + static_cast<std::size_t>(slot_offset_[node + 1] - slot_offset_[node]);
    if (filled < size && node + 1 < node_count()) continue;
    node_block_.push_back(node + 1);
    filled = 0;
  }
}

void Incidence::margins(std::span<const double> scores, std::span<double> margin, double lead) const {
  for_each_index(edge_count(),
                 [&](std::size_t e) { margin[e] = scores[graph_.winner[e]] - scores[graph_.loser[e]] + lead; });
}

void Incidence::gather(std::span<const double> edge_values, std::span<double> won, std::span<double> lost) const {
  for_each_node([&](std::size_t node) {
    double sum_won = 0, sum_lost = 0;
    for (std::size_t e = graph_.first_edge[node]; e < graph_.first_edge[node + 1]; ++e) sum_won += edge_values[e];
    for (std::uint64_t slot = first_lost_slot_[node]; slot < slot_offset_[node + 1]; ++slot)
      sum_lost += edge_values[slot_edge_[slot]];
    won[node] = sum_won;
    lost[node] = sum_lost;
  });
}

}  // namespace pdrank
