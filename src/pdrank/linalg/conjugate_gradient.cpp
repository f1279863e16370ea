#include "pdrank/linalg/conjugate_gradient.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

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

// The share of the edges that lead across a place in the order of the nodes, at the mean of all places: a third where
// ends are random, 1 / nodes along a chain, half of the width by the nodes in a band or a grid.
double share_of_edges_across(const ComparisonGraph& graph) {
  const double lengths = parallel_sum(graph.edge_count(), [&](std::size_t begin, std::size_t end) {
    std::uint64_t sum = 0;
    for (std::size_t e = begin; e < end; ++e)
      sum += std::max(graph.winner[e], graph.loser[e]) - std::min(graph.winner[e], graph.loser[e]);
    return static_cast<double>(sum);
  });
  return lengths / (static_cast<double>(graph.edge_count()) * static_cast<double>(graph.node_count()));
}

}  // namespace

// The smallest eigenvalue beside 0, of the matrix scaled by its diagonal, is about (pi share)^2, as along a chain; with
// a shift it is at least twice the share of that in the diagonal. The steps are those of Chebyshev's bound.
bool ConjugateGradient::will_take_long(const Laplacian& matrix, double tolerance) {
  constexpr double kFactorInSteps = 100;
  const ComparisonGraph& graph = matrix.tiles().graph();
  if (graph.edge_count() == 0) return false;
  if (!share_across_) share_across_ = share_of_edges_across(graph);
  const double steps_by_digits = std::log(2 / tolerance) / 2, by_graph = 1 / (std::numbers::pi * *share_across_);
  if (by_graph * steps_by_digits < kFactorInSteps) return false;
  const auto sum = [](std::span<const double> values) {
    return parallel_sum(values.size(), [&](std::size_t begin, std::size_t end) {
      return std::accumulate(values.begin() + static_cast<std::ptrdiff_t>(begin),
                             values.begin() + static_cast<std::ptrdiff_t>(end), 0.0);
    });
  };
  const double diagonal = sum(matrix.diagonal()), shift = std::max(diagonal - 2 * sum(matrix.weight()), 0.0);
  return shift * kFactorInSteps * kFactorInSteps < 2 * diagonal * steps_by_digits * steps_by_digits;
}

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
  bool is_factor_own = false;
  if (!factor_ && will_take_long(matrix, tolerance)) {
    energy = make_factor(matrix);
    is_factor_own = true;
  } else if (factor_) {
    energy = precondition();
    std::ranges::copy(solved_, direction_.begin());
  }
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
