// Newton's method on a subproblem. The Hessian is A' diag(curvature) A + 2 gamma I; directions are solved for only as
// exactly as the distance to the solution deserves (Dembo, Eisenstat, Steihaug 1982).
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "pdrank/linalg/sharing.hpp"
#include "pdrank/linalg/vector_ops.hpp"
#include "pdrank/solve/inner_solver.hpp"
#include "pdrank/solve/stragglers.hpp"

namespace pdrank {
namespace {

constexpr double kSufficientDecrease = 1e-4;  // Armijo
constexpr double kSlopeDecrease = 0.9;        // Wolfe
constexpr double kShortestStep = 1e-10;
constexpr double kFreeGrowth = 10;  // of |margin| in a step; beyond, it may double
constexpr double kLoosestForcing = 0.1;
constexpr int kMaxDirectionIterations = 20000;
constexpr int kStagnantSteps = 5;

// Many steps in a row that brought neither the objective nor the residual further down: rounding has the last word.
class Stagnation {
 public:
  bool seen(const Evaluation& at) {
    const bool better = at.objective() < objective_ - 1e-15 * std::abs(objective_) || at.kkt_residual() < residual_;
    steps_ = better ? 0 : steps_ + 1;
    objective_ = std::min(objective_, at.objective());
    residual_ = std::min(residual_, at.kkt_residual());
    return steps_ >= kStagnantSteps;
  }

 private:
  double objective_ = std::numeric_limits<double>::infinity(), residual_ = objective_;
  int steps_ = 0;
};

class Newton final : public InnerSolver {
 public:
  Newton(const EdgeTiles& tiles, const Sharing& sharing)
      : tiles_(tiles),
        sharing_(sharing),
        point_(tiles_, sharing),
        stragglers_(tiles_, sharing),
        linear_solver_(sharing.make_linear_solver(tiles.node_count())),
        direction_(tiles.node_count()),
        trial_(tiles.node_count()) {}

  InnerReport solve(const Subproblem& problem, const InnerCriteria& criteria, std::span<double> scores,
                    Observer* observer) override {
    InnerStatistics statistics;
    Stagnation stagnation;
    traffic_ = {};
    centre(sharing_, scores);
    point_.begin(problem);
    point_.at(scores);
    statistics.first_objective = point_.objective();
    bool settled = false;  // stragglers, since the last step
    while (true) {
      statistics.objective = point_.objective();
      statistics.kkt_residual = point_.kkt_residual();
      if (auto reason = check_inner(statistics, criteria)) return report(*reason, statistics);
      if (point_.kkt_residual() == 0) return report(Termination::converged, statistics);
      if (stagnation.seen(point_)) return report(Termination::numerical_trouble, statistics);
      if (criteria.rule == InnerRule::kkt && !settled && stragglers_.settle(point_, scores)) {
        point_.at(scores);
        settled = true;
        continue;
      }
      settled = false;
      find_direction(observer);
      if (observer && observer->stop_requested()) return report(Termination::stopped, statistics);
      if (!step_along_direction(scores)) return report(Termination::numerical_trouble, statistics);
      statistics.previous_objective = statistics.objective;
      ++statistics.iteration;
    }
  }

 private:
  InnerReport report(Termination status, const InnerStatistics& statistics) {
    traffic_ += point_.traffic();
    return {status, statistics.iteration, statistics.objective, statistics.kkt_residual, traffic_};
  }

  // H direction = -gradient
  void find_direction(Observer* observer) {
    const double forcing = std::min(kLoosestForcing, std::sqrt(point_.kkt_residual()));
    const Laplacian& hessian = point_.hessian();
    const auto solved =
        linear_solver_->solve(hessian, point_.gradient(), forcing, kMaxDirectionIterations, direction_, observer);
    traffic_.add(hessian.bytes_of_pass(), static_cast<std::uint64_t>(solved.iterations));
    if (!(solved.relative_residual < 1)) descend_by_item(hessian);
    for_each_index(direction_.size(), [&](std::size_t k) { direction_[k] = -direction_[k]; });
    sharing_.refresh(direction_);
    centre(sharing_, direction_);  // where gamma is tiny, rounding in the solve would carry the mean away
  }

