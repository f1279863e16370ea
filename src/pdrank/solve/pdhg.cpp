// The primal-dual hybrid gradient method on a subproblem (docs/MATH.md section 3), in the paper's form and in a faster
// one. With g(y) = sum w_n softplus(1 - y_n) and f(x) = indicator{1'x = 0} + gamma |x|^2:
//
//   p = prox_f(x - T A'v)                in the metric T^-1
//   q = prox_g*(v + S A(2p - x))         in the metric S^-1
//   (x, v) += lambda ((p, q) - (x, v))
//
// The paper ("PD-Rank algorithm"; Condat 2013) has the same step for all, T = S = 1 / |A|_S. That is what runs under
// its stopping rule. Under the KKT rule the steps are diagonal (Pock and Chambolle 2011) and follow the curvature h of
// the loss: S = s diag(h), T = 1 / (2 s D), D_i the sum of h over the comparisons of item i. The eigenvalues of
// D^-1 A'diag(h)A are at most 2, so |S^1/2 A T^1/2| <= 1, which is what convergence asks for.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include "pdrank/linalg/incidence.hpp"
#include "pdrank/linalg/spectral_norm.hpp"
#include "pdrank/linalg/vector_ops.hpp"
#include "pdrank/solve/inner_solver.hpp"

namespace pdrank {
namespace {

constexpr std::size_t kChunk = 1024;  // edges whose intermediate values stay in the fastest memory
using Chunk = std::array<double, kChunk>;

// Of an edge in Incidence::gather.
constexpr std::uint64_t kBytesOfGather = 2 * sizeof(double) + sizeof(EdgeId);

// A subproblem whose weights are in the order of the graph's edges, as everything here is.
struct EdgeProblem {
  const Subproblem& tiled;
  std::span<const double> weight;
  double gamma = tiled.gamma, lead = tiled.lead;
};

// body(begin, end) for every chunk of edges, in parallel.
template <class Body>
void for_each_chunk(std::size_t edges, Body&& body) {
  parallel_blocks(edges, [&](std::size_t block, std::size_t block_end) {
    for (std::size_t begin = block; begin < block_end; begin += kChunk)
      body(begin, std::min(block_end, begin + kChunk));
  });
}

// The paper's steps:
//
//   prox_{tau f}(u) = u' - mean(u'), u' = u / (1 + 2 gamma tau)          tau = sigma = 1 / |A|_S, lambda = 1.9
//   prox_{sigma g*}(u) = u - sigma prox_{(w / sigma) softplus(1 - .)}(u / sigma)
class PaperPdhg {
 public:
  PaperPdhg(const EdgeTiles& tiles, const Incidence& incidence, std::uint64_t seed)
      : incidence_(incidence),
        step_(1 / std::sqrt(spectral_bound(incidence, seed).upper)),
        point_(tiles),
        p_(incidence.node_count()),
        won_(incidence.node_count()),
        lost_(incidence.node_count()),
        margin_(incidence.edge_count()),
        p_margin_(incidence.edge_count()),
        dual_(incidence.edge_count()),
        force_(incidence.edge_count()),
        curvature_(incidence.edge_count()) {}

  InnerReport solve(const EdgeProblem& problem, const InnerCriteria& criteria, std::span<double> scores,
                    Observer* observer) {
    start(problem, scores);
    InnerStatistics statistics;
    while (true) {
      if (statistics.iteration > 0) statistics.previous_objective = statistics.objective;
      statistics.objective =
          loss_and_derivatives(margin_, problem.weight, force_, curvature_) + problem.gamma * dot(scores, scores);
      if (auto reason = check_inner(statistics, criteria)) return finish(problem, scores, *reason, statistics);
      if (observer && observer->stop_requested()) return finish(problem, scores, Termination::stopped, statistics);
      iterate(problem, scores);
      ++statistics.iteration;
    }
  }

 private:
  static constexpr double kRelaxation = 1.9;  // lambda

