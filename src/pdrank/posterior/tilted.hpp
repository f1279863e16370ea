// What answers about a pair make of a normal belief: moments of
//
//     N(d; mean, variance) times the likelihood of the answers, as a function of the difference d of two scores,
//
// by the trapezoidal rule, which for such smooth functions is exact to many digits.
#pragma once

#include <cstdint>
#include <span>

#include "pdrank/posterior/model.hpp"

namespace pdrank {

// The answers about one pair: rows by class of source, and ties.
struct PairAnswers {
  std::span<const std::uint32_t> source_class;
  std::span<const float> won, lost;
  double tied = 0;
  std::span<const double> flip;  // by class
};

struct TiltedPair {
  double log_mass = 0;  // the logarithm of the integral
  double mean = 0, variance = 1;
  double turned = 0;  // answers of class 0 that are expected to have been turned round
};

TiltedPair tilt(double mean, double variance, const PairAnswers& answers);

// For every row the probability that `first` is preferred, d > 0 or by the odds of d, given all rows but this one.
// `preferred` has a place for each row.
void predict_rows(double mean, double variance, const PairAnswers& answers, std::span<double> preferred);

// The same for a score and its law before any answer.
struct TiltedScore {
  double log_mass = 0, mean = 0, variance = 1;
};
TiltedScore tilt(double mean, double variance, const ScoreShape& shape);

}  // namespace pdrank
