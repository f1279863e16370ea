#include "pdrank/methods/margin_fit.hpp"

#include <Eigen/Core>
#include <Eigen/IterativeLinearSolvers>
#include <Eigen/SparseCore>
#include <algorithm>
#include <cmath>
#include <limits>

#include "pdrank/linalg/dense_algebra.hpp"

namespace pdrank {
namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;
using Eigen::Index;

constexpr std::size_t kMostDense = 1500;  // nodes

bool has_ties(const Answers& answers) {
  for (std::size_t row = 0; row < answers.rows(); ++row)
    if (!answers.is_strict(row)) return true;
  return false;
}

// Scores first, then effects, then cuts or the logarithm of Davidson's rate.
class Problem {
 public:
  Problem(const Answers& answers, std::span<const std::uint32_t> part, double gamma, const Model& start)
      : answers_(answers),
        part_(part),
        gamma_(gamma),
        nodes_(static_cast<Index>(answers.nodes)),
        effects_(static_cast<Index>(start.effect.size())),
        davidson_(start.davidson > 0),
        fixed_(!davidson_ && !start.cut.empty() && !has_ties(answers) ? 1 : 0),
        cuts_(davidson_ ? 1 : static_cast<Index>(start.cut.size()) - fixed_) {
    for (const std::uint32_t one : part) {
      if (one >= part_size_.size()) part_size_.resize(one + std::size_t{1}, 0.0);
      part_size_[one] += 1;
    }
  }

  Index size() const { return nodes_ + effects_ + cuts_; }
  Index nodes() const { return nodes_; }
  Index others() const { return effects_ + cuts_; }
  bool is_dense() const { return answers_.nodes <= kMostDense; }
  double parts() const { return static_cast<double>(part_size_.size()); }

  Vector start(const Model& model) const {
    Vector at = Vector::Zero(size());
    if (davidson_)
      at[nodes_ + effects_] = std::log(model.davidson);
    else
      for (Index k = 0; k < cuts_; ++k) at[nodes_ + effects_ + k] = model.cut[static_cast<std::size_t>(k + fixed_)];
    return at;
  }

  Model model_at(const Vector& at) const {
    Model model;
    model.flip = {0};
    for (Index k = 0; k < effects_; ++k) model.effect.push_back(at[nodes_ + k]);
    model.in_use.assign(model.effect.size(), true);
    if (davidson_) model.davidson = std::exp(at[nodes_ + effects_]);
    if (fixed_ > 0) model.cut.push_back(0);
    if (!davidson_)
      for (Index k = 0; k < cuts_; ++k) model.cut.push_back(at[nodes_ + effects_ + k]);
    return model;
  }

  bool is_possible(const Vector& at) const {
    if (!at.allFinite()) return false;
    double below = 0;
    for (Index k = 0; k < cuts_ && !davidson_; ++k) {
      if (!(at[nodes_ + effects_ + k] > below)) return false;
      below = at[nodes_ + effects_ + k];
    }
    return true;
  }

  // visit(row, pair, count, sign, slopes) for what the rows say: the slopes are those of "the first" (sign 1) at the
  // margin, or of "the second" (-1) at the margin turned round.
  template <class Visit>
  void each_answer(const Vector& at, Visit&& visit) const {
    const std::vector<MarginLaw> laws = laws_of(*answers_.circumstances, model_at(at));
    for (std::size_t pair = 0; pair < answers_.pairs(); ++pair) {
      const double apart = at[answers_.first[pair]] - at[answers_.second[pair]];
      for (std::size_t row = answers_.begin[pair]; row < answers_.begin[pair + 1]; ++row) {
        const MarginLaw& law = laws[answers_.circumstance_of(row)];
        const double margin = apart + law.offset;
        if (answers_.won[row] > 0) visit(row, pair, double{answers_.won[row]}, 1.0, log_slopes(law, margin));
        if (answers_.lost[row] > 0) visit(row, pair, double{answers_.lost[row]}, -1.0, log_slopes(law, -margin));
      }
    }
  }

  double log_likelihood(const Vector& at) const {
    double sum = 0;
    each_answer(at, [&](std::size_t, std::size_t, double count, double, const LogSlopes& slopes) {
      sum += count * slopes.log_chance;
    });
    return sum;
  }
  double objective(const Vector& at) const { return log_likelihood(at) - gamma_ * at.head(nodes_).squaredNorm(); }

