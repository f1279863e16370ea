#include "pdrank/solve/problem.hpp"

#include <algorithm>
#include <cmath>

#include "pdrank/linalg/vector_ops.hpp"

namespace pdrank {
namespace {

// A sum that keeps the larger, for parallel_sum.
struct Largest {
  double value = 0;
  void operator+=(const Largest& other) { value = std::max(value, other.value); }
};

double largest_size(std::span<const double> values) {
  return parallel_sum<Largest>(values.size(),
                               [&](std::size_t begin, std::size_t end) {
                                 Largest largest;
                                 for (std::size_t k = begin; k < end; ++k) largest += {std::abs(values[k])};
                                 return largest;
                               })
      .value;
}

}  // namespace

double objective(const Subproblem& problem, std::span<const double> scores, std::span<const double> margin,
                 PointEvaluation& scratch) {
  const double loss = parallel_sum(margin.size(), [&](std::size_t begin, std::size_t end) {
    return kernels::logistic(margin.data() + begin, problem.weight.data() + begin, end - begin,
                             scratch.force.data() + begin, scratch.curvature.data() + begin);
  });
  return loss + problem.gamma * dot(scores, scores);
}

void evaluate(const Subproblem& problem, std::span<const double> scores, std::span<const double> margin,
              PointEvaluation& at) {
  at.objective = objective(problem, scores, margin, at);
  problem.incidence.gather(at.force, at.won, at.lost);
  const double largest_ridge = 2 * problem.gamma * largest_size(scores);
  const Largest residual = parallel_sum<Largest>(scores.size(), [&](std::size_t begin, std::size_t end) {
    Largest largest;
    for (std::size_t node = begin; node < end; ++node) {
      const double ridge = 2 * problem.gamma * scores[node];
      const double gradient = at.gradient[node] = ridge - (at.won[node] - at.lost[node]);
      const double forces = largest_ridge + at.won[node] + at.lost[node];
      if (forces > 0) largest += {std::abs(gradient) / forces};
    }
    return largest;
  });
  at.kkt_residual = residual.value;
}

}  // namespace pdrank
