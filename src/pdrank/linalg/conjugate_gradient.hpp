// Conjugate gradients with the diagonal as preconditioner, for H x = b with H from laplacian.hpp.
#pragma once

#include <span>
#include <vector>

#include "pdrank/core/observer.hpp"
#include "pdrank/linalg/laplacian.hpp"

namespace pdrank {

class ConjugateGradient {
 public:
  explicit ConjugateGradient(std::size_t size) : residual_(size), direction_(size), image_(size), inverse_(size) {}

  struct Report {
    int iterations = 0;
    double relative_residual = 1;  // |b - H x| / |b|, both in the norm of the preconditioner
  };

  // Starts from x = 0 and stops when the residual has fallen to `tolerance` or after `max_iterations`. Whatever it
  // stops at is a descent direction for the quadratic, so callers need not fear an early stop.
  Report solve(const Laplacian& matrix, std::span<const double> right_side, double tolerance, int max_iterations,
               std::span<double> x, Observer* observer = nullptr);

 private:
  std::vector<double> residual_, direction_, image_;
  std::vector<double> inverse_;  // of the diagonal
};

}  // namespace pdrank