  // How the margin, low and high of an answer move with effects and cuts: a row for each of the three.
  Eigen::Matrix<double, 3, Eigen::Dynamic> spread(std::size_t row, double sign) const {
    Eigen::Matrix<double, 3, Eigen::Dynamic> moves(3, others());
    moves.setZero();
    const std::uint32_t circumstance = answers_.circumstance_of(row);
    const std::span<const float> features = answers_.circumstances->features(circumstance);
    for (Index k = 0; k < effects_; ++k) moves(0, k) = sign * double{features[static_cast<std::size_t>(k)]};
    if (cuts_ == 0) return moves;
    const std::uint8_t strength = answers_.circumstances->strength[circumstance];
    if (davidson_) {
      moves(1, effects_) = 1;
    } else if (strength == kTie) {
      moves(1, effects_) = -1;
      moves(2, effects_) = 1;
    } else {
      const Index low = effects_ + strength - 1 - fixed_;
      if (low >= effects_) moves(1, low) = 1;
      if (low + 1 < effects_ + cuts_) moves(2, low + 1) = 1;
    }
    return moves;
  }

  // The slope of the objective, and its curvature: of scores by pair, of scores with the others, of the others.
  struct Local {
    Vector slope;
    std::vector<double> weight;  // by pair
    Matrix coupling;             // nodes by others
    Matrix inner;
  };
  Local local(const Vector& at) const {
    Local sums{Vector::Zero(size()), std::vector<double>(answers_.pairs(), 0.0), Matrix::Zero(nodes_, others()),
               Matrix::Zero(others(), others())};
    each_answer(at, [&](std::size_t row, std::size_t pair, double count, double sign, const LogSlopes& slopes) {
      const Index first = answers_.first[pair], second = answers_.second[pair];
      const double pull = count * sign * slopes.slope[0];
      sums.slope[first] += pull;
      sums.slope[second] -= pull;
      sums.weight[pair] -= count * slopes.bend(0, 0);
      const auto moves = spread(row, sign);
      sums.slope.tail(others()) += count * moves.transpose() * slopes.slope;
      sums.inner -= count * moves.transpose() * slopes.bend * moves;
      const Eigen::RowVectorXd shared = count * sign * slopes.bend.row(0) * moves;
      sums.coupling.row(first) -= shared;
      sums.coupling.row(second) += shared;
    });
    sums.slope.head(nodes_) -= 2 * gamma_ * at.head(nodes_);
    return sums;
  }

  // The curvature of the scores, with the level of every part held, which the answers say nothing about.
  Matrix dense(const Local& sums) const {
    Matrix all = Matrix::Zero(nodes_, nodes_);
    for (std::size_t pair = 0; pair < answers_.pairs(); ++pair) {
      const Index first = answers_.first[pair], second = answers_.second[pair];
      const double weight = sums.weight[pair];
      all(first, first) += weight, all(second, second) += weight;
      all(first, second) -= weight, all(second, first) -= weight;
    }
    for (Index i = 0; i < nodes_; ++i) {
      all(i, i) += 2 * gamma_;
      for (Index j = 0; j < nodes_; ++j)
        if (part_[static_cast<std::size_t>(i)] == part_[static_cast<std::size_t>(j)])
          all(i, j) += 1 / part_size_[part_[static_cast<std::size_t>(i)]];
    }
    return all;
  }

  // Columns x of A x = sides, A being the curvature of the scores.
  Matrix solve_scores(const Local& sums, const Matrix& sides) const {
    if (is_dense()) return solve_positive(dense(sums), sides);
    using Sparse = Eigen::SparseMatrix<double, Eigen::RowMajor>;
    std::vector<Eigen::Triplet<double>> entries;
    for (std::size_t pair = 0; pair < answers_.pairs(); ++pair) {
      const auto first = static_cast<int>(answers_.first[pair]), second = static_cast<int>(answers_.second[pair]);
      const double weight = sums.weight[pair];
      entries.emplace_back(first, first, weight), entries.emplace_back(second, second, weight);
      entries.emplace_back(first, second, -weight), entries.emplace_back(second, first, -weight);
    }
    for (Index i = 0; i < nodes_; ++i) entries.emplace_back(static_cast<int>(i), static_cast<int>(i), 2 * gamma_);
    Sparse matrix(nodes_, nodes_);
    matrix.setFromTriplets(entries.begin(), entries.end());
    Eigen::ConjugateGradient<Sparse, Eigen::Lower | Eigen::Upper> solver(matrix);
    solver.setTolerance(1e-10);
    return solver.solve(sides);
  }

