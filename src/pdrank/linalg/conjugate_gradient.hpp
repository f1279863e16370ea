// Conjugate gradients for H x = b with H from laplacian.hpp. The preconditioner is the diagonal or, where the order of
// the nodes shows that a system will take many steps, or once it has, an approximate Cholesky factor.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "pdrank/linalg/approximate_cholesky.hpp"
#include "pdrank/linalg/linear_solver.hpp"

namespace pdrank {

class ConjugateGradient final : public LinearSolver {
 public:
  explicit ConjugateGradient(std::size_t size) : residual_(size), direction_(size), image_(size), inverse_(size) {}

  Report solve(const Laplacian& matrix, std::span<const double> right_side, double tolerance, int max_iterations,
               std::span<double> x, Observer* observer = nullptr) override;

 private:
  // Whether many steps are in sight before the first: nodes that come after each other are linked with each other
  // alone.
  bool will_take_long(const Laplacian& matrix, double tolerance);
  // Turns to an approximate factor of the matrix, and starts anew from where x is. Returns the energy of the residual.
  double make_factor(const Laplacian& matrix);
  // Fills solved_; returns residual' M^-1 residual.
  double precondition();

  std::vector<double> residual_, direction_, image_;
  std::vector<double> inverse_;         // of the diagonal
  std::optional<double> share_across_;  // of the graph, once it is known
  // Of this system or of one before: systems follow each other with weights that change little.
  std::optional<ApproximateCholesky> factor_;
  std::vector<double> solved_;  // M^-1 residual, where there is a factor
};

}  // namespace pdrank
