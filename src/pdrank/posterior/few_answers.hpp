// Moments of a normal belief times the likelihood of a few whole answers: nodes so far apart, and so many, that no node
// takes an exponential.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>

#include "pdrank/linalg/kernels.hpp"
#include "pdrank/posterior/integrand.hpp"
#include "pdrank/posterior/tilted.hpp"

namespace pdrank {

inline constexpr double kReach = kernels::kOneAnswerReach;        // deviations of the belief to either side
inline constexpr double kCoarsest = kernels::kOneAnswerCoarsest;  // step in d, for one answer
inline constexpr double kCoarsestOfFew = 1.0;                     // of several

inline double power(double base, int exponent) {
  double value = 1;
  for (; exponent > 0; exponent >>= 1, base *= base)
    if (exponent & 1) value *= base;
  return value;
}

// What a likelihood is at some nodes, and how many answers are expected to have been turned round there.
struct AtNodes {
  static constexpr std::size_t kMost = 64;
  static_assert(kMost % kernels::kPadding == 0);
  std::array<double, kMost> likelihood, turned;
};

// The sum over d = mean + deviation z, z up to `reach` to either side in steps of `step`; look(odds, count, found) says
// what is where odds are e^-d. No node takes an exponential: weights and odds follow from those of the node before.
template <class Look>
TiltedPair sum_nodes(double mean, double variance, double reach, double step, Look&& look) {
  const double deviation = std::sqrt(variance);
  const auto half = static_cast<int>(std::ceil(reach / step));
  const double z0 = -half * step;
  double weight = std::exp(-z0 * z0 / 2), ratio = std::exp(-z0 * step - step * step / 2);
  const double falls = std::exp(-step * step), grows = std::exp(-deviation * step);
  double odds = std::exp(-(mean + deviation * z0));
  double sum = 0, sum_z = 0, sum_z2 = 0, turned = 0, z = z0;
  std::array<double, AtNodes::kMost> odds_at;
  AtNodes found;
  for (int left = 2 * half + 1; left > 0; left -= static_cast<int>(AtNodes::kMost)) {
    const std::size_t count = std::min(static_cast<std::size_t>(left), AtNodes::kMost);
    for (std::size_t k = 0; k < count; ++k, odds *= grows) odds_at[k] = odds;
    look(odds_at, count, found);
    for (std::size_t k = 0; k < count; ++k) {
      const double w = weight * found.likelihood[k];
      sum += w;
      sum_z += w * z;
      sum_z2 += w * z * z;
      turned += w * found.turned[k];
      z += step;
      weight *= ratio;
      ratio *= falls;
    }
  }
  const double mean_z = sum_z / sum;
  return {std::log(sum * step) - 0.5 * std::log(2 * std::numbers::pi), mean + deviation * mean_z,
          variance * (sum_z2 / sum - mean_z * mean_z), turned / sum};
}

// The logistic law and a normal one of about its width, at even steps to either side of 0. For up to kMostCoarse
// answers coarse steps are exact to 1e-4 of a deviation: the likelihood has its poles pi away from the real axis, of an
// order that is the number of the answers.
class NodesAroundZero {
 public:
  static constexpr double kWidth = 1.7, kMostCoarse = 4;
  static constexpr int kMost = 100;  // to either side

  static const NodesAroundZero& get(bool is_coarse) {
    static const NodesAroundZero coarse(1.0), fine(0.5);
    return is_coarse ? coarse : fine;
  }

  double apart() const { return apart_; }
  // At d = k apart() and what follows; the last are followed by some that count for nothing.
  const double* up(int k) const { return &up_[at(k)]; }
  const double* down(int k) const { return &down_[at(k)]; }
  const double* normal(int k) const { return &normal_[at(k)]; }

 private:
  explicit NodesAroundZero(double apart) : apart_(apart) {
    for (int k = -kMost; k < kMost + kSpare; ++k) {
      const double d = k * apart, e = std::exp(-std::abs(d)), more = 1 / (1 + e), less = e / (1 + e);
      up_[at(k)] = d >= 0 ? more : less;
      down_[at(k)] = d >= 0 ? less : more;
      normal_[at(k)] = std::erfc(-d / (kWidth * std::numbers::sqrt2)) / 2;
    }
  }
  static constexpr int kSpare = static_cast<int>(AtNodes::kMost);
  static std::size_t at(int k) { return static_cast<std::size_t>(k + kMost); }