  // Where Newton's method goes; `left` is the curvature of the others that is left when the scores follow them.
  Vector step(const Local& sums, Matrix& left) const {
    Matrix sides(nodes_, 1 + others());
    sides << sums.slope.head(nodes_), sums.coupling;
    const Matrix moved = solve_scores(sums, sides);
    left = sums.inner - sums.coupling.transpose() * moved.rightCols(others());
    Vector step(size());
    step.tail(others()) = solve_symmetric(left, sums.slope.tail(others()) - sums.coupling.transpose() * moved.col(0));
    step.head(nodes_) = moved.col(0) - moved.rightCols(others()) * step.tail(others());
    centre(step);
    return step;
  }

  // An effect that says nothing which the scores and the others do not say already; none: -1.
  Index unidentified(const Local& sums, const Matrix& left) const {
    constexpr double kNothing = 1e-9;
    if (others() == 0) return -1;
    const Vector root = sums.inner.diagonal().cwiseSqrt().cwiseMax(1e-300).cwiseInverse();
    const EigenParts parts = eigen_parts(root.asDiagonal() * left * root.asDiagonal());
    if (parts.values[0] > kNothing) return -1;
    Index worst = 0;
    parts.vectors.col(0).cwiseAbs().maxCoeff(&worst);
    return worst;
  }

  // One that grows without end; none: -1.
  Index runaway(const Vector& at) const {
    constexpr double kFarthest = 15;
    for (Index k = 0; k < others(); ++k)
      if (!(std::abs(at[nodes_ + k]) < kFarthest)) return k;
    return -1;
  }
  Index effects() const { return effects_; }
  bool is_first_fixed() const { return fixed_ > 0; }
  const Answers& answers() const { return answers_; }

  void centre(Vector& at) const {
    std::vector<double> level(part_size_.size(), 0.0);
    for (Index i = 0; i < nodes_; ++i) level[part_[static_cast<std::size_t>(i)]] += at[i];
    for (Index i = 0; i < nodes_; ++i) {
      const std::uint32_t part = part_[static_cast<std::size_t>(i)];
      at[i] -= level[part] / part_size_[part];
    }
  }

  // The inverse of the curvature on scores of mean 0, or what clusters make of it.
  Matrix covariance(const Vector& at) const {
    const Local sums = local(at);
    Matrix inverse(size(), size());
    Matrix of_scores = solve_positive(dense(sums), Matrix::Identity(nodes_, nodes_));
    const Matrix moved = of_scores * sums.coupling;
    const Matrix of_others = inverse_of(sums.inner - sums.coupling.transpose() * moved);
    // The level of a part has been held by 1, and is no part of the scores.
    for (Index i = 0; i < nodes_; ++i)
      for (Index j = 0; j < nodes_; ++j)
        if (const std::uint32_t part = part_[static_cast<std::size_t>(i)]; part == part_[static_cast<std::size_t>(j)])
          of_scores(i, j) -= 1 / (part_size_[part] * (1 + 2 * gamma_));
    inverse.topLeftCorner(nodes_, nodes_) = of_scores + moved * of_others * moved.transpose();
    inverse.topRightCorner(nodes_, others()) = -moved * of_others;
    inverse.bottomLeftCorner(others(), nodes_) = inverse.topRightCorner(nodes_, others()).transpose();
    inverse.bottomRightCorner(others(), others()) = of_others;
    if (answers_.circumstances->clusters == 0) return inverse;
    return inverse * scatter(at) * inverse;
  }

 private:
  // Of the slopes from cluster to cluster.
  Matrix scatter(const Vector& at) const {
    const Circumstances& known = *answers_.circumstances;
    Matrix of_clusters = Matrix::Zero(size(), size());
    std::vector<std::vector<std::pair<Index, double>>> slopes(known.clusters);
    double answers = 0, rows = 0;
    each_answer(at, [&](std::size_t row, std::size_t pair, double count, double sign, const LogSlopes& at_row) {
      auto& own = slopes[known.cluster[answers_.circumstance_of(row)]];
      own.emplace_back(answers_.first[pair], count * sign * at_row.slope[0]);
      own.emplace_back(answers_.second[pair], -count * sign * at_row.slope[0]);
      const Vector others_slope = count * spread(row, sign).transpose() * at_row.slope;
      for (Index k = 0; k < others(); ++k) own.emplace_back(nodes_ + k, others_slope[k]);
      answers += count, rows += 1;
    });
    answers = std::max(answers, rows);
    double clusters = 0;
    for (auto& own : slopes) {
      if (own.empty()) continue;
      clusters += 1;
      std::ranges::stable_sort(own, {}, &std::pair<Index, double>::first);
      std::vector<std::pair<Index, double>> sums;
      for (const auto& [place, slope] : own)
        if (!sums.empty() && sums.back().first == place)
          sums.back().second += slope;
        else
          sums.emplace_back(place, slope);
      for (const auto& [i, a] : sums)
        for (const auto& [j, b] : sums) of_clusters(i, j) += a * b;
    }
    const double parameters = static_cast<double>(size()) - parts();
    return of_clusters * (clusters / std::max(clusters - 1, 1.0) * (answers - 1) / std::max(answers - parameters, 1.0));
  }

