#include "pdrank/linalg/incidence.hpp"

#include <numeric>

#include "pdrank/linalg/vector_ops.hpp"

namespace pdrank {

Incidence::Incidence(const ComparisonGraph& graph) : graph_(graph) {
  collect_lost();
  cut_nodes_into_blocks();
}

void Incidence::collect_lost() {
  first_lost_.assign(node_count() + 1, 0);
  for (const std::uint32_t loser : graph_.loser) ++first_lost_[loser + std::size_t{1}];
  std::partial_sum(first_lost_.begin(), first_lost_.end(), first_lost_.begin());
  lost_edge_.resize(edge_count());
  std::vector<std::uint32_t> next(first_lost_.begin(), first_lost_.end() - 1);
  for (EdgeId edge = 0; edge < edge_count(); ++edge) lost_edge_[next[graph_.loser[edge]]++] = edge;
}

// A node costs as much as an end of an edge, so that nodes without edges make blocks too.
void Incidence::cut_nodes_into_blocks() {
  const std::size_t size = block_size(node_count() + 2 * edge_count());
  std::size_t filled = 0;
  node_block_.push_back(0);
  for (std::size_t node = 0; node < node_count(); ++node) {
    filled += 1 + static_cast<std::size_t>(degree(node));
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
    for (std::size_t k = first_lost_[node]; k < first_lost_[node + 1]; ++k) sum_lost += edge_values[lost_edge_[k]];
    won[node] = sum_won;
    lost[node] = sum_lost;
  });
}

}  // namespace pdrank
