// Scores in the units of a trade (docs/MATH.md, section 16).
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "pdrank/core/choices.hpp"

namespace pdrank {

// From the scores that a method has to those that are written, and back. As it is made, it changes nothing.
struct ScoreScale {
  ScaleKind kind = ScaleKind::logit;
  double unit = 1;           // a score of 1 of the method is so many points; of shares, so much of their logarithm
  double base = 0;           // points of `zero`
  std::vector<double> zero;  // by component, from 0: the method's score that has `base` points; of shares, the
                             // logarithm of the sum that they are shares of

  double points(double score, std::uint32_t component) const {
    const double from = component < zero.size() ? zero[component] : 0;
    return kind == ScaleKind::share ? std::exp(unit * score - from) : base + unit * (score - from);
  }
  double score(double points, std::uint32_t component) const {
    const double from = component < zero.size() ? zero[component] : 0;
    return kind == ScaleKind::share ? (std::log(points) + from) / unit : from + (points - base) / unit;
  }
  // What a small step of the score at these points is worth in points, the other scores being as they are.
  double slope(double points) const { return kind == ScaleKind::share ? unit * points * (1 - points) : unit; }
};

}  // namespace pdrank