  double apart_;
  std::array<double, 2 * kMost + kSpare> up_, down_, normal_;
};

// The integral over N(d; mean, variance) of a function that is `down` far below 0 and `up` far above, and of its
// products with d - mean: in closed form for a normal law that rises from the one to the other, to which the nodes add
// what the function has beside it.
struct WideIntegral {
  // What integrals of several functions share.
  struct Belief {
    Belief(double mean, double given_variance)
        : variance(given_variance),
          both(NodesAroundZero::kWidth * NodesAroundZero::kWidth + variance),
          root(std::sqrt(both)),
          t(mean / root),
          density(std::exp(-t * t / 2) / std::sqrt(2 * std::numbers::pi)),
          twice_below(std::erfc(t / std::numbers::sqrt2)),
          twice_above(std::erfc(-t / std::numbers::sqrt2)) {}

    double variance, both, root, t, density, twice_below, twice_above;
  };

  WideIntegral(const Belief& belief, double low, double high) : down(low), up(high) {
    const auto& [variance, both, root, t, density, twice_below, twice_above] = belief;
    sum = (down * twice_below + up * twice_above) / 2;
    first = (up - down) * variance / root * density;
    second = variance * sum - (up - down) * variance * variance * t * density / both;
  }

  // Of a node: its weight, its distance from the mean, the normal law below and above there, the function's value.
  void add(double weight, double off, double below, double above, double value) {
    const double beside = weight * (value - down * above - up * below);
    sum += beside;
    first += beside * off;
    second += beside * off * off;
  }

  double down, up, sum, first, second;
};

// A few whole answers: likelihoods are products, of many nodes at once.
class FewAnswers {
 public:
  static constexpr double kMostAnswers = 12;

  explicit FewAnswers(const PairAnswers& answers) {
    if (answers.won.size() > kernels::FewRows::kMost || !is_count(answers.tied)) return;
    tied_ = static_cast<int>(answers.tied);
    all_ = answers.tied;
    for (std::size_t row = 0; row < answers.won.size(); ++row) {
      const double won = static_cast<double>(answers.won[row]), lost = static_cast<double>(answers.lost[row]);
      if (!is_count(won) || !is_count(lost)) return;
      const double flip = answers.flip[answers.source_class[row]];
      rows_.row[rows_.size++] = {static_cast<int>(won), static_cast<int>(lost), flip, answers.source_class[row] == 0};
      all_ += won + lost;
    }
    are_few_ = all_ <= kMostAnswers;
    is_one_ = all_ == 1 && tied_ == 0;
  }

  bool are_few() const { return are_few_; }

  // The same without one of the rows.
  FewAnswers without(std::size_t row) const {
    FewAnswers rest = *this;
    rest.all_ -= rows_.row[row].won + rows_.row[row].lost;
    rest.rows_.row[row] = rows_.row[--rest.rows_.size];
    rest.is_one_ = rest.all_ == 1 && tied_ == 0;
    return rest;
  }

  // The same with an answer for the first by somebody whose answers are turned round with probability `flip`. There
  // must be room for its row.
  FewAnswers with_one(double flip) const {
    FewAnswers more = *this;
    more.rows_.row[more.rows_.size++] = {1, 0, flip, false};
    more.all_ += 1;
    more.is_one_ = more.all_ == 1;
    return more;
  }

  bool is_empty() const { return all_ == 0; }

  // Nothing where the belief is so wide that it would take too many nodes.
  std::optional<TiltedPair> tilt(double mean, double variance) const {
    const double deviation = std::sqrt(variance);
    // The product is narrower than the belief: an answer adds a quarter to the precision at most.
    const double step = is_one_ ? std::min(kStep, kCoarsest / deviation)
                                : std::min(kStep / std::sqrt(1 + variance * all_ / 4), kCoarsestOfFew / deviation);
    if (tied_ == 0 && deviation > kWide) {
      // One answer has the nodes that many such at once have (TiltBatch), as far as these are few.
      const NodesAroundZero& nodes = NodesAroundZero::get(!is_one_ && all_ <= NodesAroundZero::kMostCoarse);
      const int beyond = nodes_beyond(nodes);
      if (2 * kReach / step > 2 * beyond && beyond < NodesAroundZero::kMost)
        return tilt_wide(mean, variance, nodes, beyond);
    }
    const double outweighs = log_of_odds() + tied_ * std::abs(mean) / 2;
    const double reach = is_one_ ? kReach : std::sqrt(kReach * kReach + 2 * outweighs);
    constexpr double kFarthest = 690, kMostHere = 2000;  // d, whose exponential must not overflow; nodes
    if (!(std::abs(mean) + reach * deviation < kFarthest && 2 * reach / step < kMostHere)) {
      if (is_one_) return tilt_step(mean, variance);
      return std::nullopt;
    }
    std::array<double, AtNodes::kMost> up, down;
    return sum_nodes(mean, variance, reach, step, [&](const auto& odds, std::size_t count, AtNodes& found) {
      for (std::size_t k = 0; k < count; ++k) up[k] = 1 / (1 + odds[k]), down[k] = odds[k] * up[k];
      while (count % kernels::kPadding != 0) up[count] = down[count] = 0.5, ++count;
      kernels::few_answers(rows_, up.data(), down.data(), count, found.likelihood.data(), found.turned.data());
      for (std::size_t k = 0; tied_ > 0 && k < count; ++k)
        found.likelihood[k] *= power(2 * std::sqrt(up[k] * down[k]), tied_);
    });
  }

