// Are probabilities what they say: of the answers predicted with 70 %, do 70 % come out so?
//
//   B bins of equal width over [0, 1]; answer n with probability p is in bin floor(B p), p = 1 in the last
//   expected calibration error = sum over bins of (share of the weight) |mean probability - mean outcome|
//
// M. P. Naeini, G. F. Cooper, M. Hauskrecht, "Obtaining well calibrated probabilities using Bayesian binning", AAAI
// 2015. The bins, drawn mean outcome over mean probability, are the reliability diagram.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace pdrank {

struct CalibrationBin {
  double weight = 0;            // of the answers in the bin; their number if all weigh 1
  double mean_probability = 0;  // NaN in a bin without weight, as the next
  double mean_outcome = 0;
};

struct Calibration {
  double expected_error = 0;         // in [0, 1]
  std::vector<CalibrationBin> bins;  // bin b covers [b / B, (b + 1) / B)
};

// Arguments and what is refused as for log_loss (prediction.hpp), but `outcome` may not be empty; InvalidArgument also
// for no bins. Where the first item is always the winner, enter each answer both ways, (p, 1) and (1 - p, 0): outcomes
// that are all 1 are no test of p.
Calibration measure_calibration(std::span<const double> probability, std::span<const double> outcome,
                                std::span<const double> weight, std::size_t bins = 10);

}  // namespace pdrank
