// H = A' diag(h) A + shift I: the Hessian of a subproblem, a weighted graph Laplacian on a shifted diagonal. Stored by
// rows so that a product is one pass over contiguous memory and its sums have a fixed order.
#pragma once

#include <span>
#include <vector>

#include "pdrank/linalg/incidence.hpp"

namespace pdrank {

class Laplacian {
 public:
  // Keeps a reference to the incidence. All weights start at zero.
  explicit Laplacian(const Incidence& incidence);

  std::size_t size() const { return incidence_.node_count(); }

  void set_weights(std::span<const double> edge_weights, double shift);

  // out = H x
  void apply(std::span<const double> x, std::span<double> out) const;

  std::span<const double> diagonal() const { return diagonal_; }

 private:
  const Incidence& incidence_;
  std::vector<double> slot_weight_;
  std::vector<double> diagonal_;
};

}  // namespace pdrank
