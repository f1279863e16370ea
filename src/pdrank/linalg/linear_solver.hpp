// The seam between Newton's method, or least squares, and what solves their linear equations.
#pragma once

#include <span>

#include "pdrank/core/observer.hpp"
#include "pdrank/linalg/laplacian.hpp"

namespace pdrank {

class LinearSolver {
 public:
  virtual ~LinearSolver() = default;

  struct Report {
    int iterations = 0;
    double relative_residual = 1;  // |b - H x| / |b|, both in the norm of the preconditioner
  };

  // Solves H x = b, from x = 0, until the residual has fallen to `tolerance` or for `max_iterations`. Whatever it stops
  // at is a descent direction for the quadratic, so callers need not fear an early stop.
  virtual Report solve(const Laplacian& matrix, std::span<const double> right_side, double tolerance,
                       int max_iterations, std::span<double> x, Observer* observer = nullptr) = 0;
};

}  // namespace pdrank
