#include "pdrank/metrics/kendall.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "pdrank/core/errors.hpp"
#include "unit/metrics/brute_force.hpp"

namespace pdrank {
namespace {

using Scores = std::vector<double>;
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

void expect_same(const KendallTau& x, const KendallTau& y) {
  EXPECT_EQ(x.concordant, y.concordant);
  EXPECT_EQ(x.discordant, y.discordant);
  EXPECT_EQ(x.ties_both, y.ties_both);
  EXPECT_DOUBLE_EQ(x.tau_a, y.tau_a);
  EXPECT_DOUBLE_EQ(x.tau_b, y.tau_b);
  EXPECT_DOUBLE_EQ(x.gamma, y.gamma);
}

TEST(KendallTau, CountsAsAllPairsDo) {
  Random random(1);
  for (int round = 0; round < 400; ++round) {
    const std::size_t items = 2 + random.below(60);
    const Scores a = testing::tied_scores(items, 2 + random.below(50), random);
    const Scores b = testing::tied_scores(items, 2 + random.below(50), random);
    const KendallTau fast = kendall_tau(a, b);
    const testing::PairCounts slow = testing::count_all_pairs(a, b);
    ASSERT_EQ(fast.pairs, items * (items - 1) / 2);
    ASSERT_EQ(fast.concordant, slow.concordant);
    ASSERT_EQ(fast.discordant, slow.discordant);
    ASSERT_EQ(fast.ties_a, slow.ties_a);
    ASSERT_EQ(fast.ties_b, slow.ties_b);
    ASSERT_EQ(fast.ties_both, slow.ties_both);
  }
}

TEST(KendallTau, HasTheFormulasOfTheHeader) {
  const Scores a = {1, 2, 2, 3};
  const Scores b = {1, 3, 2, 2};
  // (1,2)+ (1,3)+ (1,4)+ (2,3) tied in a, (2,4)-, (3,4) tied in b.
  const KendallTau tau = kendall_tau(a, b);
  EXPECT_EQ(tau.concordant, 3u);
  EXPECT_EQ(tau.discordant, 1u);
  EXPECT_DOUBLE_EQ(tau.tau_a, 2.0 / 6);
  EXPECT_DOUBLE_EQ(tau.tau_b, 2.0 / 5);
  EXPECT_DOUBLE_EQ(tau.gamma, 2.0 / 4);
}

// The example of scipy.stats.kendalltau's documentation: -0.47140452079103173.
TEST(KendallTau, AgreesWithScipy) {
  const KendallTau tau = kendall_tau(Scores{12, 2, 1, 12, 2}, Scores{1, 4, 7, 1, 0});
  EXPECT_NEAR(tau.tau_b, -0.47140452079103173, 1e-15);
}

TEST(KendallTau, IsExactlyOneForTheSameOrderAndMinusOneForTheOpposite) {
  Scores up(100001);
  std::iota(up.begin(), up.end(), 0.0);
  Scores down(up.rbegin(), up.rend());
  for (const double value : {kendall_tau(up, up).tau_a, kendall_tau(up, up).tau_b, kendall_tau(up, up).gamma})
    EXPECT_EQ(value, 1);
  for (const double value : {kendall_tau(up, down).tau_a, kendall_tau(up, down).tau_b, kendall_tau(up, down).gamma})
    EXPECT_EQ(value, -1);
}

TEST(KendallTau, CountsPairsBeyond32Bits) {
  Scores up(200000);
  std::iota(up.begin(), up.end(), 0.0);
  const Scores down(up.rbegin(), up.rend());
  EXPECT_EQ(kendall_tau(up, down).discordant, 19'999'900'000u);
}

TEST(KendallTau, IsSymmetric) {
  Random random(2);
  const Scores a = testing::tied_scores(500, 40, random);
  const Scores b = testing::tied_scores(500, 90, random);
  expect_same(kendall_tau(a, b), kendall_tau(b, a));
}

TEST(KendallTau, DependsOnTheOrderOfTheScoresOnly) {
  Random random(3);
  const Scores a = testing::tied_scores(500, 40, random);
  const Scores b = testing::tied_scores(500, 90, random);
  Scores stretched = a;
  for (double& score : stretched) score = std::exp(score / 5) - 3;
  expect_same(kendall_tau(a, b), kendall_tau(stretched, b));
}

TEST(KendallTau, DoesNotDependOnTheOrderOfTheItems) {
  Random random(4);
  const Scores a = testing::tied_scores(500, 40, random);
  const Scores b = testing::tied_scores(500, 90, random);
  const Scores a_reversed(a.rbegin(), a.rend()), b_reversed(b.rbegin(), b.rend());
  expect_same(kendall_tau(a, b), kendall_tau(a_reversed, b_reversed));
}

TEST(KendallTau, ChangesSignWhenOneSideIsTurnedRound) {
  Random random(5);
  const Scores a = testing::tied_scores(500, 40, random);
  const Scores b = testing::tied_scores(500, 90, random);
  Scores negative = a;
  for (double& score : negative) score = -score;
  const KendallTau tau = kendall_tau(a, b), turned = kendall_tau(negative, b);
  EXPECT_EQ(tau.concordant, turned.discordant);
  EXPECT_EQ(tau.discordant, turned.concordant);
  EXPECT_DOUBLE_EQ(tau.tau_b, -turned.tau_b);
}

TEST(KendallTau, IsNanWhereItSaysNothing) {
  const KendallTau tau = kendall_tau(Scores{1, 1, 1}, Scores{1, 2, 3});
  EXPECT_EQ(tau.tau_a, 0);
  EXPECT_TRUE(std::isnan(tau.tau_b));
  EXPECT_TRUE(std::isnan(tau.gamma));
}

TEST(KendallTau, OrdersInfiniteScoresAndTiesTheTwoZeros) {
  EXPECT_EQ(kendall_tau(Scores{-kInfinity, 0, kInfinity}, Scores{1, 2, 3}).tau_b, 1);
  EXPECT_EQ(kendall_tau(Scores{-0.0, 0.0, 1}, Scores{2, 1, 3}).ties_a, 1u);
}

TEST(KendallTau, RefusesWhatCannotBeCompared) {
  EXPECT_THROW(kendall_tau(Scores{1, kNan}, Scores{1, 2}), InvalidArgument);
  EXPECT_THROW(kendall_tau(Scores{1, 2}, Scores{1, kNan}), InvalidArgument);
  EXPECT_THROW(kendall_tau(Scores{1, 2}, Scores{1, 2, 3}), InvalidArgument);
  EXPECT_THROW(kendall_tau(Scores{1}, Scores{1}), InvalidArgument);
  EXPECT_THROW(kendall_tau(Scores{}, Scores{}), InvalidArgument);
}

TEST(KendallTau, SaysWhatItRefuses) {
  try {
    kendall_tau(Scores{1, 2}, Scores{1, kNan});
    FAIL() << "NaN was taken";
  } catch (const InvalidArgument& error) {
    EXPECT_STREQ(error.what(), "b[1] is NaN, but a score must be a number");
  }
}

}  // namespace
}  // namespace pdrank
