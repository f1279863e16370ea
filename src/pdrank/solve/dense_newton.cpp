#include "pdrank/solve/dense_newton.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <vector>

#include "pdrank/linalg/dense_laplacian.hpp"
#include "pdrank/linalg/vector_ops.hpp"

namespace pdrank {
namespace {

constexpr std::uint64_t kMostNodes = 300;  // beyond, conjugate gradients are quicker than factors
constexpr std::uint64_t kOneIn = 4;        // so many ordered pairs at least is an edge

// Shares of the residual that a step leaves.
constexpr double kGoodStep = 1e-2;  // the factors will do for another
constexpr double kUselessStep = 0.5;

class DenseNewton final : public InnerSolver {
 public:
  explicit DenseNewton(const EdgeTiles& tiles)
      : point_(tiles), factors_(static_cast<Eigen::Index>(tiles.node_count())) {}

  InnerReport solve(const Subproblem& problem, const InnerCriteria& criteria, std::span<double> scores,
                    Observer* observer) override {
    centre(scores);
    point_.begin(problem);
    InnerReport at = evaluate(scores, 0);
    bool has_factors = false;
    while (true) {
      if (const auto reason = check(at, criteria, observer)) return ended(at, *reason);
      if (!has_factors && !factorise()) return ended(at, Termination::numerical_trouble);
      const std::vector<double> before(scores.begin(), scores.end());
      step(scores);
      const InnerReport next = evaluate(scores, at.iterations + 1);
      const double left = next.kkt_residual / at.kkt_residual;
      if (!(left < 1)) {
        std::ranges::copy(before, scores.begin());
        return ended(at, Termination::numerical_trouble);
      }
      at = next;
      has_factors = left <= kGoodStep;
      if (left > kUselessStep) return ended(at, Termination::numerical_trouble);
    }
  }

 private:
  static InnerReport ended(InnerReport report, Termination status) {
    report.status = status;
    return report;
  }

  static std::optional<Termination> check(const InnerReport& at, const InnerCriteria& criteria, Observer* observer) {
    if (observer && observer->stop_requested()) return Termination::stopped;
    return check_inner({at.iterations, at.objective, std::nullopt, at.kkt_residual}, criteria);
  }

  InnerReport evaluate(std::span<const double> scores, int iterations) {
    point_.at(scores);
    return {Termination::not_run, iterations, point_.objective(), point_.kkt_residual(), point_.traffic()};
  }

  // Neither gradient nor scores have a part along the constant vector, so what is added there changes no step.
  bool factorise() {
    factors_.compute(lifted(point_.hessian()).matrix);
    return factors_.info() == Eigen::Success;
  }

  void step(std::span<double> scores) {
    const auto size = static_cast<Eigen::Index>(scores.size());
    Eigen::Map<Eigen::VectorXd>(scores.data(), size) -=
        factors_.solve(Eigen::Map<const Eigen::VectorXd>(point_.gradient().data(), size));
    centre(scores);
  }

  Evaluation point_;
  Eigen::LLT<Eigen::MatrixXd> factors_;
};

}  // namespace

bool is_dense(const ComparisonGraph& graph) {
  const std::uint64_t nodes = graph.node_count();
  return nodes <= kMostNodes && nodes * nodes <= kOneIn * graph.edge_count();
}

std::unique_ptr<InnerSolver> make_dense_newton(const EdgeTiles& tiles) { return std::make_unique<DenseNewton>(tiles); }

}  // namespace pdrank
