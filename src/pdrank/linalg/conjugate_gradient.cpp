#include "pdrank/linalg/conjugate_gradient.hpp"

#include <algorithm>
#include <cmath>

#include "pdrank/linalg/vector_ops.hpp"

namespace pdrank {
namespace {

// The steps of one iteration touch each vector once: update, then the sum the next step needs.

// x += a p, r -= a q, z = r / diagonal; returns r'z
double advance(double a, std::span<const double> p, std::span<const double> q, std::span<const double> diagonal,
               std::span<double> x, std::span<double> r, std::span<double> z) {
  return parallel_sum(x.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) {
      x[k] += a * p[k];
      r[k] -= a * q[k];
      z[k] = r[k] / diagonal[k];
    }
    return kernels::dot(r.data() + begin, z.data() + begin, end - begin);
  });
}

}  // namespace

ConjugateGradient::Report ConjugateGradient::solve(const Laplacian& matrix, std::span<const double> right_side,
                                                   double tolerance, int max_iterations, std::span<double> x,
                                                   Observer* observer) {
  const auto diagonal = matrix.diagonal();
  std::ranges::fill(x, 0.0);
  std::ranges::copy(right_side, residual_.begin());
  for_each_index(x.size(), [&](std::size_t k) { direction_[k] = residual_[k] / diagonal[k]; });
  double energy = dot(residual_, direction_);
  const double start = energy;

  Report report;
  if (!(start > 0)) {
    report.relative_residual = 0;
    return report;
  }
  while (report.iterations < max_iterations && report.relative_residual > tolerance) {
    if (observer && observer->stop_requested()) break;
    matrix.apply(direction_, image_);
    const double curvature = dot(direction_, image_);
    if (!(curvature > 0)) break;  // rounding has eaten the direction
    const double next = advance(energy / curvature, direction_, image_, diagonal, x, residual_, scaled_);
    const double ratio = next / energy;
    for_each_index(x.size(), [&](std::size_t k) { direction_[k] = scaled_[k] + ratio * direction_[k]; });
    energy = next;
    report.relative_residual = std::sqrt(energy / start);
    ++report.iterations;
  }
  return report;
}

}  // namespace pdrank
