// The incidence operator A of a comparison graph: row n has +1 at the winner of edge n and -1 at the loser.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pdrank/core/parallel.hpp"
#include "pdrank/data/graph.hpp"

namespace pdrank {

class Incidence {
 public:
  // Keeps a reference to the graph.
  explicit Incidence(const ComparisonGraph& graph);

  const ComparisonGraph& graph() const { return graph_; }
  std::size_t node_count() const { return graph_.node_count(); }
  std::size_t edge_count() const { return graph_.edge_count(); }

  // margin = A x + lead: score of the winner less score of the loser.
  void margins(std::span<const double> scores, std::span<double> margin, double lead = 0) const;

  // Sums of edge values by node, over the edges it won and over those it lost: A' v = won - lost, |A|' v = won + lost.
  void gather(std::span<const double> edge_values, std::span<double> won, std::span<double> lost) const;

  // Edges that end at the node.
  std::uint64_t degree(std::size_t node) const {
    return std::uint64_t{graph_.first_edge[node + 1]} - graph_.first_edge[node] + first_lost_[node + 1] -
           first_lost_[node];
  }

  // body(node) for every node, in parallel; the blocks hold about the same number of edge ends.
  template <class Body>
  void for_each_node(Body&& body) const {
    parallel_for(node_block_.size() - 1, [&](std::size_t block) {
      for (std::size_t node = node_block_[block]; node < node_block_[block + 1]; ++node) body(node);
    });
  }

 private:
  void collect_lost();
  void cut_nodes_into_blocks();

  const ComparisonGraph& graph_;
  std::vector<std::uint32_t> first_lost_;  // edges lost by node i: lost_edge_[first_lost_[i]] ..
  std::vector<EdgeId> lost_edge_;
  std::vector<std::size_t> node_block_;  // first node of every block, and the end
};

}  // namespace pdrank
