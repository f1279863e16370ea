// An approximate Cholesky factor of a graph's Laplacian (Kyng and Sachdeva 2016, with the order of elimination and the
// sampling of Gao, Kyng and Spielman 2023): where a node is eliminated, its neighbours are not joined each with each
// but by a tree drawn at random, which is right on average. So the factor has about as many entries as the graph has
// edges, and conjugate gradients take few steps on any graph: chains, grids, clusters that a single edge joins.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pdrank/linalg/laplacian.hpp"

namespace pdrank {

class ApproximateCholesky {
 public:
  // The same factor for the same matrix, on any number of threads. What a diagonal has beyond a node's weights is an
  // edge to a node whose score is 0.
  explicit ApproximateCholesky(const Laplacian& matrix);

  // out = M^-1 right_side. In a part of the graph whose rows add up to zero one score is taken for 0.
  void solve(std::span<const double> right_side, std::span<double> out);

 private:
  friend class Elimination;

  // To the k-th node eliminated belong the entries begin_[k] .. begin_[k + 1] - 1: in this order each neighbour takes
  // `share` of what is left of the node, the last one all.
  struct Entry {
    std::uint32_t neighbour;  // its place in the order of elimination
    float share;
  };
  std::vector<std::uint32_t> node_;  // in the order of elimination
  std::vector<std::size_t> begin_;
  std::vector<Entry> entries_;
  std::vector<double> pivot_;   // of nodes that had neighbours left
  std::vector<double> values_;  // of solve(), in the order of elimination; the last one is the node of score 0
};

}  // namespace pdrank