  // The dual that belongs to the scores: v = grad g(Ax).
  void start(const EdgeProblem& problem, std::span<const double> scores) {
    incidence_.margins(scores, margin_, problem.lead);
    loss_and_derivatives(margin_, problem.weight, force_, curvature_);
    for_each_index(dual_.size(), [&](std::size_t e) { dual_[e] = -force_[e]; });
  }

  void iterate(const EdgeProblem& problem, std::span<double> scores) {
    primal_prox(problem, scores);
    incidence_.margins(p_, p_margin_, problem.lead);
    for_each_chunk(dual_.size(), [&](std::size_t begin, std::size_t end) { dual_prox(problem, begin, end); });
    for_each_index(scores.size(), [&](std::size_t i) { scores[i] += kRelaxation * (p_[i] - scores[i]); });
  }

  void primal_prox(const EdgeProblem& problem, std::span<const double> scores) {
    incidence_.gather(dual_, won_, lost_);
    for_each_index(p_.size(), [&](std::size_t i) {
      p_[i] = (scores[i] - step_ * (won_[i] - lost_[i])) / (1 + 2 * problem.gamma * step_);
    });
    centre(p_);
  }

  // The dual step for some edges, and the margins carried along with x. In 2 p_margin - margin the problem's lead
  // is left once: the prox is taken in the shifted variable, and its pull does not depend on the shift.
  void dual_prox(const EdgeProblem& problem, std::size_t begin, std::size_t end) {
    Chunk point{}, weight{}, pull{};
    for (std::size_t e = begin; e < end; ++e) {
      point[e - begin] = dual_[e] / step_ + 2 * p_margin_[e] - margin_[e];
      weight[e - begin] = problem.weight[e] / step_;
    }
    kernels::prox_pull(point.data(), weight.data(), end - begin, pull.data());
    for (std::size_t e = begin; e < end; ++e) {
      const double q = -step_ * pull[e - begin];
      dual_[e] += kRelaxation * (q - dual_[e]);
      margin_[e] += kRelaxation * (p_margin_[e] - margin_[e]);
    }
  }

  InnerReport finish(const EdgeProblem& problem, std::span<const double> scores, Termination status,
                     const InnerStatistics& statistics) {
    point_.begin(problem.tiled);
    point_.at(scores);
    EdgeTraffic traffic = point_.traffic();
    traffic.add(dual_.size() * kBytesOfGather, static_cast<std::uint64_t>(statistics.iteration));
    traffic.add(dual_.size() * 4 * sizeof(double), static_cast<std::uint64_t>(2 * statistics.iteration));
    return {status, statistics.iteration, point_.objective(), point_.kkt_residual(), traffic};
  }

  const Incidence& incidence_;
  double step_;  // at most 1 / |A|_S
  Evaluation point_;
  std::vector<double> p_, won_, lost_;                                // by node
  std::vector<double> margin_, p_margin_, dual_, force_, curvature_;  // by edge
};

// Steps by curvature. They are set anew, with s, whenever the residual is measured, at intervals that grow with the
// number of iterations, so that ever longer stretches run with fixed steps.
class DiagonalPdhg {
 public:
  DiagonalPdhg(const EdgeTiles& tiles, const Incidence& incidence)
      : incidence_(incidence),
        point_(tiles),
        won_(incidence.node_count()),
        lost_(incidence.node_count()),
        stiffness_(incidence.node_count()),
        p_(incidence.node_count()),
        ahead_(incidence.node_count()),
        measured_scores_(incidence.node_count()),
        measured_gradient_(incidence.node_count()),
        margin_(incidence.edge_count()),
        force_(incidence.edge_count()),
        curvature_(incidence.edge_count()),
        dual_(incidence.edge_count()),
        sigma_(incidence.edge_count()) {}

  InnerReport solve(const EdgeProblem& problem, const InnerCriteria& criteria, std::span<double> scores,
                    Observer* observer) {
    start(problem, scores);
    InnerStatistics statistics;
    int next_measurement = 0;
    while (true) {
      const bool stopped = observer && observer->stop_requested();
      if (statistics.iteration == next_measurement || statistics.iteration >= criteria.max_iterations || stopped) {
        measure(problem, scores, statistics);
        if (auto reason = check_inner(statistics, criteria)) return report(*reason, statistics);
        if (stopped) return report(Termination::stopped, statistics);
        if (statistics.iteration > 0) set_ratio(problem, scores);
        set_steps(problem, scores);
        next_measurement += std::max(kFirstInterval, statistics.iteration / kIntervalShare);
      }
      iterate(problem, scores);
      ++statistics.iteration;
    }
  }

