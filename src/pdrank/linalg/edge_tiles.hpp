// The edges of a graph in an order that is kind to caches.
//
// A pass over the edges looks up both ends of every edge, and where items are many nearly every look-up would miss the
// cache. So the nodes are cut into blocks whose values fit a core's cache, and the edges into tiles: those from the
// winners of one block to the losers of another. Within a tile an end is 16 bits. Who wants sums by node takes the
// blocks in parallel: block b owns its nodes, and adds up the tiles of row b, whose winners they are, and of column b,
// whose losers they are, always in the same order. Blocks depend on the graph alone.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "pdrank/core/parallel.hpp"
#include "pdrank/data/graph.hpp"

namespace pdrank {

// Ends of an edge, as numbers within their blocks.
struct TiledEdge {
  std::uint16_t winner, loser;
};

class EdgeTiles {
 public:
  // Keeps a reference to the graph.
  explicit EdgeTiles(const ComparisonGraph& graph);

  const ComparisonGraph& graph() const { return graph_; }
  std::size_t node_count() const { return graph_.node_count(); }
  std::size_t edge_count() const { return edges_.size(); }
  std::size_t block_count() const { return blocks_; }

  // Values by edge of the graph, in the order of the tiles; and back.
  void in_tile_order(std::span<const double> by_edge, std::span<double> tiled) const {
    for_each_place([&](std::size_t e, std::size_t place) { tiled[place] = by_edge[e]; });
  }
  void in_edge_order(std::span<const double> tiled, std::span<double> by_edge) const {
    for_each_place([&](std::size_t e, std::size_t place) { by_edge[e] = tiled[place]; });
  }

  // visit(begin, end, winners, losers) for the tiles of a block's row, or column: edges begin .. end - 1 of the tiled
  // order, whose ends count from the nodes `winners` and `losers`.
  template <class Visit>
  void for_each_won_tile(std::size_t block, Visit&& visit) const {
    for (std::size_t other = 0; other < blocks_; ++other) visit_tile(block, other, visit);
  }
  template <class Visit>
  void for_each_lost_tile(std::size_t block, Visit&& visit) const {
    for (std::size_t other = 0; other < blocks_; ++other) visit_tile(other, block, visit);
  }
  std::span<const TiledEdge> edges() const { return edges_; }

  // The sum of body(block, first node, end node) over all blocks, made in parallel, added in order.
  template <class Sum = double, class Body>
  Sum sum_over_blocks(Body&& body) const {
    std::vector<Sum> partial(blocks_);
    parallel_for(blocks_, [&](std::size_t block) { partial[block] = body(block, node(block), node(block + 1)); });
    Sum sum{};
    for (const Sum& part : partial) sum += part;
    return sum;
  }

 private:
  std::size_t node(std::size_t block) const { return std::min(block << shift_, node_count()); }

  // visit(edge of the graph, its place in the order of the tiles), in parallel.
  template <class Visit>
  void for_each_place(Visit&& visit) const {
    parallel_for(blocks_, [&](std::size_t row) {
      const auto first = tile_.begin() + static_cast<std::ptrdiff_t>(row * blocks_);
      std::vector<std::uint32_t> next(first, first + static_cast<std::ptrdiff_t>(blocks_));
      for (std::size_t e = graph_.first_edge[node(row)]; e < graph_.first_edge[node(row + 1)]; ++e)
        visit(e, next[graph_.loser[e] >> shift_]++);
    });
  }

  template <class Visit>
  void visit_tile(std::size_t row, std::size_t column, Visit&& visit) const {
    const std::size_t begin = tile_[row * blocks_ + column], end = tile_[row * blocks_ + column + 1];
    if (begin < end) visit(begin, end, node(row), node(column));
  }

  const ComparisonGraph& graph_;
  unsigned shift_;  // a block has 2^shift nodes
  std::size_t blocks_;
  std::vector<std::uint32_t> tile_;  // first edge of every tile, row by row, and the end
  std::vector<TiledEdge> edges_;
};

}  // namespace pdrank
