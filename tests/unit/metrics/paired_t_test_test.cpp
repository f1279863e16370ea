#include "pdrank/metrics/paired_t_test.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "pdrank/core/errors.hpp"
#include "unit/metrics/brute_force.hpp"

namespace pdrank {
namespace {

using List = std::vector<double>;
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

const List kA = {0.81, 0.79, 0.84, 0.78, 0.80, 0.83, 0.77, 0.82, 0.79, 0.85};
const List kB = {0.78, 0.80, 0.81, 0.75, 0.79, 0.80, 0.78, 0.79, 0.77, 0.80};

// d = 1, 3: mean 2, s^2 = 2, so t = 2 / sqrt(2 / 2); one degree of freedom is Cauchy's distribution.
TEST(PairedTTest, CountsByHand) {
  const PairedTTest result = paired_t_test(List{2, 7}, List{1, 4});
  EXPECT_DOUBLE_EQ(result.mean_difference, 2);
  EXPECT_DOUBLE_EQ(result.t, 2);
  EXPECT_EQ(result.degrees_of_freedom, 1);
  EXPECT_NEAR(result.p_value, 1 - 2 / std::acos(-1.0) * std::atan(2.0), 1e-15);
}

// With two degrees of freedom P(|T| > t) = 1 - t / sqrt(2 + t^2).
TEST(PairedTTest, HasTheClosedFormOfTwoDegreesOfFreedom) {
  Random random(1);
  for (int round = 0; round < 50; ++round) {
    const PairedTTest result = paired_t_test(testing::uniform_list(3, 0, 1, random), List{0.3, 0.3, 0.3});
    ASSERT_NEAR(result.p_value, 1 - std::abs(result.t) / std::hypot(std::sqrt(2.0), result.t), 1e-14);
  }
}

// scipy.stats.ttest_rel(a, b)
TEST(PairedTTest, AgreesWithScipy) {
  const PairedTTest folds = paired_t_test(kA, kB);
  EXPECT_NEAR(folds.mean_difference, 0.021, 1e-15);
  EXPECT_NEAR(folds.t, 3.473302432445818, 1e-12);
  EXPECT_EQ(folds.degrees_of_freedom, 9);
  EXPECT_NEAR(folds.p_value, 0.007012169754460895, 1e-14);

  const PairedTTest few = paired_t_test(List{1, 2, 4, 8}, List{2, 2, 3, 1});
  EXPECT_NEAR(few.t, 0.9738516810963533, 1e-14);
  EXPECT_NEAR(few.p_value, 0.40195642649925795, 1e-14);

  const List far = {10.001, 10.002, 10.003, 10.004, 10.005, 10.006, 10.007, 10.008};
  const PairedTTest tail = paired_t_test(far, List(8, 0.0));
  EXPECT_NEAR(tail.t / 11552.201536216005, 1, 1e-11);
  EXPECT_NEAR(tail.p_value / 9.618820768527514e-27, 1, 1e-10);
}

// t = d.mean() / sqrt(d.var(ddof=1) * (1/10 + 1/9)), p = 2 * scipy.stats.t.sf(t, 9): ten folds test on a tenth each.
TEST(PairedTTest, IsCorrectedForTrainingSetsThatOverlap) {
  const PairedTTest result = paired_t_test(kA, kB, 0.1);
  EXPECT_NEAR(result.mean_difference, 0.021, 1e-15);
  EXPECT_NEAR(result.t, 2.390490679481894, 1e-12);
  EXPECT_NEAR(result.p_value, 0.0405247775918799, 1e-13);
}

TEST(PairedTTest, SaysLessTheMoreTrainingSetsOverlap) {
  double last = 0;
  for (const double overlap : {0.0, 0.01, 0.1, 0.5, 0.9, 0.999}) {
    const double p = paired_t_test(kA, kB, overlap).p_value;
    EXPECT_GT(p, last) << overlap;
    last = p;
  }
}

TEST(PairedTTest, ChangesSignWhenTheListsAreExchanged) {
  const PairedTTest forth = paired_t_test(kA, kB, 0.2), back = paired_t_test(kB, kA, 0.2);
  EXPECT_EQ(forth.mean_difference, -back.mean_difference);
  EXPECT_EQ(forth.t, -back.t);
  EXPECT_EQ(forth.p_value, back.p_value);
}

TEST(PairedTTest, DoesNotDependOnTheUnitOrTheOrderOfThePairs) {
  const PairedTTest result = paired_t_test(kA, kB);
  for (const double factor : {1e-250, 1e-3, 100.0, 1e250})
    EXPECT_NEAR(paired_t_test(testing::times(factor, kA), testing::times(factor, kB)).t, result.t, 1e-12) << factor;
  const PairedTTest reversed = paired_t_test(List(kA.rbegin(), kA.rend()), List(kB.rbegin(), kB.rend()));
  EXPECT_NEAR(reversed.t, result.t, 1e-12);
  EXPECT_NEAR(reversed.mean_difference, result.mean_difference, 1e-15);
}

// Under the null hypothesis p is uniform: of 4000 tests of 8 pairs of normal-like noise (sums of 12 uniforms), those
// with p < 0.05 have mean 200 and deviation 14; five deviations and 10 for the noise not being normal are allowed.
TEST(PairedTTest, RejectsAsOftenAsItSays) {
  Random random(2);
  const auto noise = [&random] {
    double sum = -6;
    for (int n = 0; n < 12; ++n) sum += random.uniform();
    return sum;
  };
  int rejected = 0;
  for (int round = 0; round < 4000; ++round) {
    List a(8), b(8);
    std::ranges::generate(a, noise);
    std::ranges::generate(b, noise);
    rejected += paired_t_test(a, b).p_value < 0.05;
  }
  EXPECT_NEAR(rejected, 200, 80);
}

// scipy.stats.ttest_rel gives (nan, nan), (inf, 0) and (-inf, 0).
TEST(PairedTTest, DoesAsScipyWhereAllDifferencesAreEqual) {
  const PairedTTest same = paired_t_test(kA, kA);
  EXPECT_EQ(same.mean_difference, 0);
  EXPECT_TRUE(std::isnan(same.t));
  EXPECT_TRUE(std::isnan(same.p_value));
  for (const double shift : {0.1, -0.1}) {  // a sum of seven tenths is not seven times a tenth
    const PairedTTest shifted = paired_t_test(List(7, shift), List(7, 0.0), 0.3);
    EXPECT_EQ(shifted.mean_difference, shift);
    EXPECT_EQ(shifted.t, shift > 0 ? kInfinity : -kInfinity);
    EXPECT_EQ(shifted.p_value, 0);
  }
}

TEST(PairedTTest, IsOneWhereTheMeanIsZero) {
  const PairedTTest result = paired_t_test(List{1, 2}, List{2, 1});
  EXPECT_EQ(result.t, 0);
  EXPECT_EQ(result.p_value, 1);
}

TEST(PairedTTest, RefusesWhatCannotBeTested) {
  EXPECT_THROW(paired_t_test(List{1}, List{1}), InvalidArgument);
  EXPECT_THROW(paired_t_test(List{}, List{}), InvalidArgument);
  EXPECT_THROW(paired_t_test(List{1, 2}, List{1, 2, 3}), InvalidArgument);
  EXPECT_THROW(paired_t_test(List{1, kNan}, List{1, 2}), InvalidArgument);
  EXPECT_THROW(paired_t_test(List{1, 2}, List{kInfinity, 2}), InvalidArgument);
  EXPECT_THROW(paired_t_test(List{1, kInfinity}, List{1, kInfinity}), InvalidArgument);
  EXPECT_THROW(paired_t_test(List{1, 1e308}, List{1, -1e308}), InvalidArgument);
  for (const double bad : {kNan, -0.1, 1.0}) EXPECT_THROW(paired_t_test(kA, kB, bad), InvalidArgument);
}

TEST(PairedTTest, SaysWhatItRefuses) {
  try {
    paired_t_test(List{1, 2}, List{1, kInfinity});
    FAIL() << "an infinite difference was taken";
  } catch (const InvalidArgument& error) {
    EXPECT_STREQ(error.what(), "a[1] - b[1] is -inf, but a difference must be finite");
  }
}

}  // namespace
}  // namespace pdrank