 private:
  static constexpr double kRelaxation = 1.8;       // lambda
  static constexpr double kFirstRatio = 0.5;       // s
  static constexpr double kGapShare = 0.1;         // of |v + force|: what the curvature is taken for at least ..
  static constexpr double kLeastCurvature = 1e-8;  // .. and of w
  static constexpr int kFirstInterval = 10;        // iterations between measurements, each the cost of about two
  static constexpr int kIntervalShare = 8;         // of the iterations so far

  InnerReport report(Termination status, const InnerStatistics& statistics) const {
    EdgeTraffic traffic = point_.traffic();
    traffic.add(dual_.size() * kBytesOfGather, static_cast<std::uint64_t>(statistics.iteration));
    traffic.add(dual_.size() * (4 * sizeof(double) + 2 * sizeof(std::uint32_t)),
                static_cast<std::uint64_t>(statistics.iteration));
    return {status, statistics.iteration, statistics.objective, statistics.kkt_residual, traffic};
  }

  // The dual that belongs to the scores: v = grad g(Ax).
  void start(const EdgeProblem& problem, std::span<double> scores) {
    ratio_ = kFirstRatio;
    centre(scores);
    point_.begin(problem.tiled);
    evaluate(problem, scores);
    for_each_index(dual_.size(), [&](std::size_t e) { dual_[e] = -force_[e]; });
  }

  void evaluate(const EdgeProblem& problem, std::span<const double> scores) {
    incidence_.margins(scores, margin_, problem.lead);
    loss_and_derivatives(margin_, problem.weight, force_, curvature_);
    point_.at(scores);
  }

  void measure(const EdgeProblem& problem, std::span<const double> scores, InnerStatistics& statistics) {
    if (statistics.iteration > 0) {
      evaluate(problem, scores);
      statistics.previous_objective = statistics.objective;
    } else {
      statistics.first_objective = point_.objective();
    }
    statistics.objective = point_.objective();
    statistics.kkt_residual = point_.kkt_residual();
  }

  struct Moved {
    double energy = 0, squares = 0, stiff = 0;  // <dx, dgrad>, |dx|^2, <dx, 2 s D dx>
    Moved& operator+=(const Moved& other) {
      energy += other.energy;
      squares += other.squares;
      stiff += other.stiff;
      return *this;
    }
  };

  // s = the root of the Rayleigh quotient <dx, H dx> / <dx, D dx> of what has moved since the last measurement.
  void set_ratio(const EdgeProblem& problem, std::span<const double> scores) {
    const Moved moved = parallel_sum<Moved>(scores.size(), [&](std::size_t begin, std::size_t end) {
      Moved sums;
      for (std::size_t i = begin; i < end; ++i) {
        const double dx = scores[i] - measured_scores_[i];
        sums += {dx * (point_.gradient()[i] - measured_gradient_[i]), dx * dx, dx * dx * stiffness_[i]};
      }
      return sums;
    });
    const double energy = std::max(moved.energy, 2 * problem.gamma * moved.squares);  // rounding may eat the first
    const double quotient = energy / (moved.stiff / (2 * ratio_));
    if (quotient > 0) ratio_ = std::sqrt(std::min(1.0, quotient));
  }

