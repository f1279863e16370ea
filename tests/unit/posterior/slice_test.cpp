#include "pdrank/posterior/slice.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <numbers>

#include "unit/posterior/sequences.hpp"

namespace pdrank {
namespace {

constexpr std::size_t kDraws = 20'000;

using Density = std::function<double(double)>;  // its logarithm

std::vector<double> draws_within(double low, double high, double start, const Density& density) {
  Random random(1);
  std::vector<double> draws(kDraws);
  double at = start;
  for (double& draw : draws) draw = at = slice_within(low, high, at, density, random);
  return draws;
}

std::vector<double> draws_near(double low, double high, double width, double start, const Density& density) {
  Random random(2);
  std::vector<double> draws(kDraws);
  double at = start;
  for (double& draw : draws) draw = at = slice_near(low, high, width, at, density, random);
  return draws;
}

// Mean, mean square and shares below 15 points against the midpoint rule on 20,000 cells, whose error for densities as
// smooth as these is below 1e-6.
void expect_law(const std::vector<double>& draws, double low, double high, const Density& density) {
  constexpr int kCells = 20'000;
  const auto expectation = [&](const std::function<double(double)>& value) {
    double sum = 0, total = 0;
    for (int k = 0; k < kCells; ++k) {
      const double x = low + (high - low) * (k + 0.5) / kCells, mass = std::exp(density(x));
      sum += mass * value(x);
      total += mass;
    }
    return sum / total;
  };
  const auto check = [&](const std::function<double(double)>& value, const std::string& what, double slack) {
    std::vector<double> values;
    for (const double x : draws) values.push_back(value(x));
    sequences::expect_mean(values, expectation(value), what, slack);
  };
  for (const double x : draws) ASSERT_TRUE(x >= low && x <= high) << x;
  check([](double x) { return x; }, "mean", 1e-6);
  check([](double x) { return x * x; }, "mean square", 1e-6);
  // A step inside a cell moves a share by at most that cell.
  for (int k = 1; k < 16; ++k) {
    const double edge = low + (high - low) * k / 16;
    check([edge](double x) { return x < edge ? 1.0 : 0.0; }, "share below " + std::to_string(edge), 1e-3);
  }
}

double flat(double) { return 0; }
double normal(double x) { return -0.5 * x * x; }
double exponential(double x) { return -x; }
double two_peaks(double x) {
  return std::log(0.3 * std::exp(-50 * (x - 0.2) * (x - 0.2)) + 0.7 * std::exp(-50 * (x - 0.8) * (x - 0.8)));
}

TEST(SliceWithin, Uniform) { expect_law(draws_within(-2, 3, 0, flat), -2, 3, flat); }
TEST(SliceWithin, TruncatedNormal) { expect_law(draws_within(-1, 4, 0, normal), -1, 4, normal); }
TEST(SliceWithin, TwoPeaks) { expect_law(draws_within(0, 1, 0.2, two_peaks), 0, 1, two_peaks); }
TEST(SliceWithin, AnyStart) { expect_law(draws_within(-1, 4, 4, normal), -1, 4, normal); }

// The window is cut off at both ends of the interval.
TEST(SliceNear, TruncatedExponential) { expect_law(draws_near(0, 2, 1, 1, exponential), 0, 2, exponential); }
TEST(SliceNear, Uniform) { expect_law(draws_near(0, 1.5, 1, 1, flat), 0, 1.5, flat); }
TEST(SliceNear, TruncatedNormal) { expect_law(draws_near(-1, 4, 1, 0, normal), -1, 4, normal); }
TEST(SliceNear, WiderThanTheInterval) { expect_law(draws_near(0, 2, 100, 1, exponential), 0, 2, exponential); }

// A step leaves the law as it is, also where the draws of a chain would be far from independent: a point drawn from the
// truncated exponential by its quantile function, then one step.
TEST(SliceNear, OneStepLeavesTheLawAsItIs) {
  Random random(3);
  const double mass = -std::expm1(-5.0);
  std::vector<double> draws(kDraws);
  for (double& draw : draws) draw = slice_near(0, 5, 0.3, -std::log1p(-mass * random.uniform()), exponential, random);
  expect_law(draws, 0, 5, exponential);
}

TEST(Slice, StaysInTheWindow) {
  Random random(4);
  for (int k = 0; k < 2000; ++k) {
    const double next = slice_near(0, 10, 0.5, 5, flat, random);
    EXPECT_TRUE(next >= 4.5 && next <= 5.5) << next;
  }
}

TEST(Slice, ASpikeAtTheCurrentPointIsFoundAgain) {
  Random random(5);
  const auto spike = [](double x) { return std::abs(x - 0.7) < 1e-12 ? 0.0 : -1e6; };
  double at = 0.7;
  for (int k = 0; k < 100; ++k) at = slice_within(0, 1, at, spike, random);
  EXPECT_NEAR(at, 0.7, 1e-12);
}

TEST(Slice, NoRoomToMove) {
  Random random(6);
  EXPECT_EQ(slice_within(0.25, 0.25, 0.25, normal, random), 0.25);
}

// Where the density is zero (the logarithm minus infinity) nothing is drawn; from there any point is better.
TEST(Slice, ZeroDensity) {
  Random random(7);
  const auto half = [](double x) { return x < 0.5 ? -std::numeric_limits<double>::infinity() : 0.0; };
  double at = 0.75;
  for (int k = 0; k < 1000; ++k) {
    at = slice_within(0, 1, at, half, random);
    ASSERT_GE(at, 0.5);
  }
  at = slice_within(0, 1, 0.1, half, random);
  EXPECT_TRUE(at >= 0 && at <= 1);
}

}  // namespace
}  // namespace pdrank
