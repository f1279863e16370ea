#include "pdrank/solve/dense_newton.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <vector>

#include "pdrank/linalg/kernels.hpp"
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
  explicit DenseNewton(const ComparisonGraph& graph)
      : graph_(graph),
        margin_(graph.edge_count()),
        force_(graph.edge_count()),
        curvature_(graph.edge_count()),
        won_(graph.node_count()),
        lost_(graph.node_count()),
        gradient_(graph.node_count()),
        hessian_(graph.node_count(), graph.node_count()),
        factors_(graph.node_count()) {}

  InnerReport solve(const Subproblem& problem, const InnerCriteria& criteria, std::span<double> scores,
                    Observer* observer) override {
    centre(scores);
    InnerReport at = evaluate(problem, scores);
    bool has_factors = false;
    while (true) {
      if (const auto reason = check(at, criteria, observer)) return ended(at, *reason);
      if (!has_factors && !factorise(problem.gamma)) return ended(at, Termination::numerical_trouble);
      const std::vector<double> before(scores.begin(), scores.end());
      step(scores);
      InnerReport next = evaluate(problem, scores);
      next.iterations = at.iterations + 1;
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

  // body(winner, first, last) for all nodes; their edges are first .. last - 1.
  template <class Body>
  void for_each_winner(Body&& body) const {
    for (std::uint32_t winner = 0; winner < graph_.node_count(); ++winner)
      body(winner, graph_.first_edge[winner], graph_.first_edge[winner + std::size_t{1}]);
  }

  // docs/MATH.md, section 3.
  InnerReport evaluate(const Subproblem& problem, std::span<const double> scores) {
    for_each_winner([&](std::uint32_t winner, EdgeId first, EdgeId last) {
      const double score = scores[winner] + problem.lead;
      for (EdgeId edge = first; edge < last; ++edge) margin_[edge] = score - scores[graph_.loser[edge]];
    });
    InnerReport at;
    at.objective =
        kernels::logistic(margin_.data(), problem.weight.data(), margin_.size(), force_.data(), curvature_.data()) +
        problem.gamma * dot(scores, scores);
    sum_by_node(force_);
    double largest_ridge = 0;
    for (const double score : scores) largest_ridge = std::max(largest_ridge, 2 * problem.gamma * std::abs(score));
    for (std::size_t node = 0; node < scores.size(); ++node) {
      gradient_[node] = 2 * problem.gamma * scores[node] - (won_[node] - lost_[node]);
      const double forces = largest_ridge + won_[node] + lost_[node];
      if (forces > 0) at.kkt_residual = std::max(at.kkt_residual, std::abs(gradient_[node]) / forces);
    }
    return at;
  }

  void sum_by_node(std::span<const double> edge_values) {
    std::ranges::fill(lost_, 0.0);
    for_each_winner([&](std::uint32_t winner, EdgeId first, EdgeId last) {
      double won = 0;
      for (EdgeId edge = first; edge < last; ++edge) {
        won += edge_values[edge];
        lost_[graph_.loser[edge]] += edge_values[edge];
      }
      won_[winner] = won;
    });
  }

  // A multiple of the projector on constant vectors, of which neither gradient nor scores have any, makes the Hessian
  // invertible.
  bool factorise(double gamma) {
    sum_by_node(curvature_);
    hessian_.setZero();
    for_each_winner([&](std::uint32_t winner, EdgeId first, EdgeId last) {
      for (EdgeId edge = first; edge < last; ++edge) hessian_(graph_.loser[edge], winner) = -curvature_[edge];
    });
    hessian_ += hessian_.transpose().eval();
    for (std::uint32_t node = 0; node < graph_.node_count(); ++node) hessian_(node, node) = won_[node] + lost_[node];
    hessian_.array() += hessian_.diagonal().sum() / static_cast<double>(hessian_.size());
    hessian_.diagonal().array() += 2 * gamma;
    factors_.compute(hessian_);
    return factors_.info() == Eigen::Success;
  }

  void step(std::span<double> scores) {
    const auto size = static_cast<Eigen::Index>(scores.size());
    Eigen::Map<Eigen::VectorXd>(scores.data(), size) -=
        factors_.solve(Eigen::Map<const Eigen::VectorXd>(gradient_.data(), size));
    centre(scores);
  }

  const ComparisonGraph& graph_;
  std::vector<double> margin_, force_, curvature_;  // by edge
  std::vector<double> won_, lost_, gradient_;       // by node
  Eigen::MatrixXd hessian_;
  Eigen::LLT<Eigen::MatrixXd> factors_;
};

}  // namespace

bool is_dense(const ComparisonGraph& graph) {
  const std::uint64_t nodes = graph.node_count();
  return nodes <= kMostNodes && nodes * nodes <= kOneIn * graph.edge_count();
}

std::unique_ptr<InnerSolver> make_dense_newton(const ComparisonGraph& graph) {
  return std::make_unique<DenseNewton>(graph);
}

}  // namespace pdrank
