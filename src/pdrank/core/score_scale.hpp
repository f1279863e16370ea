// Scores in the units of a trade (docs/MATH.md, section 16).
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include "pdrank/core/choices.hpp"

namespace pdrank {

// From the scores that a method has to those that are written, and back. As it is made, it changes nothing.
struct ScoreScale {
  ScaleKind kind = ScaleKind::logit;
  bool is_asked_for = false;
  double unit = 1;                           // a score of 1 is so many points; of shares, so much of their logarithm
  std::vector<double> base;                  // by component, from 0: the points of `zero`
  std::vector<double> zero;                  // the score that has them; of shares, the logarithm of their sum
  std::optional<std::uint32_t> anchor = {};  // the node that is held at `base`

  double points(double score, std::uint32_t component) const {
    if (zero.empty()) return score;
    const double above = unit * (score - zero[component]);
    return kind == ScaleKind::share ? std::exp(unit * score - zero[component]) : base[component] + above;
  }
  double score(double points, std::uint32_t component) const {
    return zero.empty() ? points : score(points, component, zero[component]);
  }
  // The same where something else than `zero` has the points `base`, as in a draw of the scores.
  double score(double points, std::uint32_t component, double from) const {
    return kind == ScaleKind::share ? (std::log(points) + from) / unit : from + (points - base[component]) / unit;
  }
};

}  // namespace pdrank
