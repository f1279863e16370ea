#include "pdrank/linalg/conjugate_gradient.hpp"

#include <cmath>

#include "pdrank/linalg/vector_ops.hpp"

namespace pdrank {

// The steps of one iteration touch each vector once: update, then the sum the next step needs.
LinearSolver::Report ConjugateGradient::solve(const Laplacian& matrix, std::span<const double> right_side,
                                              double tolerance, int max_iterations, std::span<double> x,
                                              Observer* observer) {
  const auto diagonal = matrix.diagonal();
  for_each_index(x.size(), [&](std::size_t k) {
    x[k] = 0;
    residual_[k] = right_side[k];
    inverse_[k] = diagonal[k] > 0 ? 1 / diagonal[k] : 0;
    direction_[k] = residual_[k] * inverse_[k];
  });
  double energy = dot(residual_, direction_);
  const double start = energy;

  Report report;
  if (!(start > 0)) {
    report.relative_residual = 0;
    return report;
  }
  while (report.iterations < max_iterations && report.relative_residual > tolerance) {
    if (observer && observer->stop_requested()) break;
    const double curvature = matrix.apply(direction_, image_);
    if (!(curvature > 0)) break;  // rounding has eaten the direction
    const double step = energy / curvature;
    const double next = parallel_sum(x.size(), [&](std::size_t begin, std::size_t end) {
      return kernels::advance(step, direction_.data() + begin, image_.data() + begin, inverse_.data() + begin,
                              end - begin, x.data() + begin, residual_.data() + begin);
    });
    const double ratio = next / energy;
    for_each_index(x.size(),
                   [&](std::size_t k) { direction_[k] = residual_[k] * inverse_[k] + ratio * direction_[k]; });
    energy = next;
    report.relative_residual = std::sqrt(energy / start);
    ++report.iterations;
  }
  return report;
}

}  // namespace pdrank