  const Answers& answers_;
  std::span<const std::uint32_t> part_;
  double gamma_;
  Index nodes_, effects_;
  bool davidson_;
  Index fixed_;  // 1: without ties the first cut is 0
  Index cuts_;
  std::vector<double> part_size_;
};

// Effects count from 0; what follows them has the number of the last and one.
std::optional<std::size_t> number_of(const Problem& problem, Index parameter) {
  if (parameter < 0) return std::nullopt;
  return static_cast<std::size_t>(std::min(parameter, problem.effects()));
}

void describe(const Problem& problem, const Vector& at, MarginFit& fit) {
  fit.model = problem.model_at(at);
  fit.found.effect.resize(fit.model.effect.size());
  for (std::size_t k = 0; k < fit.found.effect.size(); ++k) fit.found.effect[k].estimate = fit.model.effect[k];
  if (!problem.is_dense()) return;
  const Vector variance = problem.covariance(at).diagonal();
  const auto deviation = [&](Index k) { return variance[k] > 0 ? std::sqrt(variance[k]) : kNone; };
  for (Index k = 0; k < problem.nodes(); ++k) fit.standard_error.push_back(deviation(k));
  Index k = problem.nodes();
  for (EffectFound& one : fit.found.effect) {
    one.deviation = deviation(k++);
    one.reach = one.deviation * reach_of_interval(count_clusters(problem.answers()));
    one.log_evidence = log_evidence(one.estimate, one.deviation, std::numeric_limits<double>::infinity());
  }
  // Of logarithms, as elsewhere.
  double below = 0;
  if (problem.is_first_fixed()) fit.found.cut_deviation.push_back(0);
  for (; k < problem.size(); ++k) {
    const double step = fit.model.davidson > 0 ? 1 : at[k] - below;
    fit.found.cut_deviation.push_back(deviation(k) / step);
    below = at[k];
  }
}

}  // namespace

MarginFit fit_margins(const Answers& answers, std::span<const std::uint32_t> part, double gamma, bool davidson,
                      Observer* observer) {
  constexpr int kMostSteps = 200;
  constexpr double kClose = 1e-9, kShortest = 1e-10, kSufficient = 1e-4;
  Model begin;
  begin.effect.assign(answers.circumstances->effects, 0.0);
  start_cuts(answers, davidson, begin);
  const Problem problem(answers, part, gamma, begin);
  MarginFit fit;
  Vector at = problem.start(begin);
  double objective = problem.objective(at);
  while (fit.iterations < kMostSteps && fit.status != Termination::converged) {
    if (observer && observer->stop_requested()) {
      fit.status = Termination::stopped;
      break;
    }
    const Problem::Local sums = problem.local(at);
    Matrix left;
    const Vector step = problem.step(sums, left);
    if (fit.iterations == 0) fit.unidentified = number_of(problem, problem.unidentified(sums, left));
    if (fit.unidentified) return fit;
    const double rise = sums.slope.dot(step);
    double length = 1;
    for (; length > kShortest; length /= 2) {
      const Vector next = at + length * step;
      const double there =
          problem.is_possible(next) ? problem.objective(next) : -std::numeric_limits<double>::infinity();
      // Close to the top rounding is all that a step changes.
      if (!(there >= objective + kSufficient * length * rise - 1e-12 * std::abs(objective))) continue;
      at = next;
      objective = there;
      break;
    }
    ++fit.iterations;
    if (!(rise > kClose)) fit.status = Termination::converged;
    if (length <= kShortest) {
      if (fit.status != Termination::converged) fit.status = Termination::numerical_trouble;
      break;
    }
  }
  fit.runaway = number_of(problem, problem.runaway(at));
  problem.centre(at);
  fit.log_likelihood = problem.log_likelihood(at);
  fit.scores.assign(at.data(), at.data() + problem.nodes());
  describe(problem, at, fit);
  return fit;
}

}  // namespace pdrank
