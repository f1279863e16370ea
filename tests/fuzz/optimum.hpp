// Slow twins of the methods that are given by a formula: what they have found is put into it, in extended precision.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include "fuzz/small_data.hpp"
#include "pdrank/core/options.hpp"
#include "pdrank/core/result.hpp"

namespace pdrank::fuzz {

using Real = long double;
using Table = std::vector<std::vector<Real>>;

// won[i][j]: answers for i against j by weight, a tie half of one.
inline Table count_answers(const SmallData& data, bool has_ties) {
  Table won(data.items, std::vector<Real>(data.items, 0));
  for (const Comparison& row : data.rows) {
    if (row.tie() && !has_ties) continue;
    const Real share = row.tie() ? Real{0.5} : Real{row.share};
    won[row.winner][row.loser] += row.weight * share;
    won[row.loser][row.winner] += row.weight * (1 - share);
  }
  return won;
}

// The forces on an item, which are in balance, and their size.
struct Balance {
  Real sum = 0, size = 0;
  void add(Real force) { sum += force, size += std::abs(force); }
};

// The slope of Bradley and Terry's likelihood, sum_ij won_ij log(1 + exp(x_j - x_i)) + gamma |x|^2.
inline Balance bradley_terry_slope(const Table& won, const std::vector<double>& x, std::size_t i, Real gamma) {
  Balance slope;
  slope.add(2 * gamma * x[i]);
  for (std::size_t j = 0; j < x.size(); ++j) {
    slope.add(-won[i][j] / (1 + std::exp(Real{x[i]} - x[j])));
    slope.add(won[j][i] / (1 + std::exp(Real{x[j]} - x[i])));
  }
  return slope;
}

// What the answers about a pair say of the difference (docs/MATH.md, "HodgeRank").
inline Real transformed(Transform transform, Real won, Real lost) {
  const Real balance = (won - lost) / (won + lost);
  if (transform == Transform::linear) return balance;
  if (transform == Transform::arcsine) return std::asin(balance);
  if (transform == Transform::log_odds) return std::log((won + Real{0.5}) / (lost + Real{0.5}));
  const Real share = (std::min(won, lost) + Real{0.5}) / (won + lost + 1);
  Real low = -40, high = 0;  // Phi(x / sqrt(2)) = share
  for (int k = 0; k < 100; ++k) {
    const Real middle = (low + high) / 2;
    (std::erfc(-middle / 2) / 2 < share ? low : high) = middle;
  }
  return won < lost ? low : -low;
}

inline Balance least_squares_slope(const Table& won, const std::vector<double>& x, std::size_t i, Transform transform) {
  Balance slope;
  for (std::size_t j = 0; j < x.size(); ++j)
    if (const Real all = won[i][j] + won[j][i]; all > 0) {
      slope.add(all * transformed(transform, won[i][j], won[j][i]));
      slope.add(-all * (Real{x[i]} - x[j]));
    }
  return slope;
}

// What a walk from losers to winners brings to an item and takes from it, at the law exp(x).
inline Balance flow(const Table& won, const std::vector<double>& x, std::size_t i) {
  Balance flow;
  for (std::size_t j = 0; j < x.size(); ++j)
    if (const Real all = won[i][j] + won[j][i]; all > 0) {
      flow.add(won[i][j] / all * std::exp(Real{x[j]} - x[i]));
      flow.add(-won[j][i] / all);
    }
  return flow;
}

inline Real borda_count(const Table& won, std::size_t i) {
  Real count = 0;
  for (std::size_t j = 0; j < won.size(); ++j)
    if (const Real all = won[i][j] + won[j][i]; all > 0) count += won[i][j] / all;
  return count;
}

inline Real win_rate(const Table& won, std::size_t i) {
  Real wins = 0, all = 0;
  for (std::size_t j = 0; j < won.size(); ++j) wins += won[i][j], all += won[i][j] + won[j][i];
  return wins / all;
}

inline double gamma_of(const RankResult& result) {
  for (const auto& [name, value] : result.options)
    if (name == "gamma") return std::strtod(value.c_str(), nullptr);
  return 0;
}

// Whether scores are those of the plain formula.
inline bool has_plain_formula(const RankOptions& options) {
  const bool has_law_of_ties = options.ties == TieRule::davidson || options.ties == TieRule::rao_kupper;
  const bool has_effects = options.order_effect && *options.order_effect != OrderEffect::none;
  return !has_law_of_ties && !has_effects && !options.adjustment;
}

// Of a run that has converged, of all items, on rows without grades.
inline void check_optimum(const SmallData& data, const RankOptions& options, const RankResult& result,
                          const std::string& told) {
  if (!has_plain_formula(options)) return;
  const Table won = count_answers(data, options.ties != TieRule::drop);
  const Transform transform = options.transform.value_or(Transform::linear);
  std::vector<double> x(data.items, 0.0);
  std::vector<bool> is_ranked(data.items, false);
  for (const Place& place : result.ranking) x[place.id] = place.method_score(), is_ranked[place.id] = true;
  const auto check_balance = [&](const Balance& found, Real tolerance, Real answers = 0) {
    const Real rounding = Real{1e-12} * answers;
    require(std::abs(found.sum) <= tolerance * found.size + rounding, "the scores solve what the method is given by",
            fmt::format("{}\n{} of {}", told, static_cast<double>(found.sum), static_cast<double>(found.size)));
  };
  const auto check_value = [&](std::size_t i, Real value) {
    require(std::abs(x[i] - value) <= Real{1e-9} * (1 + std::abs(value)), "the score is that of the formula",
            fmt::format("{}\nitem {}: {}, by the formula {}", told, i, x[i], static_cast<double>(value)));
  };
  for (std::size_t i = 0; i < x.size(); ++i) {
    Real compared = 0;
    for (std::size_t j = 0; j < x.size(); ++j) compared += won[i][j] + won[j][i];
    if (!is_ranked[i] || compared == 0) continue;
    if (options.method == "bradley-terry")  // with robust errors it is fitted as one with effects is, less closely
      check_balance(bradley_terry_slope(won, x, i, gamma_of(result)), options.cluster ? 1e-4L : 1e-6L, compared);
    if (options.method == "i-lsr") check_balance(bradley_terry_slope(won, x, i, 0), 1e-5L, compared);
    if (options.method == "hodgerank") check_balance(least_squares_slope(won, x, i, transform), 1e-6L, compared);
    if (options.method == "rank-centrality") check_balance(flow(won, x, i), 1e-6L);
    if (options.method == "borda") check_value(i, borda_count(won, i));
    if (options.method == "win-rate") check_value(i, win_rate(won, i));
  }
}

}  // namespace pdrank::fuzz
