// The figure of merit of a strategy: the answers at which the mean tau of many plays first reaches a goal.
//
// The mean over the plays at every point of the grid is made monotone by isotonic regression (the non-decreasing curve
// nearest to it by least squares; a running maximum would count every lucky point), starts at no answer and tau 0, and
// is taken as straight between points. Its standard error is the spread of the same figure over resamples of the plays;
// the resamples are the same for curves of as many plays, so that those of ratios are right too.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "contest.hpp"
#include "mean.hpp"
#include "reproduce/course.hpp"

namespace pdrank::bench::active {

using reproduce::isotonic;
using reproduce::place_of;

struct Reached {
  double answers = kNone;         // NaN: it was not
  std::vector<double> resampled;  // by resample; one that does not reach the goal counts as the end of its curve

  Mean mean() const;  // with the standard error
};

// By unit, which are what is resampled, and by point.
using Taus = std::vector<std::vector<double>>;

// Each seat a unit, or where `seats_a_unit` is more, the means over so many that follow each other.
Taus taus_of(const Curve& curve, std::size_t seats_a_unit = 1);

Reached answers_to(double goal, std::span<const std::uint64_t> grid, const Taus& taus);

// Of the answers.
Mean ratio(const Reached& a, const Reached& b);

// The mean over units by point, made monotone.
std::vector<double> smooth_mean(const Taus& taus);

}  // namespace pdrank::bench::active
