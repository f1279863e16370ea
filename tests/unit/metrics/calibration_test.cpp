#include "pdrank/metrics/calibration.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "pdrank/core/errors.hpp"
#include "unit/metrics/brute_force.hpp"

namespace pdrank {
namespace {

using List = std::vector<double>;
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// Bin by bin, every answer asked whether it is in.
double slow_expected_error(const List& p, const List& y, const List& w, std::size_t bins) {
  const double total = std::accumulate(w.begin(), w.end(), 0.0);
  const auto count = static_cast<double>(bins);
  double error = 0;
  for (std::size_t b = 0; b < bins; ++b) {
    const auto low = static_cast<double>(b);
    double weight = 0, probability = 0, outcome = 0;
    for (std::size_t n = 0; n < p.size(); ++n) {
      const bool inside = p[n] * count >= low && (p[n] * count < low + 1 || b == bins - 1);
      if (!inside) continue;
      weight += w[n];
      probability += w[n] * p[n];
      outcome += w[n] * y[n];
    }
    if (weight > 0) error += weight / total * std::abs(probability / weight - outcome / weight);
  }
  return error;
}

TEST(Calibration, CountsByHand) {
  const Calibration result = measure_calibration(List{0.1, 0.3, 0.6, 0.8, 1.0}, List{0, 1, 1, 0.5, 1}, {}, 2);
  ASSERT_EQ(result.bins.size(), 2u);
  EXPECT_EQ(result.bins[0].weight, 2);
  EXPECT_DOUBLE_EQ(result.bins[0].mean_probability, 0.2);
  EXPECT_DOUBLE_EQ(result.bins[0].mean_outcome, 0.5);
  EXPECT_EQ(result.bins[1].weight, 3);
  EXPECT_DOUBLE_EQ(result.bins[1].mean_probability, 0.8);
  EXPECT_DOUBLE_EQ(result.bins[1].mean_outcome, 2.5 / 3);
  EXPECT_DOUBLE_EQ(result.expected_error, 2.0 / 5 * 0.3 + 3.0 / 5 * (2.5 / 3 - 0.8));
}

TEST(Calibration, HasTenBinsUnlessTold) {
  const Calibration result = measure_calibration(List{0, 0.05, 0.5, 0.95, 1}, List{0, 0, 1, 1, 1}, {});
  ASSERT_EQ(result.bins.size(), 10u);
  EXPECT_EQ(result.bins[0].weight, 2);
  EXPECT_EQ(result.bins[5].weight, 1);  // the lower border is inside
  EXPECT_EQ(result.bins[9].weight, 2);  // and so is 1
  EXPECT_EQ(result.bins[4].weight, 0);
  EXPECT_TRUE(std::isnan(result.bins[4].mean_probability));
  EXPECT_TRUE(std::isnan(result.bins[4].mean_outcome));
}

TEST(Calibration, IsZeroForProbabilitiesThatComeTrueAndOneForTheirOpposite) {
  EXPECT_DOUBLE_EQ(measure_calibration(List{0.25, 0.25, 0.25, 0.25}, List{0, 1, 0, 0}, {}).expected_error, 0);
  EXPECT_EQ(measure_calibration(List{0, 1, 1}, List{1, 0, 0}, {}).expected_error, 1);
}

TEST(Calibration, AgreesWithASlowTwin) {
  Random random(1);
  for (int round = 0; round < 200; ++round) {
    const std::size_t count = 1 + random.below(60), bins = 1 + random.below(20);
    const List p = testing::uniform_list(count, 0, 1, random), y = testing::uniform_list(count, 0, 1, random);
    const List w = testing::uniform_list(count, 0.1, 2, random);
    const Calibration result = measure_calibration(p, y, w, bins);
    ASSERT_NEAR(result.expected_error, slow_expected_error(p, y, w, bins), 1e-13);
    double weight = 0;
    for (const CalibrationBin& bin : result.bins) weight += bin.weight;
    ASSERT_NEAR(weight, std::accumulate(w.begin(), w.end(), 0.0), 1e-12);
  }
}

// By the triangle inequality, halves of bins only add to the error; one bin has the least, |mean p - mean y|.
TEST(Calibration, GrowsAsBinsAreHalved) {
  Random random(2);
  const List p = testing::uniform_list(200, 0, 1, random), y = testing::tied_scores(200, 2, random);
  double last = 0;
  for (const std::size_t bins : {1u, 2u, 4u, 8u, 16u, 32u}) {
    const double error = measure_calibration(p, y, {}, bins).expected_error;
    EXPECT_GE(error, last - 1e-15) << bins;
    last = error;
  }
  const double sums = std::accumulate(p.begin(), p.end(), 0.0) - std::accumulate(y.begin(), y.end(), 0.0);
  EXPECT_NEAR(measure_calibration(p, y, {}, 1).expected_error, std::abs(sums) / 200, 1e-14);
}

// A row of weight k is k rows; exchanging the two items mirrors the bins (no probability is on a border).
TEST(Calibration, CountsWeightsAsRowsAndMirrorsWhenTheItemsAreExchanged) {
  Random random(3);
  const List p = testing::uniform_list(80, 0, 1, random), y = testing::tied_scores(80, 2, random);
  const List w = testing::tied_scores(80, 4, random);
  const Calibration result = measure_calibration(p, y, w);
  const Calibration rows = measure_calibration(testing::repeated(p, w), testing::repeated(y, w), {});
  const Calibration mirrored = measure_calibration(testing::one_minus(p), testing::one_minus(y), w);
  EXPECT_NEAR(result.expected_error, rows.expected_error, 1e-14);
  EXPECT_NEAR(result.expected_error, mirrored.expected_error, 1e-14);
  for (std::size_t b = 0; b < 10; ++b) {
    EXPECT_EQ(result.bins[b].weight, rows.bins[b].weight);
    EXPECT_EQ(result.bins[b].weight, mirrored.bins[9 - b].weight);
    EXPECT_NEAR(result.bins[b].mean_outcome, 1 - mirrored.bins[9 - b].mean_outcome, 1e-14);
  }
}

TEST(Calibration, RefusesWhatCannotBeMeasured) {
  EXPECT_THROW(measure_calibration(List{0.5}, List{1}, {}, 0), InvalidArgument);
  EXPECT_THROW(measure_calibration(List{0.5}, {}, {}), InvalidArgument);
  EXPECT_THROW(measure_calibration({}, {}, {}), InvalidArgument);
  EXPECT_THROW(measure_calibration(List{0.5, 0.5}, List{1}, {}), InvalidArgument);
  EXPECT_THROW(measure_calibration(List{0.5, 0.5}, List{1, 1}, List{1}), InvalidArgument);
  EXPECT_THROW(measure_calibration(List{0.5, 0.5}, List{1, 1}, List{0, 0}), InvalidArgument);
  EXPECT_THROW(measure_calibration(List{0.5}, List{1}, List{-1}), InvalidArgument);
  for (const double bad : {kNan, -0.1, 1.1}) {
    EXPECT_THROW(measure_calibration(List{bad}, List{1}, {}), InvalidArgument);
    EXPECT_THROW(measure_calibration(List{0.5}, List{bad}, {}), InvalidArgument);
  }
}

}  // namespace
}  // namespace pdrank