  // Where rounding leaves nothing of the solve: each item as if it were alone.
  void descend_by_item(const Laplacian& hessian) {
    for_each_index(direction_.size(), [&](std::size_t k) {
      const double curvature = hessian.diagonal()[k];
      direction_[k] = curvature > 0 ? point_.gradient()[k] / curvature : 0;
    });
  }

  // At most the whole direction, and no |margin| may more than double beyond kFreeGrowth: far out the curvature is
  // gone, and with it the way back. No margin moves by more than the two scores furthest apart.
  double longest_step(std::span<const double> scores) {
    double least = 0, most = 0;  // the mean is zero, so that this changes nothing
    for (const double value : direction_) least = std::min(least, value), most = std::max(most, value);
    if (sharing_.largest(most) + sharing_.largest(-least) <= kFreeGrowth) return 1;
    traffic_.add(tiles_.edge_count() * sizeof(TiledEdge));
    const Shortest shortest = tiles_.sum_over_blocks<Shortest>([&](std::size_t block, std::size_t, std::size_t) {
      Shortest step;
      tiles_.for_each_won_tile(block, [&](std::size_t begin, std::size_t end, std::size_t winners, std::size_t losers) {
        for (std::size_t k = begin; k < end; ++k) {
          const std::size_t winner = winners + tiles_.edges()[k].winner, loser = losers + tiles_.edges()[k].loser;
          step += {room(scores[winner] - scores[loser], direction_[winner] - direction_[loser])};
        }
      });
      return step;
    });
    return -sharing_.largest(-shortest.value);
  }

  struct Shortest {
    double value = 1;
    void operator+=(const Shortest& other) { value = std::min(value, other.value); }
  };

  static double room(double margin, double rise) {
    const bool inwards = margin * rise < 0;
    return (kFreeGrowth + (inwards ? 3 : 1) * std::abs(margin)) / std::abs(rise);
  }

  // Halves the step until the objective falls enough. Close to the solution the fall drowns in rounding; the slope,
  // which does not, then decides (Hager and Zhang 2005, "approximate Wolfe"). The whole step is nearly always taken, so
  // every point tried is evaluated in full.
  bool step_along_direction(std::span<double> scores) {
    const double objective = point_.objective(), slope = dot(sharing_, point_.gradient(), direction_);
    if (!(slope < 0)) return false;
    const double rounding = 1e-14 * std::abs(objective);
    const double first = longest_step(scores);
    for (double step = first; step >= kShortestStep * first; step /= 2) {
      for_each_index(trial_.size(), [&](std::size_t k) { trial_[k] = scores[k] + step * direction_[k]; });
      point_.at(trial_);
      const bool falls = point_.objective() <= objective + kSufficientDecrease * step * slope;
      const bool flattens = point_.objective() <= objective + rounding &&
                            std::abs(dot(sharing_, point_.gradient(), direction_)) <= kSlopeDecrease * -slope;
      if (falls || flattens) {
        std::ranges::copy(trial_, scores.begin());
        return true;
      }
    }
    return false;
  }

  const EdgeTiles& tiles_;
  const Sharing& sharing_;
  Evaluation point_;  // where the scores are, or the last trial
  Stragglers stragglers_;
  std::unique_ptr<LinearSolver> linear_solver_;
  std::vector<double> direction_, trial_;
  EdgeTraffic traffic_;
};

}  // namespace

std::unique_ptr<InnerSolver> make_newton(const EdgeTiles& tiles, const Sharing& sharing) {
  return std::make_unique<Newton>(tiles, sharing);
}

}  // namespace pdrank
