// How the margin of an answer becomes the probability of what was answered. The margin is the difference of the two
// scores plus what the circumstances add. An outcome that says "the first" has one of two laws:
//
//     cumulative   sigmoid(margin - low) - sigmoid(margin - high): a preference of some strength, or a tie, is a
//                  stretch of a logistic variable around the margin (Rao and Kupper 1967; Agresti 1992)
//     Davidson     1 / (1 + e^-margin + tie e^(-margin / 2)), and for a tie that times tie e^(-margin / 2) (1970)
//
// "The second" is the same of the margin turned round.
#pragma once

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

// An answer that is turned round with probability `flip`.
inline double chance_turned(const MarginLaw& law, double margin, double flip) {
  return (1 - flip) * law.chance(margin) + flip * law.chance(-margin);
}

}  // namespace pdrank