  // Curvature at the scores tells little about an edge whose dual is still far from the force there.
  void set_steps(const EdgeProblem& problem, std::span<const double> scores) {
    for_each_index(sigma_.size(), [&](std::size_t e) {
      const double gap = std::abs(dual_[e] + force_[e]);
      sigma_[e] = ratio_ * std::max({curvature_[e], kGapShare * gap, kLeastCurvature * problem.weight[e]});
    });
    incidence_.gather(sigma_, won_, lost_);
    mobility_ = parallel_sum(scores.size(), [&](std::size_t begin, std::size_t end) {
      double total = 0;
      for (std::size_t i = begin; i < end; ++i) {
        stiffness_[i] = 2 * (won_[i] + lost_[i]);
        total += 1 / (stiffness_[i] + 2 * problem.gamma);
      }
      return total;
    });
    std::ranges::copy(scores, measured_scores_.begin());
    std::ranges::copy(point_.gradient(), measured_gradient_.begin());
  }

  void iterate(const EdgeProblem& problem, std::span<double> scores) {
    primal_step(problem, scores);
    const ComparisonGraph& graph = incidence_.graph();
    for_each_chunk(dual_.size(), [&](std::size_t begin, std::size_t end) {
      Chunk margin{};
      for (std::size_t e = begin; e < end; ++e)
        margin[e - begin] = ahead_[graph.winner[e]] - ahead_[graph.loser[e]] + problem.lead;
      kernels::dual_step(margin.data(), problem.weight.data() + begin, sigma_.data() + begin, kRelaxation, end - begin,
                         dual_.data() + begin);
    });
  }

  // p = (x / T - A'v - multiplier) / (1 / T + 2 gamma), the multiplier being that of 1'p = 0.
  void primal_step(const EdgeProblem& problem, std::span<double> scores) {
    incidence_.gather(dual_, won_, lost_);
    const double ridge = 2 * problem.gamma;
    const double total = parallel_sum(p_.size(), [&](std::size_t begin, std::size_t end) {
      double sum = 0;
      for (std::size_t i = begin; i < end; ++i)
        sum += p_[i] = (stiffness_[i] * scores[i] - (won_[i] - lost_[i])) / (stiffness_[i] + ridge);
      return sum;
    });
    const double multiplier = total / mobility_;
    for_each_index(p_.size(), [&](std::size_t i) {
      const double p = p_[i] - multiplier / (stiffness_[i] + ridge);
      ahead_[i] = 2 * p - scores[i];
      scores[i] += kRelaxation * (p - scores[i]);
    });
  }

  const Incidence& incidence_;
  double ratio_ = kFirstRatio;  // s
  double mobility_ = 0;         // sum of 1 / (1 / T + 2 gamma)
  Evaluation point_;
  std::vector<double> won_, lost_, stiffness_, p_, ahead_;   // by node; stiffness = 1 / T, ahead = 2p - x
  std::vector<double> measured_scores_, measured_gradient_;  // by node: at the last measurement
  std::vector<double> margin_, force_, curvature_;           // by edge: at the last measurement
  std::vector<double> dual_, sigma_;                         // by edge; sigma = S
};

// Either of them, made when it is first needed.
class Pdhg final : public InnerSolver {
 public:
  Pdhg(const EdgeTiles& tiles, std::uint64_t seed)
      : tiles_(tiles), incidence_(tiles.graph()), seed_(seed), weight_(tiles.edge_count()) {}

  InnerReport solve(const Subproblem& problem, const InnerCriteria& criteria, std::span<double> scores,
                    Observer* observer) override {
    tiles_.in_edge_order(problem.weight, weight_);
    const EdgeProblem by_edge{problem, weight_};
    if (criteria.rule == InnerRule::cost) {
      if (!paper_) paper_.emplace(tiles_, incidence_, seed_);
      return paper_->solve(by_edge, criteria, scores, observer);
    }
    if (!diagonal_) diagonal_.emplace(tiles_, incidence_);
    return diagonal_->solve(by_edge, criteria, scores, observer);
  }

 private:
  const EdgeTiles& tiles_;
  Incidence incidence_;
  std::uint64_t seed_;
  std::vector<double> weight_;  // by edge
  std::optional<PaperPdhg> paper_;
  std::optional<DiagonalPdhg> diagonal_;
};

}  // namespace

std::unique_ptr<InnerSolver> make_pdhg(const EdgeTiles& tiles, std::uint64_t seed) {
  return std::make_unique<Pdhg>(tiles, seed);
}

}  // namespace pdrank
