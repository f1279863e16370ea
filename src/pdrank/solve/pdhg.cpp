// The primal-dual hybrid gradient method on a subproblem (paper, "PD-Rank algorithm"; Condat 2013), with K = A,
// g(y) = sum w_n softplus(1 - y_n), f(x) = indicator{1'x = 0} + gamma |x|^2:
//
//   p = prox_{tau f}(x - tau A'v)                 prox_{tau f}(u) = u' - mean(u'), u' = u / (1 + 2 gamma tau)
//   q = prox_{sigma g*}(v + sigma A(2p - x))      prox_{sigma g*}(u) = u - sigma prox_{(w / sigma) softplus(1 - .)}(u /
//   sigma) (x, v) += lambda ((p, q) - (x, v))            lambda = 1.9, tau = 1 / (rho |A|_S), sigma = rho / |A|_S
//
// The paper has rho = 1, and so has its stopping rule here. Under the KKT rule rho follows the ratio of how far the
// dual and the primal have moved (the primal weight of PDLP, Applegate et al. 2021), at intervals that double, so that
// ever longer stretches run with fixed steps. It saves a factor of ten and more.
#include <algorithm>
#include <cmath>
#include <vector>

#include "pdrank/linalg/spectral_norm.hpp"
#include "pdrank/linalg/vector_ops.hpp"
#include "pdrank/solve/inner_solver.hpp"

namespace pdrank {
namespace {

constexpr double kRelaxation = 1.9;        // lambda
constexpr int kCheckInterval = 20;         // an exact KKT residual costs about as much as an iteration
constexpr int kFirstBalanceInterval = 60;  // then 120, 240, ..; a multiple of kCheckInterval

class Pdhg final : public InnerSolver {
 public:
  Pdhg(const Incidence& incidence, std::uint64_t seed)
      : incidence_(incidence),
        norm_(std::sqrt(spectral_bound(incidence, seed).upper)),
        at_(incidence),
        p_(incidence.node_count()),
        won_(incidence.node_count()),
        lost_(incidence.node_count()),
        anchor_scores_(incidence.node_count()),
        margin_(incidence.edge_count()),
        p_margin_(incidence.edge_count()),
        dual_(incidence.edge_count()),
        anchor_dual_(incidence.edge_count()),
        prox_point_(incidence.edge_count()),
        prox_weight_(incidence.edge_count()),
        prox_pull_(incidence.edge_count()) {}

  InnerReport solve(const Subproblem& problem, const InnerCriteria& criteria, std::span<double> scores,
                    Observer* observer) override {
    start(problem, scores);
    InnerStatistics statistics;
    while (true) {
      const bool due = criteria.rule == InnerRule::cost || statistics.iteration % kCheckInterval == 0 ||
                       statistics.iteration >= criteria.max_iterations;
      if (due) {
        measure(problem, criteria, scores, statistics);
        if (auto reason = check_inner(statistics, criteria)) return finish(problem, scores, *reason, statistics);
        if (observer && observer->stop_requested()) return finish(problem, scores, Termination::stopped, statistics);
      }
      if (criteria.rule == InnerRule::kkt && statistics.iteration == next_balance_) balance(scores);
      iterate(problem, scores);
      ++statistics.iteration;
    }
  }

 private:
  // The dual that belongs to the scores: v = grad g(Ax).
  void start(const Subproblem& problem, std::span<const double> scores) {
    problem.margins(scores, margin_);
    evaluate(problem, scores, margin_, at_);
    for_each_index(dual_.size(), [&](std::size_t e) { dual_[e] = -at_.force[e]; });
    balance_ = 1;
    next_balance_ = kFirstBalanceInterval;
    set_anchor(scores);
  }

  void measure(const Subproblem& problem, const InnerCriteria& criteria, std::span<const double> scores,
               InnerStatistics& statistics) {
    if (criteria.rule == InnerRule::cost) {
      if (statistics.iteration > 0) statistics.previous_objective = statistics.objective;
      statistics.objective = objective(problem, scores, margin_, at_);
      return;
    }
    problem.margins(scores, margin_);  // afresh: the running update gathers rounding errors
    evaluate(problem, scores, margin_, at_);
    statistics.objective = at_.objective;
    statistics.kkt_residual = at_.kkt_residual;
  }

  void iterate(const Subproblem& problem, std::span<double> scores) {
    const double tau = 1 / (balance_ * norm_), sigma = balance_ / norm_;
    primal_prox(problem, tau, scores);
    problem.margins(p_, p_margin_);
    parallel_blocks(dual_.size(), [&](std::size_t begin, std::size_t end) { dual_prox(problem, sigma, begin, end); });
    for_each_index(scores.size(), [&](std::size_t i) { scores[i] += kRelaxation * (p_[i] - scores[i]); });
  }

  void primal_prox(const Subproblem& problem, double tau, std::span<const double> scores) {
    incidence_.gather(dual_, won_, lost_);
    for_each_index(p_.size(), [&](std::size_t i) {
      p_[i] = (scores[i] - tau * (won_[i] - lost_[i])) / (1 + 2 * problem.gamma * tau);
    });
    centre(p_);
  }

  // The dual step for a block of edges, and the margins carried along with x. In 2 p_margin - margin the problem's lead
  // is left once: the prox is taken in the shifted variable, and its pull does not depend on the shift.
  void dual_prox(const Subproblem& problem, double sigma, std::size_t begin, std::size_t end) {
    for (std::size_t e = begin; e < end; ++e) {
      prox_point_[e] = dual_[e] / sigma + 2 * p_margin_[e] - margin_[e];
      prox_weight_[e] = problem.weight[e] / sigma;
    }
    kernels::prox_pull(prox_point_.data() + begin, prox_weight_.data() + begin, end - begin, prox_pull_.data() + begin);
    for (std::size_t e = begin; e < end; ++e) {
      const double q = -sigma * prox_pull_[e];
      dual_[e] += kRelaxation * (q - dual_[e]);
      margin_[e] += kRelaxation * (p_margin_[e] - margin_[e]);
    }
  }

  void set_anchor(std::span<const double> scores) {
    std::ranges::copy(scores, anchor_scores_.begin());
    anchor_dual_ = dual_;
  }

  void balance(std::span<const double> scores) {
    add_scaled(anchor_scores_, -1, scores);
    add_scaled(anchor_dual_, -1, dual_);
    const double primal_moved = norm(anchor_scores_), dual_moved = norm(anchor_dual_);
    if (primal_moved > 0 && dual_moved > 0) balance_ = std::sqrt(balance_ * dual_moved / primal_moved);
    next_balance_ *= 2;
    set_anchor(scores);
  }

  InnerReport finish(const Subproblem& problem, std::span<double> scores, Termination status,
                     const InnerStatistics& statistics) {
    problem.margins(scores, margin_);
    evaluate(problem, scores, margin_, at_);
    return {status, statistics.iteration, at_.objective, at_.kkt_residual};
  }

  const Incidence& incidence_;
  double norm_;         // an upper bound on |A|_S
  double balance_ = 1;  // rho
  int next_balance_ = kFirstBalanceInterval;
  PointEvaluation at_;
  std::vector<double> p_, won_, lost_, anchor_scores_;                                                 // by node
  std::vector<double> margin_, p_margin_, dual_, anchor_dual_, prox_point_, prox_weight_, prox_pull_;  // by edge
};

}  // namespace

std::unique_ptr<InnerSolver> make_pdhg(const Incidence& incidence, std::uint64_t seed) {
  return std::make_unique<Pdhg>(incidence, seed);
}

}  // namespace pdrank
