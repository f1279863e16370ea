#include "pdrank/linalg/laplacian.hpp"

namespace pdrank {

Laplacian::Laplacian(const Incidence& incidence)
    : incidence_(incidence), slot_weight_(2 * incidence.edge_count()), diagonal_(incidence.node_count()) {}

void Laplacian::set_weights(std::span<const double> edge_weights, double shift) {
  const auto offset = incidence_.slot_offset();
  const auto edge = incidence_.slot_edge();
  incidence_.for_each_node([&](std::size_t node) {
    double total = shift;
    for (std::uint64_t slot = offset[node]; slot < offset[node + 1]; ++slot)
      total += slot_weight_[slot] = edge_weights[edge[slot]];
    diagonal_[node] = total;
  });
}

void Laplacian::apply(std::span<const double> x, std::span<double> out) const {
  const auto offset = incidence_.slot_offset();
  const auto neighbour = incidence_.slot_neighbour();
  incidence_.for_each_node([&](std::size_t node) {
    double off_diagonal = 0;
    for (std::uint64_t slot = offset[node]; slot < offset[node + 1]; ++slot)
      off_diagonal += slot_weight_[slot] * x[neighbour[slot]];
    out[node] = diagonal_[node] * x[node] - off_diagonal;
  });
}

}  // namespace pdrank
