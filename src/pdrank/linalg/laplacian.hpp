// H = A' diag(h) A + shift I: the Hessian of a subproblem, a weighted graph Laplacian on a shifted diagonal.
#pragma once

#include <span>
#include <vector>

#include "pdrank/linalg/edge_tiles.hpp"

namespace pdrank {

class Laplacian {
 public:
  // Keeps a reference to the tiles. All weights start at zero.
  explicit Laplacian(const EdgeTiles& tiles)
      : tiles_(tiles), weight_(tiles.edge_count()), diagonal_(tiles.node_count()) {}

  std::size_t size() const { return tiles_.node_count(); }
  const EdgeTiles& tiles() const { return tiles_; }

  // By edge of the graph.
  void set_weights(std::span<const double> edge_weights, double shift);

  // out = H x; returns x'H x.
  double apply(std::span<const double> x, std::span<double> out) const;

  std::span<const double> diagonal() const { return diagonal_; }
  std::span<const double> weight() const { return weight_; }  // in the order of the tiles

  // For who sets the weights on the way, in the order of the tiles. The diagonal is the shift and the sum of a node's
  // weights.
  std::span<double> weight() { return weight_; }
  std::span<double> diagonal() { return diagonal_; }

  // Of one product: every edge is read from both of its ends.
  std::uint64_t bytes_of_pass() const { return tiles_.edge_count() * 2 * (sizeof(TiledEdge) + sizeof(double)); }

 private:
  const EdgeTiles& tiles_;
  std::vector<double> weight_;
  std::vector<double> diagonal_;
};

}  // namespace pdrank
