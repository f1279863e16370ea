// The model of docs/MATH.md, section 12, written down once more, plainly and in extended precision: what the program
// computes is held against it.
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>
#include <span>
#include <vector>

#include "pdrank/posterior/answers.hpp"
#include "pdrank/posterior/model.hpp"

namespace pdrank::model_law {

using Real = long double;

inline Real sigmoid(Real t) { return 1 / (1 + std::exp(-t)); }

// log(f + (1 - 2 f) sigmoid(d)), with 1 - sigmoid(d) = sigmoid(-d) so that no digits are lost.
inline Real log_answer(Real d, Real flip) { return std::log(flip * sigmoid(-d) + (1 - flip) * sigmoid(d)); }

// A tie: 1 / cosh(d / 2).
inline Real log_tie(Real d) {
  const Real a = std::abs(d) / 2;
  return std::numbers::ln2_v<Real> - a - std::log1p(std::exp(-2 * a));
}

inline Real log_normal(Real x, Real mean, Real variance) {
  return -(x - mean) * (x - mean) / (2 * variance) - std::log(2 * std::numbers::pi_v<Real> * variance) / 2;
}

inline Real log_shape(Real x, const ScoreShape& shape) {
  Real sum = 0;
  for (const ShapePart& part : shape)
    sum += static_cast<Real>(part.share) *
           std::exp(log_normal(x, part.mean, static_cast<Real>(part.deviation) * static_cast<Real>(part.deviation)));
  return std::log(sum);
}

// The answers about one pair, d = first - second.
inline Real log_pair(const Answers& answers, std::size_t pair, std::span<const double> flip, Real d) {
  Real sum = 0;
  for (std::size_t row = answers.begin[pair]; row < answers.begin[pair + 1]; ++row) {
    const Real f = flip[answers.source[row]];
    if (answers.won[row] > 0) sum += static_cast<Real>(answers.won[row]) * log_answer(d, f);
    if (answers.lost[row] > 0) sum += static_cast<Real>(answers.lost[row]) * log_answer(-d, f);
  }
  return answers.tied_of(pair) > 0 ? sum + answers.tied_of(pair) * log_tie(d) : sum;
}

// The logarithm of prior times likelihood.
inline Real log_joint(const Answers& answers, const Model& model, std::span<const Real> x) {
  Real sum = 0;
  for (const Real score : x) sum += log_shape(score, model.shape);
  for (std::size_t pair = 0; pair < answers.pairs(); ++pair)
    sum += log_pair(answers, pair, model.flip, x[answers.first[pair]] - x[answers.second[pair]]);
  return sum;
}

// The posterior of all scores of two or three nodes by brute force: a lattice of `points` a node over low .. high.
struct Moments {
  Real log_evidence = 0;
  std::vector<Real> mean;
  std::vector<std::vector<Real>> covariance;

  Real difference(std::size_t i, std::size_t j) const { return mean[i] - mean[j]; }
  Real variance(std::size_t i, std::size_t j) const {
    return covariance[i][i] + covariance[j][j] - 2 * covariance[i][j];
  }
};

inline Moments integrate(const Answers& answers, const Model& model, Real low, Real high, int points) {
  const std::size_t nodes = answers.nodes;
  const Real step = (high - low) / static_cast<Real>(points);
  std::size_t all = 1;
  for (std::size_t node = 0; node < nodes; ++node) all *= static_cast<std::size_t>(points);
  const auto place = [&](std::size_t k, std::vector<Real>& x) {
    for (std::size_t node = 0; node < nodes; ++node, k /= static_cast<std::size_t>(points))
      x[node] = low + step * (static_cast<Real>(k % static_cast<std::size_t>(points)) + Real{0.5});
  };
  // Every factor depends on one node or on one difference, which has 2 points - 1 values: a table each.
  const auto at = [&](Real t) { return static_cast<std::size_t>(std::lround(t / step)); };
  std::vector<Real> prior(static_cast<std::size_t>(points));
  for (std::size_t k = 0; k < prior.size(); ++k)
    prior[k] = log_shape(low + step * (static_cast<Real>(k) + Real{0.5}), model.shape);
  std::vector<std::vector<Real>> table(answers.pairs());
  for (std::size_t pair = 0; pair < table.size(); ++pair)
    for (int k = 1 - points; k < points; ++k)
      table[pair].push_back(log_pair(answers, pair, model.flip, step * static_cast<Real>(k)));
  std::vector<Real> x(nodes);
  const auto value = [&] {
    Real sum = 0;
    for (const Real score : x) sum += prior[at(score - low - step / 2)];
    for (std::size_t pair = 0; pair < table.size(); ++pair)
      sum += table[pair][at(x[answers.first[pair]] - x[answers.second[pair]] + step * static_cast<Real>(points - 1))];
    return sum;
  };
  Real top = -1e300L;
  std::vector<Real> log_value(all);
  for (std::size_t k = 0; k < all; ++k) {
    place(k, x);
    log_value[k] = value();
    top = std::max(top, log_value[k]);
  }
  Real mass = 0;
  Moments found{0, std::vector<Real>(nodes, 0), std::vector<std::vector<Real>>(nodes, std::vector<Real>(nodes, 0))};
  for (std::size_t k = 0; k < all; ++k) {
    place(k, x);
    const Real weight = std::exp(log_value[k] - top);
    mass += weight;
    for (std::size_t i = 0; i < nodes; ++i) {
      found.mean[i] += weight * x[i];
      for (std::size_t j = 0; j < nodes; ++j) found.covariance[i][j] += weight * x[i] * x[j];
    }
  }
  for (Real& mean : found.mean) mean /= mass;
  for (std::size_t i = 0; i < nodes; ++i)
    for (std::size_t j = 0; j < nodes; ++j)
      found.covariance[i][j] = found.covariance[i][j] / mass - found.mean[i] * found.mean[j];
  found.log_evidence = top + std::log(mass) + static_cast<Real>(nodes) * std::log(step);
  return found;
}

}  // namespace pdrank::model_law