 private:
  static constexpr double kWide = 2;             // deviation in d
  static constexpr double kFurthestWeight = 37;  // deviations

  // By how much the answers may outweigh the belief, in logarithms.
  double log_of_odds() const {
    double sum = 0;
    for (std::size_t row = 0; row < rows_.size; ++row) {
      const auto& [won, lost, flip, counts] = rows_.row[row];
      sum += (won + lost) * std::log(std::max(1 - flip, flip) / std::min(1 - flip, flip));
    }
    return sum;
  }

  // So many nodes to either side of 0 that the likelihood is level beyond them: e^-|d| is nothing beside any flip.
  // Without flips it never is.
  int nodes_beyond(const NodesAroundZero& nodes) const {
    constexpr double kNothing = 16;  // in logarithms
    double least = 1;
    for (std::size_t row = 0; row < rows_.size; ++row)
      least = std::min({least, rows_.row[row].flip, 1 - rows_.row[row].flip});
    constexpr double kNever = 1e-30;
    if (least < kNever) return NodesAroundZero::kMost;
    return static_cast<int>((kNothing - std::log(least)) / nodes.apart()) + 1;
  }

  // A belief that is wide beside the logistic law: most of it is where the likelihood is level.
  TiltedPair tilt_wide(double mean, double variance, const NodesAroundZero& nodes, int beyond) const {
    AtNodes found;
    std::array<double, kernels::kPadding> ends{0, 1}, other_ends{1, 0};
    kernels::few_answers(rows_, ends.data(), other_ends.data(), ends.size(), found.likelihood.data(),
                         found.turned.data());
    const WideIntegral::Belief belief(mean, variance);
    WideIntegral all(belief, found.likelihood[0], found.likelihood[1]);
    WideIntegral turned(belief, found.likelihood[0] * found.turned[0], found.likelihood[1] * found.turned[1]);
    const double apart = nodes.apart(), scale = apart / std::sqrt(2 * std::numbers::pi * variance);
    // No further from the mean than weights can be told from 0.
    const double far = kFurthestWeight * std::sqrt(variance);
    const int from = static_cast<int>(std::ceil(std::clamp((mean - far) / apart, -beyond * 1.0, beyond + 1.0))),
              to = static_cast<int>(std::floor(std::clamp((mean + far) / apart, -beyond - 1.0, beyond * 1.0)));
    double off = from * apart - mean;
    double weight = scale * std::exp(-off * off / (2 * variance)),
           ratio = std::exp(-(off + apart / 2) * apart / variance);
    const double falls = std::exp(-apart * apart / variance);
    for (int first = from; first <= to; first += static_cast<int>(AtNodes::kMost)) {
      const std::size_t count = std::min(static_cast<std::size_t>(to - first + 1), AtNodes::kMost);
      const std::size_t padded = (count + kernels::kPadding - 1) / kernels::kPadding * kernels::kPadding;
      kernels::few_answers(rows_, nodes.up(first), nodes.down(first), padded, found.likelihood.data(),
                           found.turned.data());
      const double* below = nodes.normal(first);
      for (std::size_t k = 0; k < count; ++k, off += apart, weight *= ratio, ratio *= falls) {
        const double above = *nodes.normal(-first - static_cast<int>(k));
        all.add(weight, off, below[k], above, found.likelihood[k]);
        turned.add(weight, off, below[k], above, found.likelihood[k] * found.turned[k]);
      }
    }
    const double moved = all.first / all.sum;
    return {std::log(all.sum), mean + moved, std::max(all.second / all.sum - moved * moved, 1e-300),
            turned.sum / all.sum};
  }

  // One answer and a belief beside whose width the logistic law is a step: the normal law in closed form.
  TiltedPair tilt_step(double mean, double variance) const {
    const kernels::FewRows::Row& row = rows_.row[0];
    const double sign = row.won > 0 ? 1 : -1, deviation = std::sqrt(variance), t = sign * mean / deviation;
    const double above = 0.5 * std::erfc(-t / std::numbers::sqrt2);
    const double density = std::exp(-t * t / 2) / std::sqrt(2 * std::numbers::pi);
    const double mass = std::max(row.flip + (1 - 2 * row.flip) * above, 1e-300);
    const double slope = (1 - 2 * row.flip) * density / (deviation * mass),
                 bend = slope * slope + t * slope / deviation;
    return {std::log(mass), mean + sign * variance * slope, std::max(variance - variance * variance * bend, 1e-300),
            row.counts ? row.flip * (1 - above) / mass : 0};
  }

