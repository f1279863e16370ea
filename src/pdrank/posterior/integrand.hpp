// Integrals over the difference d of two scores, of a normal belief times a likelihood: where the product is, and its
// values on an even grid there, whose sum is then exact to many digits.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "pdrank/linalg/kernels.hpp"

namespace pdrank {

inline constexpr double kCoarsestOfMany = 0.6;  // step in d: exp(-n e^-2d), as of n answers some of which are turned
                                                // round, has its poles pi / 4 away from the real axis
inline constexpr double kStep = kernels::kOneAnswerStep;  // in deviations of what is integrated

struct Grid {
  double low, step;
  std::size_t nodes;
};

inline Grid even_grid(double low, double high, double step) {
  constexpr double kMostSteps = 2999;  // of beliefs that are far wider than a step, it may be any number
  const double wanted = std::ceil((high - low) / step);
  const double steps = wanted < kMostSteps ? std::max(wanted, 1.0) : kMostSteps;
  return {low, (high - low) / steps, static_cast<std::size_t>(steps) + 1};
}

// Of the logarithm of a target at a difference: its value is target.value(d), these are target.slopes(d).
struct TargetSlopes {
  double likelihood;      // of the answers alone
  double all, curvature;  // of answers and belief
};

// A place where the target is greater than around it.
struct Peak {
  double place, value, deviation;
};

// Between `up`, where the target rises towards `down`, and `down`, where it rises towards `up`.
template <class Target>
Peak find_peak(const Target& target, double up, double down) {
  double d = (up + down) / 2;
  TargetSlopes at = target.slopes(d);
  for (int step = 0; step < 60; ++step) {
    (at.all * (down - up) > 0 ? up : down) = d;
    double next = at.curvature < 0 ? d - at.all / at.curvature : (up + down) / 2;
    if (!(next > std::min(up, down) && next < std::max(up, down))) next = (up + down) / 2;
    const double move = next - d;
    d = next;
    at = target.slopes(d);
    if (at.curvature < 0 && move * move * -at.curvature < 1e-4) break;
  }
  // Where answers may be turned round, the target can be flat there, or curved upwards; it falls with the belief all
  // the same, and what is far wider than that would miss it.
  const double widest = 100 * target.deviation(), least = 1 / (widest * widest);
  return {d, target.value(d), 1 / std::sqrt(at.curvature < -least ? -at.curvature : least)};
}

// The first peak on the way from one place to another, where the target rises at either towards the other.
template <class Target>
Peak first_peak(const Target& target, double from, double to, double step) {
  double before = from;
  const double sign = to > from ? 1 : -1;
  for (step = std::min(step, std::abs(to - from)); std::abs(to - before) > step; step *= 2) {
    const double next = before + sign * step;
    if (target.slopes(next).all * sign <= 0) return find_peak(target, before, next);
    before = next;
  }
  return find_peak(target, before, to);
}

// Where the target has fallen by kDeep below `top`, on one side of a peak.
template <class Target>
double find_end(const Target& target, const Peak& peak, double top, double sign) {
  constexpr double kDeep = 18, kCloseEnough = 4;
  double inside = 0, outside = 6 * peak.deviation;
  while (target.value(peak.place + sign * outside) > top - kDeep) {
    inside = outside;
    outside *= 1.6;
  }
  for (int step = 0; step < 8; ++step) {
    if (target.value(peak.place + sign * outside) > top - kDeep - kCloseEnough) break;
    const double middle = (inside + outside) / 2;
    (target.value(peak.place + sign * middle) > top - kDeep ? inside : outside) = middle;
  }
  return peak.place + sign * outside;
}

// Values of a target on an even grid that holds all of it that counts.
struct Integrand {
  Grid grid;
  std::vector<double> log_value;
  double top;

  double d(std::size_t k) const { return grid.low + grid.step * static_cast<double>(k); }
};

// The likelihood has one peak, since it is concave in sigmoid(d), and so has the belief: every peak of their product is
// between the two. Where answers may be turned round there can be two that count: near the belief's, and near the
// answers'.
template <class Target>
Integrand lay_out(const Target& target) {
  const double mean = target.mean(), deviation = target.deviation();
  constexpr double kFlat = 40;          // no likelihood changes further out
  double left = -kFlat, right = kFlat;  // of the peak of the likelihood
  for (int step = 0; step < 14; ++step) {
    const double middle = (left + right) / 2;
    (target.slopes(middle).likelihood > 0 ? left : right) = middle;
  }
  Peak low, high;
  if (mean >= left && mean <= right) {
    low = high = find_peak(target, left, right);
  } else {
    const double far = mean < left ? right : left;
    const Peak by_belief = first_peak(target, mean, far, deviation / 2);
    const double steepest = std::max(-target.slopes(far).curvature, 1 / (deviation * deviation));
    const Peak by_answers = first_peak(target, far, mean, 1 / std::sqrt(steepest));
    constexpr double kCounts = 20;
    low = by_belief.value > by_answers.value - kCounts ? by_belief : by_answers;
    high = by_answers.value > by_belief.value - kCounts ? by_answers : by_belief;
    if (low.place > high.place) std::swap(low, high);
  }
  const double top = std::max(low.value, high.value), finest = std::min({deviation, low.deviation, high.deviation});
  Integrand f{even_grid(find_end(target, low, top, -1), find_end(target, high, top, 1),
                        std::min(kCoarsestOfMany, kStep * finest)),
              {},
              -1e300};
  f.log_value.resize(f.grid.nodes);
  for (std::size_t k = 0; k < f.grid.nodes; ++k) {
    f.log_value[k] = target.value(f.d(k));
    f.top = std::max(f.top, f.log_value[k]);
  }
  return f;
}

}  // namespace pdrank
