#include "pdrank/metrics/calibration.hpp"

#include <algorithm>
#include <cmath>

#include "pdrank/core/errors.hpp"
#include "pdrank/metrics/answers.hpp"

namespace pdrank {
namespace {

std::size_t bin_of(double probability, std::size_t bins) {
  return std::min(bins - 1, static_cast<std::size_t>(probability * static_cast<double>(bins)));
}

}  // namespace

Calibration measure_calibration(std::span<const double> probability, std::span<const double> outcome,
                                std::span<const double> weight, std::size_t bins) {
  check_answers(probability.size(), outcome, weight);
  check_range("probability", probability, 0, 1, "a probability must be in [0, 1]");
  if (outcome.empty()) throw InvalidArgument("outcome", "empty", "every answer needs one");
  if (bins < 1) throw InvalidArgument("bins", "0", "at least one is needed");

  Calibration result;
  result.bins.resize(bins);
  double total = 0;
  for (std::size_t n = 0; n < probability.size(); ++n) {
    const double w = entry_or_one(weight, n);
    CalibrationBin& bin = result.bins[bin_of(probability[n], bins)];
    bin.weight += w;
    bin.mean_probability += w * probability[n];
    bin.mean_outcome += w * entry_or_one(outcome, n);
    total += w;
  }
  for (CalibrationBin& bin : result.bins) {
    result.expected_error += std::abs(bin.mean_probability - bin.mean_outcome) / total;
    bin.mean_probability /= bin.weight;  // 0 / 0 is the NaN of a bin without weight
    bin.mean_outcome /= bin.weight;
  }
  return result;
}

}  // namespace pdrank
