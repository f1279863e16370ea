// Newton's method on a subproblem. The Hessian is A' diag(curvature) A + 2 gamma I; directions are solved for only as
// exactly as the distance to the solution deserves (Dembo, Eisenstat, Steihaug 1982).
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "pdrank/linalg/conjugate_gradient.hpp"
#include "pdrank/linalg/laplacian.hpp"
#include "pdrank/linalg/vector_ops.hpp"
#include "pdrank/solve/inner_solver.hpp"

namespace pdrank {
namespace {

constexpr double kSufficientDecrease = 1e-4;  // Armijo
constexpr double kSlopeDecrease = 0.9;        // Wolfe
constexpr double kShortestStep = 1e-10;
constexpr double kFreeGrowth = 10;  // of |margin| in a step; beyond, it may double
constexpr int kMaxDirectionIterations = 20000;
constexpr int kStagnantSteps = 5;

// Many steps in a row that brought neither the objective nor the residual further down: rounding has the last word.
class Stagnation {
 public:
  bool seen(const PointEvaluation& at) {
    const bool better = at.objective < objective_ - 1e-15 * std::abs(objective_) || at.kkt_residual < residual_;
    steps_ = better ? 0 : steps_ + 1;
    objective_ = std::min(objective_, at.objective);
    residual_ = std::min(residual_, at.kkt_residual);
    return steps_ >= kStagnantSteps;
  }

 private:
  double objective_ = std::numeric_limits<double>::infinity(), residual_ = objective_;
  int steps_ = 0;
};

class Newton final : public InnerSolver {
 public:
  explicit Newton(const Incidence& incidence)
      : incidence_(incidence),
        hessian_(incidence),
        conjugate_gradient_(incidence.node_count()),
        at_(incidence),
        margin_(incidence.edge_count()),
        direction_(incidence.node_count()),
        direction_margin_(incidence.edge_count()) {}

  InnerReport solve(const Subproblem& problem, const InnerCriteria& criteria, std::span<double> scores,
                    Observer* observer) override {
    InnerStatistics statistics;
    Stagnation stagnation;
    centre(scores);
    problem.margins(scores, margin_);
    evaluate(problem, scores, margin_, at_);
    while (true) {
      statistics.objective = at_.objective;
      statistics.kkt_residual = at_.kkt_residual;
      if (auto reason = check_inner(statistics, criteria)) return report(*reason, statistics);
      if (at_.kkt_residual == 0) return report(Termination::converged, statistics);
      if (stagnation.seen(at_)) return report(Termination::numerical_trouble, statistics);
      find_direction(problem, observer);
      if (observer && observer->stop_requested()) return report(Termination::stopped, statistics);
      if (!step_along_direction(problem, scores)) return report(Termination::numerical_trouble, statistics);
      statistics.previous_objective = statistics.objective;
      ++statistics.iteration;
      evaluate(problem, scores, margin_, at_);
    }
  }

 private:
  static InnerReport report(Termination status, const InnerStatistics& statistics) {
    return {status, statistics.iteration, statistics.objective, statistics.kkt_residual};
  }

  // H direction = -gradient
  void find_direction(const Subproblem& problem, Observer* observer) {
    hessian_.set_weights(at_.curvature, 2 * problem.gamma);
    const double forcing = std::min(0.1, std::sqrt(at_.kkt_residual));
    conjugate_gradient_.solve(hessian_, at_.gradient, forcing, kMaxDirectionIterations, direction_, observer);
    for_each_index(direction_.size(), [&](std::size_t k) { direction_[k] = -direction_[k]; });
    centre(direction_);  // where gamma is tiny, rounding in the solve would carry the mean away
  }

  struct Shortest {
    double value = 1;
    void operator+=(const Shortest& other) { value = std::min(value, other.value); }
  };

  // At most the whole direction, and no |margin| may more than double beyond kFreeGrowth: far out the curvature is
  // gone, and with it the way back.
  double longest_step() const {
    return parallel_sum<Shortest>(margin_.size(),
                                  [&](std::size_t begin, std::size_t end) {
                                    Shortest step;
                                    for (std::size_t k = begin; k < end; ++k) {
                                      const bool inwards = margin_[k] * direction_margin_[k] < 0;
                                      const double room = kFreeGrowth + (inwards ? 3 : 1) * std::abs(margin_[k]);
                                      step += {room / std::abs(direction_margin_[k])};
                                    }
                                    return step;
                                  })
        .value;
  }

  // Halves the step until the objective falls enough. Close to the solution the fall drowns in rounding; the slope,
  // which does not, then decides (Hager and Zhang 2005, "approximate Wolfe").
  bool step_along_direction(const Subproblem& problem, std::span<double> scores) {
    incidence_.margins(direction_, direction_margin_);
    const double slope = dot(at_.gradient, direction_);
    if (!(slope < 0)) return false;
    const double cross = dot(scores, direction_), square = dot(direction_, direction_);
    const double norm_squared = dot(scores, scores);
    const double rounding = 1e-14 * std::abs(at_.objective);
    const double first = longest_step();
    for (double step = first; step >= kShortestStep * first; step /= 2) {
      const auto sums = parallel_sum<kernels::LineSums>(margin_.size(), [&](std::size_t begin, std::size_t end) {
        return kernels::logistic_on_line(margin_.data() + begin, direction_margin_.data() + begin,
                                         problem.weight.data() + begin, end - begin, step);
      });
      const double value = sums.loss + problem.gamma * (norm_squared + step * (2 * cross + step * square));
      const double new_slope = sums.slope + 2 * problem.gamma * (cross + step * square);
      const bool falls = value <= at_.objective + kSufficientDecrease * step * slope;
      const bool flattens = value <= at_.objective + rounding && std::abs(new_slope) <= kSlopeDecrease * -slope;
      if (falls || flattens) {
        add_scaled(scores, step, direction_);
        problem.margins(scores, margin_);
        return true;
      }
    }
    return false;
  }

  const Incidence& incidence_;
  Laplacian hessian_;
  ConjugateGradient conjugate_gradient_;
  PointEvaluation at_;
  std::vector<double> margin_, direction_, direction_margin_;
};

}  // namespace

std::unique_ptr<InnerSolver> make_newton(const Incidence& incidence) { return std::make_unique<Newton>(incidence); }

}  // namespace pdrank
