#include "pdrank/solve/problem.hpp"

#include <algorithm>
#include <cmath>

#include "pdrank/linalg/vector_ops.hpp"

namespace pdrank {
namespace {

double largest(std::span<const double> values) {
  double result = 0;
  for (const double value : values) result = std::max(result, std::abs(value));
  return result;
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
  problem.incidence.gather(at.force, at.gradient);
  problem.incidence.gather_absolute(at.force, at.pull);
  for_each_index(scores.size(), [&](std::size_t node) {
    const double ridge = 2 * problem.gamma * scores[node];
    at.gradient[node] = ridge - at.gradient[node];
    at.pull[node] += std::abs(ridge);
  });
  const double scale = largest(at.pull);
  at.kkt_residual = scale > 0 ? largest(at.gradient) / scale : 0;
}

}  // namespace pdrank
