// What answers about a pair make of a normal belief: moments of
//
//     N(d; mean, variance) times the likelihood of the answers, as a function of the difference d of two scores,
//
// by the trapezoidal rule, which for such smooth functions is exact to many digits.
#pragma once

#include <cstdint>
#include <span>

#include "pdrank/posterior/answers.hpp"
#include "pdrank/posterior/margin_law.hpp"
#include "pdrank/posterior/model.hpp"

namespace pdrank {

// The law of a row of answers.
struct RowLaw {
  const MarginLaw& law;
  double offset;  // of its margin: of the circumstances and of the source
  double flip;
};

// The answers about one pair: rows by class of source, and ties.
struct PairAnswers {
  std::span<const std::uint32_t> source_class;
  std::span<const float> won, lost;
  double tied = 0;
  std::span<const double> flip;  // by class
  // Where circumstances matter; ties then are rows.
  std::span<const std::uint32_t> circumstance = {};  // by row
  std::span<const MarginLaw> laws = {};              // by circumstance
  std::span<const double> lean = {};                 // by class; or empty
  std::uint32_t alike = 1;                           // classes below this are like most

  RowLaw law_of(std::size_t row) const {
    const MarginLaw& law = laws[circumstance[row]];
    const std::uint32_t own = source_class[row];
    return {law, law.offset + (lean.empty() ? 0 : law.side * lean[own]), flip[own]};
  }
};

struct TiltedPair {
  double log_mass = 0;  // the logarithm of the integral
  double mean = 0, variance = 1;
  double turned = 0;  // answers of sources that are like most that are expected to have been turned round
};

// The answers about pair `pair`. `laws` are those of all circumstances under the model (laws_of), or empty.
PairAnswers answers_about(const Answers& answers, std::size_t pair, const Model& model,
                          std::span<const MarginLaw> laws);

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
