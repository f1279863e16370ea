// The incidence operator A of a comparison graph: row n has +1 at the winner of edge n and -1 at the loser.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pdrank/data/graph.hpp"

namespace pdrank {

class Incidence {
 public:
  // Keeps a reference to the graph.
  explicit Incidence(const ComparisonGraph& graph);

  const ComparisonGraph& graph() const { return graph_; }
  std::size_t node_count() const { return graph_.node_count(); }
  std::size_t edge_count() const { return graph_.edge_count(); }

  // margin = A x: score of the winner less score of the loser.
  void margins(std::span<const double> scores, std::span<double> margin) const;

  // out = A' v, node by node, so that the order of summation is fixed.
  void gather(std::span<const double> edge_values, std::span<double> out) const;

  // out = |A|' v: the sum over all edges of a node, whichever way they point.
  void gather_absolute(std::span<const double> edge_values, std::span<double> out) const;

  // Every edge appears in two slots, one at each end. The slots of node i are slot_offset[i] .. slot_offset[i + 1] - 1;
  // edges it lost start at first_lost_slot[i].
  std::span<const std::uint64_t> slot_offset() const { return slot_offset_; }
  std::span<const EdgeId> slot_edge() const { return slot_edge_; }
  std::span<const std::uint32_t> slot_neighbour() const { return slot_neighbour_; }

 private:
  template <bool kAbsolute>
  void gather_signed(std::span<const double> edge_values, std::span<double> out) const;

  const ComparisonGraph& graph_;
  std::vector<std::uint64_t> slot_offset_;
  std::vector<std::uint64_t> first_lost_slot_;
  std::vector<EdgeId> slot_edge_;
  std::vector<std::uint32_t> slot_neighbour_;
};

}  // namespace pdrank
