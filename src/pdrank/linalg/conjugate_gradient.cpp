#include "pdrank/linalg/conjugate_gradient.hpp"

#include <cmath>

#include "pdrank/linalg/vector_ops.hpp"

namespace pdrank {
namespace {

// A factor of the matrix costs about as much as a hundred steps, and then a few dozen do. So it is made where, after a
// few steps, many more are in sight: as many for each digit of the residual as there were so far.
constexpr int kFirstLook = 40, kTooMany = 200;
constexpr int kPatienceWithOlder = 60;  // with the factor of a system before

bool takes_long(const LinearSolver::Report& report, double tolerance) {
  if (report.iterations >= kTooMany) return true;
  return report.iterations % kFirstLook == 0 && report.iterations > 0 &&
         (report.relative_residual >= 1 ||
          report.iterations * std::log(tolerance) < kTooMany * std::log(report.relative_residual));
}

}  // namespace

double ConjugateGradient::precondition() {
  factor_->solve(residual_, solved_);
  return dot(residual_, solved_);
}

double ConjugateGradient::make_factor(const Laplacian& matrix) {
  factor_.emplace(matrix);
  solved_.resize(residual_.size());
  const double energy = precondition();
  std::ranges::copy(solved_, direction_.begin());
  return energy;
}

// The steps of one iteration touch each vector once: update, then the sum the next step needs. The residual is measured
// by the diagonal, whatever the preconditioner.
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
  const double start = dot(residual_, direction_);
  double energy = start;

  Report report;
  if (!(start > 0)) {
    report.relative_residual = 0;
    return report;
  }
  if (factor_) {
    energy = precondition();
    std::ranges::copy(solved_, direction_.begin());
  }
  bool is_factor_own = false;
  while (report.iterations < max_iterations && report.relative_residual > tolerance) {
    if (observer && observer->stop_requested()) break;
    if (!is_factor_own && (factor_ ? report.iterations == kPatienceWithOlder : takes_long(report, tolerance))) {
      energy = make_factor(matrix);
      is_factor_own = true;
    }
    const double curvature = matrix.apply(direction_, image_);
    if (!(curvature > 0)) break;  // rounding has eaten the direction
    const double step = energy / curvature;
    const double left = parallel_sum(x.size(), [&](std::size_t begin, std::size_t end) {
      return kernels::advance(step, direction_.data() + begin, image_.data() + begin, inverse_.data() + begin,
                              end - begin, x.data() + begin, residual_.data() + begin);
    });
    const double next = factor_ ? precondition() : left, ratio = next / energy;
    if (factor_)
      for_each_index(x.size(), [&](std::size_t k) { direction_[k] = solved_[k] + ratio * direction_[k]; });
    else
      for_each_index(x.size(),
                     [&](std::size_t k) { direction_[k] = residual_[k] * inverse_[k] + ratio * direction_[k]; });
    energy = next;
    report.relative_residual = std::sqrt(left / start);
    ++report.iterations;
  }
  return report;
}

}  // namespace pdrank
