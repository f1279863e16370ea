#include "pdrank/metrics/top_k.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <span>
#include <vector>

#include "pdrank/core/errors.hpp"
#include "unit/metrics/brute_force.hpp"

namespace pdrank {
namespace {

using Scores = std::vector<double>;

// By item: among the k best after one random way to break the ties.
std::vector<char> random_top(const Scores& scores, std::size_t k, Random& random) {
  std::vector<std::size_t> order(scores.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  random.shuffle(std::span(order));
  std::ranges::stable_sort(order, std::greater<>(), [&](std::size_t i) { return scores[i]; });
  std::vector<char> top(scores.size(), 0);
  for (std::size_t place = 0; place < k; ++place) top[order[place]] = 1;
  return top;
}

TEST(TopKOverlap, CountsTheIntersectionWithoutTies) {
  const Scores a = {9, 8, 7, 6, 5};
  const Scores b = {5, 9, 6, 8, 7};
  EXPECT_EQ(top_k_overlap(a, b, 1), 0);
  EXPECT_EQ(top_k_overlap(a, b, 2), 1);  // {0, 1} and {1, 3}
  EXPECT_EQ(top_k_overlap(a, b, 3), 1);  // {0, 1, 2} and {1, 3, 4}
  EXPECT_EQ(top_k_overlap(a, b, 5), 5);
}

TEST(TopKOverlap, IgnoresTiesThatDoNotCrossTheBorder) {
  const Scores tied = {3, 3, 2, 1, 1};
  EXPECT_EQ(top_k_overlap(tied, tied, 2), 2);
  EXPECT_EQ(top_k_overlap(tied, tied, 3), 3);
}

TEST(TopKOverlap, ExpectsATieAcrossTheBorderToBeBrokenAtRandom) {
  const Scores truth = {4, 3, 2, 1};
  const Scores ranking = {9, 5, 5, 5};  // item 0, then one of three
  EXPECT_DOUBLE_EQ(top_k_overlap(truth, ranking, 2), 1 + 1.0 / 3);
  EXPECT_DOUBLE_EQ(top_k_overlap(ranking, ranking, 2), 1 + 3 * (1.0 / 3) * (1.0 / 3));
}

TEST(TopKOverlap, GivesAListThatTiesEverythingNoMoreThanChance) {
  Random random(1);
  const Scores constant(50, 1.0);
  const Scores truth = testing::tied_scores(50, 1000, random);
  EXPECT_NEAR(top_k_overlap(truth, constant, 10), 10.0 * 10 / 50, 1e-12);
  EXPECT_NEAR(top_k_overlap(constant, constant, 10), 10.0 * 10 / 50, 1e-12);
}

// Mean of 2000 random tie breaks; each overlap is in [0, k], so by Hoeffding the mean is off by more than
// k sqrt(ln(2 / 1e-9) / (2 * 2000)) with probability below 1e-9.
TEST(TopKOverlap, IsTheMeanOverRandomTieBreaks) {
  Random random(2);
  constexpr int kBreaks = 2000;
  for (int round = 0; round < 20; ++round) {
    const std::size_t items = 5 + random.below(20), k = 1 + random.below(items);
    const Scores a = testing::tied_scores(items, 4, random);
    const Scores b = testing::tied_scores(items, 6, random);
    double sum = 0;
    for (int n = 0; n < kBreaks; ++n) {
      const std::vector<char> top_a = random_top(a, k, random), top_b = random_top(b, k, random);
      for (std::size_t i = 0; i < items; ++i) sum += top_a[i] && top_b[i] ? 1 : 0;
    }
    const double bound = static_cast<double>(k) * std::sqrt(std::log(2 / 1e-9) / (2 * kBreaks));
    EXPECT_NEAR(top_k_overlap(a, b, k), sum / kBreaks, bound) << items << " items, k = " << k;
  }
}

TEST(TopKOverlap, IsSymmetricAndDoesNotDependOnTheOrderOfTheItems) {
  Random random(3);
  const Scores a = testing::tied_scores(200, 20, random);
  const Scores b = testing::tied_scores(200, 30, random);
  const Scores a_reversed(a.rbegin(), a.rend()), b_reversed(b.rbegin(), b.rend());
  for (std::size_t k = 1; k <= 200; k += 7) {
    EXPECT_EQ(top_k_overlap(a, b, k), top_k_overlap(b, a, k));
    EXPECT_NEAR(top_k_overlap(a, b, k), top_k_overlap(a_reversed, b_reversed, k), 1e-12);
    EXPECT_LE(top_k_overlap(a, b, k), static_cast<double>(k));
  }
}

TEST(TopKOverlap, RefusesWhatCannotBeCompared) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(top_k_overlap(Scores{1, 2}, Scores{1, 2}, 0), InvalidArgument);
  EXPECT_THROW(top_k_overlap(Scores{1, 2}, Scores{1, 2}, 3), InvalidArgument);
  EXPECT_THROW(top_k_overlap(Scores{1, nan}, Scores{1, 2}, 1), InvalidArgument);
  EXPECT_THROW(top_k_overlap(Scores{1, 2}, Scores{1}, 1), InvalidArgument);
  EXPECT_THROW(top_k_overlap(Scores{}, Scores{}, 1), InvalidArgument);
}

}  // namespace
}  // namespace pdrank
