// Conjugate gradients with the diagonal as preconditioner, for H x = b with H from laplacian.hpp.
#pragma once

#include <span>
#include <vector>

#include "pdrank/linalg/linear_solver.hpp"

namespace pdrank {

class ConjugateGradient final : public LinearSolver {
 public:
  explicit ConjugateGradient(std::size_t size) : residual_(size), direction_(size), image_(size), inverse_(size) {}

  Report solve(const Laplacian& matrix, std::span<const double> right_side, double tolerance, int max_iterations,
               std::span<double> x, Observer* observer = nullptr) override;

 private:
  std::vector<double> residual_, direction_, image_;
  std::vector<double> inverse_;  // of the diagonal
};

}  // namespace pdrank