  static bool is_count(double value) { return value <= kMostAnswers && value == std::floor(value); }

  kernels::FewRows rows_;
  int tied_ = 0;
  double all_ = 0;
  bool are_few_ = false, is_one_ = false;
};

// The same where circumstances matter. Everything is a function of e^-margin, which no node takes an exponential for.
class FewLaws {
 public:
  static constexpr std::size_t kMostRows = kernels::FewRows::kMost;
  static constexpr double kMostAnswers = 12;

  explicit FewLaws(const PairAnswers& answers) {
    if (answers.won.size() > kMostRows || answers.tied > 0) return;
    for (std::size_t row = 0; row < answers.won.size(); ++row) {
      const double won = static_cast<double>(answers.won[row]), lost = static_cast<double>(answers.lost[row]);
      if (won != std::floor(won) || lost != std::floor(lost) || won + lost > kMostAnswers) return;
      const RowLaw at = answers.law_of(row);
      const bool is_open = std::isinf(at.law.high);
      rows_[count_++] = {static_cast<int>(won),
                         static_cast<int>(lost),
                         at.flip,
                         std::exp(-at.offset),
                         std::exp(at.law.low),
                         is_open ? 0 : std::exp(-at.law.high),
                         is_open ? 1 : -std::expm1(at.law.low - at.law.high),
                         at.law.tie,
                         at.law.is_tie,
                         answers.source_class[row] < answers.alike && !at.law.is_tie};
      all_ += won + lost;
      const bool is_bounded = is_open && at.law.tie == 0;
      outweighs_ +=
          is_bounded ? (won + lost) * std::log(std::max(1 - at.flip, at.flip) / std::min(1 - at.flip, at.flip)) : 0;
      unbounded_ += is_bounded ? 0 : won + lost;
      farthest_ =
          std::max(farthest_, std::abs(at.offset) + std::abs(at.law.low) + (is_open ? 0 : std::abs(at.law.high)));
    }
    are_few_ = all_ > 0 && all_ <= kMostAnswers;
  }

  std::optional<TiltedPair> tilt(double mean, double variance) const {
    if (!are_few_) return std::nullopt;
    const double deviation = std::sqrt(variance);
    const double outweighs = outweighs_ + unbounded_ * (std::abs(mean) + farthest_);
    const double reach = std::sqrt(kReach * kReach + 2 * outweighs);
    const double step = std::min(kStep / std::sqrt(1 + variance * all_ / 2), kCoarsestOfFew / deviation);
    constexpr double kFarthest = 300, kMostHere = 1000;
    if (!(std::abs(mean) + reach * deviation + farthest_ < kFarthest && 2 * reach / step < kMostHere))
      return std::nullopt;
    const auto look = [&](const auto& odds, std::size_t count, AtNodes& at) {
      for (std::size_t k = 0; k < count; ++k) {
        at.likelihood[k] = 1;
        at.turned[k] = 0;
        for (std::size_t n = 0; n < count_; ++n) rows_[n].multiply(odds[k], at.likelihood[k], at.turned[k]);
      }
    };
    const TiltedPair found = sum_nodes(mean, variance, reach, step, look);
    constexpr double kTooLittle = -600;  // where digits are lost
    return found.log_mass > kTooLittle ? std::optional(found) : std::nullopt;
  }

 private:
  struct Row {
    int won, lost;
    double flip;
    double shift;              // e^-offset
    double low, high, inside;  // of MarginLaw: e^low, e^-high, 1 - e^(low - high)
    double tie;
    bool is_tie, counts;

    // So many answers each way, where odds are e^-d.
    void multiply(double odds, double& likelihood, double& turned) const {
      const double e = odds * shift, up = chance(e), down = chance(1 / e);
      const double p = flip * down + (1 - flip) * up, q = flip * up + (1 - flip) * down;
      if (won > 0) likelihood *= power(p, won);
      if (lost > 0) likelihood *= power(q, lost);
      if (counts) turned += flip * ((won > 0 ? won * down / p : 0) + (lost > 0 ? lost * up / q : 0));
    }

    // Of e^-margin.
    double chance(double e) const {
      if (tie > 0) {
        const double root = std::sqrt(e);
        return is_tie ? tie / (1 / root + root + tie) : 1 / (1 + e + tie * root);
      }
      const double above = 1 / (1 + e * low);
      return high > 0 ? above * inside / (1 + high / e) : above;
    }
  };
  std::array<Row, kMostRows> rows_;
  std::size_t count_ = 0;
  double all_ = 0, outweighs_ = 0, unbounded_ = 0, farthest_ = 0;
  bool are_few_ = false;
};

}  // namespace pdrank
