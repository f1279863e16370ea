// How the margin of an answer becomes the probability of what was answered. The margin is the difference of the two
// scores plus what the circumstances add. An outcome that says "the first" has one of two laws:
//
//     cumulative   sigmoid(margin - low) - sigmoid(margin - high): a preference of some strength, or a tie, is a
//                  stretch of a logistic variable around the margin (Rao and Kupper 1967; Agresti 1992)
//     Davidson     1 / (1 + e^-margin + tie e^(-margin / 2)), and for a tie that times tie e^(-margin / 2) (1970)
//
// "The second" is the same of the margin turned round.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>

namespace pdrank {

inline double logistic(double t) { return 1 / (1 + std::exp(-t)); }

struct MarginLaw {
  double offset = 0;  // what the circumstances add to first - second
  double side = 0;    // 1: `first` of the pair stood first; -1: the other did; 0: nobody knows
  double low = 0, high = std::numeric_limits<double>::infinity();
  double tie = 0;  // Davidson's; 0: the law is cumulative
  bool is_tie = false;

  bool is_plain() const { return offset == 0 && side == 0 && low == 0 && std::isinf(high) && tie == 0; }

  // Probability of the outcome, and the first and second derivative of its logarithm by the margin.
  struct Slopes {
    double chance, first, second;
  };

  double chance(double margin) const {
    if (tie > 0) {
      const double u = std::exp(-std::abs(margin) / 2), all = 1 + u * u + tie * u;
      return is_tie ? tie * u / all : (margin >= 0 ? 1 : u * u) / all;
    }
    const double above = logistic(margin - low);
    return std::isinf(high) ? above : above * logistic(high - margin) * -std::expm1(low - high);
  }

  Slopes slopes(double margin) const {
    if (tie > 0) {
      const double u = std::exp(-std::abs(margin) / 2), all = 1 + u * u + tie * u;
      const double win = (margin >= 0 ? 1 : u * u) / all, tied = tie * u / all, mean = win + tied / 2;
      return {is_tie ? tied : win, (is_tie ? 0.5 : 1) - mean, mean * mean - win - tied / 4};
    }
    const double above = logistic(margin - low), below = logistic(low - margin);
    if (std::isinf(high)) return {above, below, -above * below};
    const double under = logistic(high - margin), over = logistic(margin - high);
    return {above * under * -std::expm1(low - high), below - over, -above * below - under * over};
  }
};

// The logarithm of an outcome's probability, its slopes and their slopes: by the margin, by `low` and by `high`; of
// Davidson's law by the margin and by the logarithm of `tie`.
struct LogSlopes {
  double log_chance = 0;
  Eigen::Vector3d slope = Eigen::Vector3d::Zero();
  Eigen::Matrix3d bend = Eigen::Matrix3d::Zero();
};

inline double log_logistic(double t) { return t > 0 ? -std::log1p(std::exp(-t)) : t - std::log1p(std::exp(t)); }

inline LogSlopes log_slopes(const MarginLaw& law, double margin) {
  LogSlopes at;
  if (law.tie > 0) {
    // An exponential family: a win has 1 of the margin, a tie a half of it and 1 of log tie, a loss nothing.
    const double largest = std::max({0.0, margin, margin / 2 + std::log(law.tie)});
    const double win = std::exp(margin - largest), tie = law.tie * std::exp(margin / 2 - largest);
    const double all = win + tie + std::exp(-largest), p = win / all, t = tie / all, mean = p + t / 2;
    at.log_chance = (law.is_tie ? margin / 2 + std::log(law.tie) : margin) - largest - std::log(all);
    at.slope << (law.is_tie ? 0.5 : 1) - mean, (law.is_tie ? 1 : 0) - t, 0;
    at.bend(0, 0) = mean * mean - p - t / 4;
    at.bend(0, 1) = at.bend(1, 0) = mean * t - t / 2;
    at.bend(1, 1) = t * t - t;
    return at;
  }
  const double below = logistic(law.low - margin), at_low = below * (1 - below);
  at.log_chance = log_logistic(margin - law.low);
  at.slope << below, -below, 0;
  at.bend(0, 0) = at.bend(1, 1) = -at_low;
  at.bend(0, 1) = at.bend(1, 0) = at_low;
  if (std::isinf(law.high)) return at;
  const double over = logistic(margin - law.high), at_high = over * (1 - over);
  const double gap = 1 / std::expm1(law.high - law.low), bend = gap * (1 + gap);
  at.log_chance += log_logistic(law.high - margin) + std::log(-std::expm1(law.low - law.high));
  at.slope += Eigen::Vector3d(-over, -gap, over + gap);
  at.bend(0, 0) -= at_high;
  at.bend(0, 2) = at.bend(2, 0) = at_high;
  at.bend(1, 1) -= bend;
  at.bend(2, 2) = -at_high - bend;
  at.bend(1, 2) = at.bend(2, 1) = bend;
  return at;
}

}  // namespace pdrank
