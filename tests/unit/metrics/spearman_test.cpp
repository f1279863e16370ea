#include "pdrank/metrics/spearman.hpp"

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

// rank = 1 + items below + half of the others tied
Scores ranks_by_counting(const Scores& scores) {
  Scores ranks;
  for (const double score : scores) {
    double rank = 0.5;
    for (const double other : scores) rank += other < score ? 1 : other == score ? 0.5 : 0;
    ranks.push_back(rank);
  }
  return ranks;
}

double pearson(const Scores& x, const Scores& y) {
  const auto n = static_cast<double>(x.size());
  const double mean_x = std::accumulate(x.begin(), x.end(), 0.0) / n;
  const double mean_y = std::accumulate(y.begin(), y.end(), 0.0) / n;
  double xx = 0, yy = 0, xy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xx += (x[i] - mean_x) * (x[i] - mean_x);
    yy += (y[i] - mean_y) * (y[i] - mean_y);
    xy += (x[i] - mean_x) * (y[i] - mean_y);
  }
  return xy / std::sqrt(xx * yy);
}

TEST(AverageRanks, ShareTheMeanAmongTies) {
  EXPECT_EQ(average_ranks(Scores{30, 10, 20, 20, 20}), (Scores{5, 1, 3, 3, 3}));
  EXPECT_EQ(average_ranks(Scores{1, 1, 0, 0}), (Scores{3.5, 3.5, 1.5, 1.5}));
  EXPECT_TRUE(average_ranks(Scores{}).empty());
}

TEST(SpearmanRho, IsPearsonOfTheRanks) {
  Random random(1);
  for (int round = 0; round < 200; ++round) {
    const std::size_t items = 30 + random.below(60);
    const Scores a = testing::tied_scores(items, 3 + random.below(50), random);
    const Scores b = testing::tied_scores(items, 3 + random.below(50), random);
    ASSERT_EQ(average_ranks(a), ranks_by_counting(a));
    ASSERT_NEAR(spearman_rho(a, b), pearson(ranks_by_counting(a), ranks_by_counting(b)), 1e-12);
  }
}

// Without ties rho = 1 - 6 sum d^2 / (n (n^2 - 1)); here d = 1, 1, 1, 1, 0.
TEST(SpearmanRho, HasTheTextbookValueWithoutTies) {
  EXPECT_DOUBLE_EQ(spearman_rho(Scores{1, 2, 3, 4, 5}, Scores{2, 1, 4, 3, 5}), 1 - 6.0 * 4 / (5 * 24));
}

// The example of scipy.stats.spearmanr's documentation.
TEST(SpearmanRho, AgreesWithScipy) {
  EXPECT_NEAR(spearman_rho(Scores{1, 2, 3, 4, 5}, Scores{5, 6, 7, 8, 7}), 0.8207826816681233, 1e-15);
}

TEST(SpearmanRho, IsExactlyOneForTheSameOrderAndMinusOneForTheOpposite) {
  Scores up(100001);
  std::iota(up.begin(), up.end(), 0.0);
  EXPECT_EQ(spearman_rho(up, up), 1);
  EXPECT_EQ(spearman_rho(up, Scores(up.rbegin(), up.rend())), -1);
}

TEST(SpearmanRho, IsSymmetricAndDependsOnTheOrderOfTheScoresOnly) {
  Random random(2);
  const Scores a = testing::tied_scores(300, 40, random);
  const Scores b = testing::tied_scores(300, 90, random);
  Scores stretched = a, negative = a;
  for (double& score : stretched) score = std::exp(score / 5) - 3;
  for (double& score : negative) score = -score;
  EXPECT_EQ(spearman_rho(a, b), spearman_rho(b, a));
  EXPECT_EQ(spearman_rho(a, b), spearman_rho(stretched, b));
  EXPECT_DOUBLE_EQ(spearman_rho(a, b), -spearman_rho(negative, b));
}

TEST(SpearmanRho, IsNanWhenOneSideIsConstant) {
  EXPECT_TRUE(std::isnan(spearman_rho(Scores{1, 1, 1}, Scores{1, 2, 3})));
  EXPECT_TRUE(std::isnan(spearman_rho(Scores{1, 2, 3}, Scores{4, 4, 4})));
}

TEST(SpearmanRho, RefusesWhatCannotBeCompared) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(spearman_rho(Scores{1, nan}, Scores{1, 2}), InvalidArgument);
  EXPECT_THROW(spearman_rho(Scores{1, 2}, Scores{1}), InvalidArgument);
  EXPECT_THROW(spearman_rho(Scores{1}, Scores{1}), InvalidArgument);
}

}  // namespace
}  // namespace pdrank
