#include "pdrank/metrics/draws.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <numbers>
#include <numeric>
#include <vector>

#include "pdrank/core/parallel.hpp"
#include "pdrank/core/random.hpp"

namespace pdrank {
namespace {

using Parts = std::vector<std::uint32_t>;

ScoreDraws draws_of(std::initializer_list<std::initializer_list<float>> scores) {
  ScoreDraws draws(scores.begin()->size(), scores.size());
  std::size_t k = 0;
  for (const auto& draw : scores) std::ranges::copy(draw, draws[k++].begin());
  return draws;
}

// Few levels make many ties; with shares[k] the draws differ in how far they are settled.
ScoreDraws random_draws(std::size_t nodes, std::size_t count, int levels, Random& random) {
  ScoreDraws draws(nodes, count);
  for (std::size_t k = 0; k < count; ++k)
    for (std::size_t node = 0; node < nodes; ++node)
      draws[k][node] =
          static_cast<float>(node % 5) / 3 +
          static_cast<float>(random.below(static_cast<std::uint64_t>(levels))) / static_cast<float>(levels);
  return draws;
}

Parts random_parts(std::size_t nodes, std::uint64_t parts, Random& random) {
  Parts part(nodes);
  for (auto& which : part) which = static_cast<std::uint32_t>(random.below(parts));
  return part;
}

// Straight from the words: one more than those above, equal ones share the middle.
double rank_of(const ScoreDraws& draws, std::size_t draw, std::size_t node, const Parts& part) {
  double above = 0, level = 0;
  for (std::size_t other = 0; other < draws.nodes(); ++other) {
    if (part[other] != part[node]) continue;
    above += draws[draw][other] > draws[draw][node] ? 1 : 0;
    level += draws[draw][other] == draws[draw][node] ? 1 : 0;
  }
  return 1 + above + (level - 1) / 2;
}

// low: the best rank that has (1 - level) / 2 of the draws above it, those on it counting half; high likewise from the
// worst. Ranks between two whole ones belong to both.
RankRange brute_range(const ScoreDraws& draws, std::size_t node, const Parts& part, double level) {
  std::vector<double> ranks;
  for (std::size_t k = 0; k < draws.count(); ++k) ranks.push_back(rank_of(draws, k, node, part));
  const double wanted = (1 - level) / 2 * static_cast<double>(draws.count());
  const auto count = [&](auto&& holds) { return static_cast<double>(std::ranges::count_if(ranks, holds)); };
  double low = 1e9, high = 0;
  for (const double r : ranks) {
    const double on = count([=](double x) { return x == r; });
    if (count([=](double x) { return x < r; }) + on / 2 >= wanted) low = std::min(low, r);
    if (count([=](double x) { return x > r; }) + on / 2 >= wanted) high = std::max(high, r);
  }
  const double mean = std::accumulate(ranks.begin(), ranks.end(), 0.0) / static_cast<double>(ranks.size());
  const double first = count([](double x) { return x == 1; }) / static_cast<double>(ranks.size());
  return {mean, first, static_cast<std::uint32_t>(std::floor(low)), static_cast<std::uint32_t>(std::ceil(high))};
}

double brute_above(const ScoreDraws& draws, std::size_t a, std::size_t b) {
  double above = 0;
  for (std::size_t k = 0; k < draws.count(); ++k)
    above += draws[k][a] > draws[k][b] ? 1 : draws[k][a] == draws[k][b] ? 0.5 : 0;
  return (above + 0.5) / (static_cast<double>(draws.count()) + 1);
}

constexpr double kLevels[] = {0.5, 0.8, 0.9, 0.95, 0.999, 1.0};

TEST(RankRanges, AgreeWithBruteForce) {
  Random random(1);
  for (const std::size_t nodes : {1u, 2u, 7u, 70u})  // 70: more than are read in one pass
    for (const std::size_t count : {1u, 2u, 10u, 41u})
      for (const int levels : {2, 6, 1000}) {
        const ScoreDraws draws = random_draws(nodes, count, levels, random);
        const Parts part = random_parts(nodes, nodes > 5 ? 3 : 1, random);
        for (const double level : kLevels) {
          const std::vector<RankRange> ranges = rank_ranges(draws, part, level);
          ASSERT_EQ(ranges.size(), nodes);
          for (std::size_t node = 0; node < nodes; ++node) {
            const RankRange expected = brute_range(draws, node, part, level);
            EXPECT_NEAR(ranges[node].mean, expected.mean, 1e-12 * expected.mean);
            EXPECT_NEAR(ranges[node].first, expected.first, 1e-12);
            EXPECT_EQ(ranges[node].low, expected.low) << nodes << ' ' << count << ' ' << level;
            EXPECT_EQ(ranges[node].high, expected.high) << nodes << ' ' << count << ' ' << level;
            EXPECT_LE(ranges[node].low, ranges[node].high);
          }
        }
      }
}

// Item 0 is first in `first` of ten draws, third in `third`, and second in the others.
RankRange range_of_middle(int first, int third, double level) {
  ScoreDraws draws(3, 10);
  for (int k = 0; k < 10; ++k) {
    const float own = k < first ? 4.0f : k < first + third ? 0.0f : 2.0f;
    std::ranges::copy(std::vector<float>{own, 3, 1}, draws[static_cast<std::size_t>(k)].begin());
  }
  return rank_ranges(draws, Parts{0, 0, 0}, level).front();
}

// At a level of 0.8 one of ten draws is left out on each side. A rank at the edge is in if half of its draws are.
TEST(RankRanges, ARankIsInIfHalfOfItsDrawsAre) {
  EXPECT_EQ(range_of_middle(1, 0, 0.8).low, 2u) << "half of one draw is less than one";
  EXPECT_EQ(range_of_middle(2, 0, 0.8).low, 1u) << "half of two draws is one";
  EXPECT_EQ(range_of_middle(0, 1, 0.8).high, 2u);
  EXPECT_EQ(range_of_middle(0, 2, 0.8).high, 3u);
  EXPECT_EQ(range_of_middle(1, 1, 0.9).low, 1u) << "half of one draw is left out";
  EXPECT_EQ(range_of_middle(1, 1, 0.9).high, 3u);
  EXPECT_EQ(range_of_middle(1, 1, 0.9).mean, 2);
}

// So many that they are sorted digit by digit: negative scores, two zeros, ties, far ends.
TEST(RankRanges, ManyNodes) {
  Random random(9);
  constexpr std::size_t kNodes = 1500, kDraws = 3;
  ScoreDraws draws(kNodes, kDraws);
  for (float& score : draws.values()) {
    const double scale = std::pow(10.0, random.uniform(-20, 20));
    score = static_cast<float>(random.chance(0.2) ? std::round(random.uniform(-3, 3)) : random.uniform(-1, 1) * scale);
    if (random.chance(0.05)) score = random.chance(0.5) ? -0.0f : 0.0f;
  }
  const Parts part = random_parts(kNodes, 2, random);
  const std::vector<RankRange> ranges = rank_ranges(draws, part, 0.9);
  for (std::size_t node = 0; node < kNodes; node += 7) {
    double mean = 0;
    for (std::size_t k = 0; k < kDraws; ++k) mean += rank_of(draws, k, node, part) / kDraws;
    EXPECT_NEAR(ranges[node].mean, mean, 1e-3) << node;
  }
}

TEST(RankRanges, ExtremesOfTheLevel) {
  EXPECT_EQ(range_of_middle(1, 1, 1.0).low, 1u) << "all draws are in";
  EXPECT_EQ(range_of_middle(1, 1, 1.0).high, 3u);
  EXPECT_EQ(range_of_middle(4, 4, 0.5).low, 2u) << "a quarter of the draws is left out on each side: 2 < 2.5";
  EXPECT_EQ(range_of_middle(5, 4, 0.5).low, 1u);
}

TEST(RankRanges, ALevelOfAHalfNeverTurnsTheRangeRound) {
  Random random(2);
  for (int times = 0; times < 300; ++times) {
    const std::size_t nodes = 2 + random.below(4), count = 1 + random.below(8);
    for (const RankRange& range : rank_ranges(random_draws(nodes, count, 3, random), Parts(nodes, 0), 0.5))
      EXPECT_LE(range.low, range.high);
  }
}

TEST(RankRanges, RanksBetweenTwoBelongToBoth) {
  const ScoreDraws draws = draws_of({{1, 1, 0}, {1, 1, 0}});
  for (const RankRange& range :
       {rank_ranges(draws, Parts{0, 0, 0}, 0.9)[0], rank_ranges(draws, Parts{0, 0, 0}, 0.9)[1]}) {
    EXPECT_EQ(range.mean, 1.5);
    EXPECT_EQ(range.low, 1u);
    EXPECT_EQ(range.high, 2u);
  }
}

TEST(RankRanges, PartsCountOnTheirOwn) {
  const ScoreDraws draws = draws_of({{9, 1, 8, 2}, {9, 1, 8, 2}});
  const std::vector<RankRange> ranges = rank_ranges(draws, Parts{0, 1, 0, 1}, 0.9);
  EXPECT_EQ(ranges[0].mean, 1);
  EXPECT_EQ(ranges[1].mean, 2);
  EXPECT_EQ(ranges[2].mean, 2);
  EXPECT_EQ(ranges[3].mean, 1);
}

TEST(ProbabilitiesAbove, AgreeWithBruteForce) {
  Random random(3);
  for (const std::size_t count : {1u, 2u, 40u}) {
    const ScoreDraws draws = random_draws(9, count, 3, random);
    std::vector<std::uint32_t> above, below;
    for (int k = 0; k < 5000; ++k) {  // more than are read in one pass
      above.push_back(static_cast<std::uint32_t>(random.below(9)));
      below.push_back(static_cast<std::uint32_t>(random.below(9)));
    }
    const std::vector<double> found = probabilities_above(draws, above, below);
    for (std::size_t k = 0; k < above.size(); ++k) ASSERT_NEAR(found[k], brute_above(draws, above[k], below[k]), 1e-14);
  }
}

TEST(ProbabilitiesAbove, NothingIsCertain) {
  const ScoreDraws draws = draws_of({{1, 0, 0}, {1, 0, 0}, {1, 0, 0}});
  const std::vector<std::uint32_t> a = {0, 1, 1}, b = {1, 0, 2};
  EXPECT_EQ(probabilities_above(draws, a, b), (std::vector<double>{3.5 / 4, 0.5 / 4, 0.5}));
  EXPECT_TRUE(probabilities_above(draws, {}, {}).empty());
}

TEST(Tiers, AgreeWithBruteForce) {
  Random random(4);
  for (int times = 0; times < 50; ++times) {
    const std::size_t nodes = 1 + random.below(12);
    const ScoreDraws draws = random_draws(nodes, 1 + random.below(50), 4, random);
    std::vector<std::uint32_t> order(nodes);
    std::iota(order.begin(), order.end(), 0u);
    std::ranges::sort(order,
                      [](std::uint32_t a, std::uint32_t b) { return std::pair(a % 5, a) > std::pair(b % 5, b); });
    for (const double level : kLevels) {
      const std::vector<std::uint32_t> found = tiers(draws, order, level);
      ASSERT_EQ(found.size(), nodes);
      for (std::size_t k = 0; k < nodes; ++k) {
        // The head of the tier before is the first that has its number.
        const std::uint32_t before = k == 0 ? 0 : found[k - 1];
        const auto head = static_cast<std::size_t>(std::ranges::find(found, before) - found.begin());
        const bool opens = k == 0 || brute_above(draws, order[head], order[k]) >= level;
        EXPECT_EQ(found[k], before + (opens ? 1 : 0)) << k << ' ' << level;
      }
    }
  }
}

// The head of a tier decides, not the neighbour: 10 of 10 draws, (10 + 1/2) / 11 = 0.95.
TEST(Tiers, AreToldApartFromTheirFirst) {
  ScoreDraws draws(3, 10);
  for (std::size_t k = 0; k < 10; ++k)  // 0 above 2 always; 1 is above 0, or below 2, in one draw each
    std::ranges::copy(std::vector<float>{2, k == 0 ? 3.0f : k == 1 ? 0.0f : 1.5f, 1}, draws[k].begin());
  EXPECT_EQ(tiers(draws, std::vector<std::uint32_t>{0, 1, 2}, 0.9), (std::vector<std::uint32_t>{1, 1, 2}));
  EXPECT_EQ(tiers(draws, std::vector<std::uint32_t>{0, 1, 2}, 0.96), (std::vector<std::uint32_t>{1, 1, 1}));
  EXPECT_EQ(tiers(draws, std::vector<std::uint32_t>{0, 1, 2}, 0.8), (std::vector<std::uint32_t>{1, 2, 3}));
  EXPECT_TRUE(tiers(draws, {}, 0.9).empty());
}

// Few draws of a normal law, read as such: the shares of a normal law, where counting would know tenths alone.
TEST(SmoothDraws, AreReadAsANormalLaw) {
  Random random(6);
  ScoreDraws draws(3, 200);
  for (std::size_t k = 0; k < draws.count(); ++k) {
    const double angle = 2 * std::numbers::pi * random.uniform();
    const double z = std::sqrt(-2 * std::log(1 - random.uniform())) * std::cos(angle);
    std::ranges::copy(std::vector<float>{static_cast<float>(1 + z), 0, -100}, draws[k].begin());
  }
  draws.smooth = true;
  const std::vector<std::uint32_t> a = {0, 1, 1, 2}, b = {1, 0, 2, 2};
  const std::vector<double> found = probabilities_above(draws, a, b);
  // P(z > -1) = 0.841; the mean of 200 has a standard error of 0.07 deviations, at which the density is 0.24.
  EXPECT_NEAR(found[0], 0.841, 4 * 0.07 * 1.3 * 0.24);
  EXPECT_NEAR(found[0] + found[1], 1, 1e-12);
  EXPECT_EQ(found[2], 1) << "without any deviation";
  EXPECT_EQ(found[3], 0.5) << "an item is level with itself";
}

// Ranks by their log-odds: a range is symmetric around the middle, stays within 1 .. items, and is about that of
// counting.
TEST(SmoothDraws, RangesAreCloseToThoseOfCounting) {
  Random random(7);
  ScoreDraws draws(40, 1000);
  for (std::size_t k = 0; k < draws.count(); ++k)
    for (std::size_t node = 0; node < 40; ++node)
      draws[k][node] =
          static_cast<float>(static_cast<double>(node) / 4 + random.uniform(-1, 1) + random.uniform(-1, 1) +
                             random.uniform(-1, 1) + random.uniform(-1, 1));  // nearly normal
  const std::vector<RankRange> counted = rank_ranges(draws, Parts(40, 0), 0.9);
  draws.smooth = true;
  const std::vector<RankRange> smooth = rank_ranges(draws, Parts(40, 0), 0.9);
  for (std::size_t node = 0; node < 40; ++node) {
    EXPECT_EQ(smooth[node].mean, counted[node].mean);
    EXPECT_EQ(smooth[node].first, counted[node].first);
    EXPECT_NEAR(smooth[node].low, counted[node].low, 4) << "a tenth of the items";
    EXPECT_NEAR(smooth[node].high, counted[node].high, 4);
    EXPECT_TRUE(smooth[node].low >= 1 && smooth[node].high <= 40 && smooth[node].low <= smooth[node].high);
  }
}

TEST(SmoothDraws, AnItemAloneIsFirst) {
  ScoreDraws draws = draws_of({{1}, {2}});
  draws.smooth = true;
  const RankRange range = rank_ranges(draws, Parts{0}, 0.9).front();
  EXPECT_EQ(range.low, 1u);
  EXPECT_EQ(range.high, 1u);
  EXPECT_EQ(range.first, 1);
}

TEST(ScoreSummary, MeanDeviationAndInterval) {
  ScoreDraws draws(2, 101);
  for (std::size_t k = 0; k < 101; ++k) {
    draws[k][0] = static_cast<float>(k);
    draws[k][1] = 3;
  }
  const ScoreSummary summary = summarise_scores(draws, 0.9);
  EXPECT_NEAR(summary.mean[0], 50, 1e-9);
  EXPECT_NEAR(summary.deviation[0], std::sqrt((101.0 * 101 - 1) / 12), 0.2);
  EXPECT_NEAR(summary.low[0], 5, 1);
  EXPECT_NEAR(summary.high[0], 95, 1);
  EXPECT_EQ(summary.mean[1], 3);
  EXPECT_EQ(summary.deviation[1], 0);
  EXPECT_EQ(summary.low[1], 3);
  EXPECT_EQ(summary.high[1], 3);
}

TEST(Draws, AreReadTheSameOnAnyNumberOfThreads) {
  Random random(5);
  const ScoreDraws draws = random_draws(200, 60, 20, random);
  const Parts part = random_parts(200, 2, random);
  std::vector<std::uint32_t> a(10'000), b(10'000);
  for (auto* list : {&a, &b})
    for (std::uint32_t& node : *list) node = static_cast<std::uint32_t>(random.below(200));
  const auto read = [&](int threads) {
    const ThreadScope scope(threads);
    std::vector<double> all = probabilities_above(draws, a, b);
    for (const RankRange& range : rank_ranges(draws, part, 0.9)) {
      all.push_back(range.mean);
      all.push_back(range.low);
      all.push_back(range.high);
    }
    for (const std::uint32_t tier : tiers(draws, std::span(a).first(50), 0.9)) all.push_back(tier);
    return all;
  };
  const std::vector<double> one = read(1);
  EXPECT_EQ(read(2), one);
  EXPECT_EQ(read(3), one);
}

// Normal scores around their means, which are `apart` apart.
ScoreDraws normal_draws(std::size_t nodes, std::size_t count, double apart, Random& random) {
  ScoreDraws draws(nodes, count);
  for (std::size_t k = 0; k < count; ++k)
    for (std::size_t node = 0; node < nodes; ++node)
      draws[k][node] = static_cast<float>(random.normal() - apart * static_cast<double>(node));
  return draws;
}

std::vector<double> ranks_in(std::span<const float> scores) {
  std::vector<double> ranks(scores.size(), 1);
  for (std::size_t a = 0; a < scores.size(); ++a)
    for (std::size_t b = 0; b < scores.size(); ++b) ranks[a] += scores[b] > scores[a] ? 1 : 0;
  return ranks;
}

// New draws of the same law lie inside with all their ranks as often as `level` says, whether the ranges leave out
// draws (few nodes) or are wider than all of them (many). Over 40 sets of draws the mean share has a deviation of about
// 0.01: that of one set, with 20 draws of 200 outside, is about 0.02, and sets of 200 new draws add as much.
TEST(SimultaneousRanges, HoldAllRanksOfANewDrawAtTheirLevel) {
  for (const std::size_t nodes : {6, 60}) {
    Random random(17 + nodes);
    double inside = 0, tried = 0;
    for (int set = 0; set < 40; ++set) {
      const ScoreDraws draws = normal_draws(nodes, 200, 0.3, random);
      const std::vector<RankRange> ranges = simultaneous_ranges(draws, Parts(nodes, 0), 0.9);
      const ScoreDraws fresh = normal_draws(nodes, 200, 0.3, random);
      for (std::size_t k = 0; k < fresh.count(); ++k) {
        const std::vector<double> ranks = ranks_in(fresh[k]);
        bool all = true;
        for (std::size_t node = 0; node < nodes; ++node)
          all = all && ranges[node].low <= ranks[node] && ranks[node] <= ranges[node].high;
        inside += all ? 1 : 0, tried += 1;
      }
    }
    EXPECT_GT(inside / tried, 0.88) << nodes;
    EXPECT_LT(inside / tried, nodes > 10 ? 0.94 : 0.99) << nodes;  // whole ranks of few nodes overshoot
  }
}

TEST(SimultaneousRanges, AreAtLeastAsWideAsOthersAndTheSameOnAnyNumberOfThreads) {
  Random random(23);
  const ScoreDraws draws = random_draws(150, 90, 7, random);
  const Parts part = random_parts(150, 3, random);
  const std::vector<RankRange> single = rank_ranges(draws, part, 0.9);
  std::vector<std::vector<RankRange>> found;
  for (const int threads : {1, 3}) {
    const ThreadScope scope(threads);
    found.push_back(simultaneous_ranges(draws, part, 0.9));
  }
  std::vector<std::uint32_t> size(3, 0);
  for (const std::uint32_t one : part) ++size[one];
  for (std::size_t node = 0; node < 150; ++node) {
    EXPECT_EQ(found[0][node].low, found[1][node].low);
    EXPECT_EQ(found[0][node].high, found[1][node].high);
    EXPECT_LE(found[0][node].low, single[node].low);
    EXPECT_GE(found[0][node].high, single[node].high);
    EXPECT_GE(found[0][node].low, 1u);
    EXPECT_LE(found[0][node].high, size[part[node]]);
    EXPECT_EQ(found[0][node].mean, single[node].mean);
  }
}

TEST(SimultaneousRanges, WhatNeverChangesStaysOneRank) {
  ScoreDraws draws(3, 50);
  for (std::size_t k = 0; k < 50; ++k) std::ranges::copy(std::initializer_list<float>{3, 2, 1}, draws[k].begin());
  const std::vector<RankRange> ranges = simultaneous_ranges(draws, Parts(3, 0), 0.9);
  for (std::uint32_t node = 0; node < 3; ++node) {
    EXPECT_EQ(ranges[node].low, node + 1);
    EXPECT_EQ(ranges[node].high, node + 1);
  }
}

}  // namespace
}  // namespace pdrank
