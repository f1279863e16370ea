// What a sequence of draws says about the mean of its law, and how surely: written from the formulas, in double, apart
// from the diagnostics under test.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace pdrank::sequences {

inline double mean(std::span<const double> values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

// Covariance at a lag, divided by the number of all values.
inline double covariance(std::span<const double> values, std::size_t lag) {
  const double centre = mean(values);
  double sum = 0;
  for (std::size_t t = 0; t + lag < values.size(); ++t) sum += (values[t] - centre) * (values[t + lag] - centre);
  return sum / static_cast<double>(values.size());
}

struct Estimate {
  double mean = 0, error = 0;  // one standard error
};

// The variance of the mean is (c_0 + 2 c_1 + 2 c_2 + ..) / n; the pairs c_2k + c_2k+1 are positive for a reversible
// chain, and are summed while they are (Geyer 1992). Never less than that of independent draws.
inline Estimate estimate(std::span<const double> values) {
  const double variance = covariance(values, 0);
  double sum = -variance;
  for (std::size_t lag = 0; lag + 1 < values.size(); lag += 2) {
    const double pair = covariance(values, lag) + covariance(values, lag + 1);
    if (pair <= 0) break;
    sum += 2 * pair;
  }
  return {mean(values), std::sqrt(std::max(sum, variance) / static_cast<double>(values.size()))};
}

inline Estimate estimate(std::span<const float> values) {
  const std::vector<double> wide(values.begin(), values.end());
  return estimate(std::span<const double>(wide));
}

// Five standard errors: a right sampler is refused once in two million times.
inline constexpr double kErrors = 5;

// `slack`: how far `expected` may be off itself.
inline void expect_mean(const std::vector<double>& values, double expected, std::string_view what, double slack = 0) {
  const Estimate found = estimate(std::span<const double>(values));
  EXPECT_NEAR(found.mean, expected, kErrors * found.error + slack) << what << ", standard error " << found.error;
}

// Both sequences are drawn.
inline void expect_same_mean(const std::vector<double>& a, const std::vector<double>& b, std::string_view what) {
  const Estimate first = estimate(std::span<const double>(a)), second = estimate(std::span<const double>(b));
  EXPECT_NEAR(first.mean, second.mean, kErrors * std::hypot(first.error, second.error)) << what;
}

}  // namespace pdrank::sequences
