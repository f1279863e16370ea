#include "pdrank/simulate/pairs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "support/binomial_bound.hpp"

namespace pdrank {
namespace {

using Kind = Shape::Kind;
using testing::binomial_bound;
using Pairs = std::vector<std::pair<ItemId, ItemId>>;

Pairs pairs_of(const Shape& shape, std::uint32_t items, std::uint64_t comparisons, std::uint64_t seed = 1) {
  Random random(seed);
  const auto source = draw_pairs(shape, items, comparisons, random);
  Pairs pairs;
  for (std::uint64_t n = 0; n < comparisons; ++n) {
    const ItemPair pair = source->next(random);
    pairs.emplace_back(pair.first, pair.second);
  }
  return pairs;
}

std::vector<std::uint64_t> count_items(const Pairs& pairs, std::uint32_t items) {
  std::vector<std::uint64_t> counts(items);
  for (const auto& [first, second] : pairs) {
    ++counts[first];
    ++counts[second];
  }
  return counts;
}

// Without regard to which comes first.
std::map<std::pair<ItemId, ItemId>, std::uint64_t> count_pairs(const Pairs& pairs) {
  std::map<std::pair<ItemId, ItemId>, std::uint64_t> counts;
  for (const auto& [first, second] : pairs) ++counts[std::minmax(first, second)];
  return counts;
}

std::uint64_t spread(const std::vector<std::uint64_t>& counts) {
  const auto [low, high] = std::ranges::minmax(counts);
  return high - low;
}

// The items of a shape, the most frequent first.
std::vector<ItemId> by_frequency(const Pairs& pairs, std::uint32_t items) {
  const std::vector<std::uint64_t> counts = count_items(pairs, items);
  std::vector<ItemId> order(items);
  std::iota(order.begin(), order.end(), ItemId{0});
  std::ranges::sort(order, std::greater{}, [&](ItemId item) { return counts[item]; });
  return order;
}

class EveryShape : public ::testing::TestWithParam<const char*> {
 protected:
  const Shape shape_ = parse_shape(GetParam());
};

TEST_P(EveryShape, PairsTwoDifferentItemsOfThoseThereAre) {
  for (const std::uint32_t items : {2u, 3u, 4u, 7u, 50u})
    for (const std::uint64_t comparisons : {1u, 2u, 3u, 20u, 333u})
      for (const auto& [first, second] : pairs_of(shape_, items, comparisons)) {
        ASSERT_LT(first, items);
        ASSERT_LT(second, items);
        ASSERT_NE(first, second);
      }
}

TEST_P(EveryShape, GivesTheSamePairsForTheSameSeed) {
  EXPECT_EQ(pairs_of(shape_, 50, 100, 7), pairs_of(shape_, 50, 100, 7));
  EXPECT_NE(pairs_of(shape_, 50, 100, 7), pairs_of(shape_, 50, 100, 8));
}

TEST_P(EveryShape, MakesFewerComparisonsAPrefixOfMoreUnlessRegular) {
  Pairs prefix = pairs_of(shape_, 9, 200);
  prefix.resize(77);
  EXPECT_EQ(pairs_of(shape_, 9, 77) == prefix, shape_.kind != Kind::regular);
}

// No item is special before the first draw, so each of the 15 pairs is as likely as any other in any place.
TEST_P(EveryShape, TreatsItemsAlikeOverTheSeeds) {
  constexpr std::uint64_t kSeeds = 15'000;
  Pairs eighth;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) eighth.push_back(pairs_of(shape_, 6, 10, seed)[7]);
  const auto hits = count_pairs(eighth);
  EXPECT_EQ(hits.size(), 15u);
  for (const auto& [pair, count] : hits)
    EXPECT_NEAR(static_cast<double>(count), kSeeds / 15.0, binomial_bound(kSeeds, 1.0 / 15))
        << pair.first << " " << pair.second;
}

std::string name_of(const ::testing::TestParamInfo<const char*>& shape) {
  std::string name = shape.param;
  std::erase_if(name, [](char letter) { return letter < 'a' || letter > 'z'; });
  return name;
}

INSTANTIATE_TEST_SUITE_P(Shapes, EveryShape,
                         ::testing::Values("uniform", "regular", "star", "power-law:1", "tournament"), name_of);

TEST(UniformPairs, DrawsAllPairsEquallyOften) {
  constexpr std::uint64_t kDraws = 150'000;
  const auto hits = count_pairs(pairs_of({}, 6, kDraws));
  EXPECT_EQ(hits.size(), 15u);
  for (const auto& [pair, count] : hits)
    EXPECT_NEAR(static_cast<double>(count), kDraws / 15.0, binomial_bound(kDraws, 1.0 / 15)) << pair.first;
}

TEST(RegularPairs, LetsAllItemsTakePartEquallyOften) {
  for (std::uint32_t items = 2; items <= 12; ++items)
    for (std::uint64_t comparisons = 1; comparisons <= 60; ++comparisons) {
      const auto counts = count_items(pairs_of({Kind::regular}, items, comparisons, comparisons), items);
      ASSERT_LE(spread(counts), 2 * comparisons % items == 0 ? 0u : 1u) << items << " items, " << comparisons;
    }
  EXPECT_LE(spread(count_items(pairs_of({Kind::regular}, 3, 100'001), 3)), 1u);
  EXPECT_LE(spread(count_items(pairs_of({Kind::regular}, 1000, 7003), 1000)), 1u);
}

// 4 items once each: three ways to pair them up, and nothing prefers one.
TEST(RegularPairs, PairsUpAtRandom) {
  constexpr std::uint64_t kSeeds = 9000;
  std::map<ItemId, std::uint64_t> partner_of_0;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed)
    for (const auto& [first, second] : pairs_of({Kind::regular}, 4, 2, seed))
      if (std::min(first, second) == 0) ++partner_of_0[std::max(first, second)];
  ASSERT_EQ(partner_of_0.size(), 3u);
  for (const auto& [item, count] : partner_of_0)
    EXPECT_NEAR(static_cast<double>(count), kSeeds / 3.0, binomial_bound(kSeeds, 1.0 / 3)) << item;
}

// Pairs that were matched round by round could only make even circles of 6 items; ends joined at random also make two
// triangles.
TEST(RegularPairs, AlsoMakesOddCircles) {
  std::uint64_t two_triangles = 0;
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    const auto hits = count_pairs(pairs_of({Kind::regular}, 6, 6, seed));
    std::set<ItemId> with_0 = {0};
    for (const auto& [pair, count] : hits)
      if (pair.first == 0) with_0.insert(pair.second);
    const auto inside = std::ranges::count_if(
        hits, [&](const auto& hit) { return with_0.contains(hit.first.first) && with_0.contains(hit.first.second); });
    two_triangles += with_0.size() == 3 && inside == 3 ? 1u : 0u;
  }
  EXPECT_GT(two_triangles, 10u);
}

TEST(StarPairs, HasOneItemInEveryComparisonAndTheOthersInTurn) {
  for (const std::uint32_t items : {2u, 3u, 10u}) {
    const Pairs pairs = pairs_of({Kind::star}, items, 95);
    const ItemId centre = pairs.front().first;
    std::vector<std::uint64_t> others(items);
    for (const auto& [first, second] : pairs) {
      ASSERT_EQ(first, centre);
      ++others[second];
      others[centre] = *std::ranges::max_element(others);  // its own count does not matter
      const auto [low, high] = std::ranges::minmax(others);
      ASSERT_LE(high - low, 1u);
    }
    EXPECT_EQ(count_items(pairs, items)[centre], 95u);
  }
}

TEST(StarPairs, DrawsCentreAndOrderAtRandom) {
  constexpr std::uint64_t kSeeds = 5000;
  std::vector<std::uint64_t> centres(5);
  std::uint64_t same_order = 0;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const Pairs pairs = pairs_of({Kind::star}, 5, 8, seed);
    ++centres[pairs.front().first];
    same_order += std::equal(pairs.begin(), pairs.begin() + 4, pairs.begin() + 4) ? 1u : 0u;
  }
  for (const std::uint64_t count : centres)
    EXPECT_NEAR(static_cast<double>(count), kSeeds / 5.0, binomial_bound(kSeeds, 0.2));
  EXPECT_NEAR(static_cast<double>(same_order), kSeeds / 24.0, binomial_bound(kSeeds, 1.0 / 24));  // 4! orders
}

// P({a, b}) = p_a p_b / (1 - p_a) + p_b p_a / (1 - p_b) with p_k = k^-A / sum. Which item is the k-th shows in how
// often it comes: neighbours are further apart than chance can bring them together.
TEST(PowerLawPairs, FollowTheirLaw) {
  constexpr std::uint64_t kDraws = 400'000;
  constexpr std::uint32_t kItems = 6;
  for (const double exponent : {0.0, 0.5, 1.0, 2.5}) {
    std::vector<double> popularity(kItems);
    for (std::uint32_t k = 0; k < kItems; ++k) popularity[k] = std::pow(k + 1, -exponent);
    const double sum = std::accumulate(popularity.begin(), popularity.end(), 0.0);
    for (double& p : popularity) p /= sum;

    const Pairs pairs = pairs_of({Kind::power_law, exponent}, kItems, kDraws);
    const std::vector<ItemId> item = by_frequency(pairs, kItems);
    auto hits = count_pairs(pairs);
    for (std::uint32_t a = 0; a < kItems; ++a) {
      for (std::uint32_t b = 0; b < a; ++b) {
        const double both = popularity[a] * popularity[b];
        const double probability = both / (1 - popularity[a]) + both / (1 - popularity[b]);
        EXPECT_NEAR(static_cast<double>(hits[std::minmax(item[a], item[b])]), kDraws * probability,
                    binomial_bound(kDraws, probability))
            << exponent << ": " << a + 1 << " and " << b + 1;
      }
    }
  }
}

// The first item alone: p_k, and the second given the most popular one: k^-A among the others.
TEST(PowerLawPairs, DrawTheSecondItemAmongTheOthers) {
  constexpr std::uint64_t kDraws = 400'000;
  const Pairs pairs = pairs_of({Kind::power_law, 2}, 4, kDraws);
  const std::vector<ItemId> item = by_frequency(pairs, 4);
  std::vector<std::uint64_t> first(4), second_to_top(4);
  for (const auto& [one, other] : pairs) {
    ++first[one];
    if (one == item[0]) ++second_to_top[other];
  }
  const double all = 1 + 1 / 4.0 + 1 / 9.0 + 1 / 16.0;
  for (std::uint32_t k = 0; k < 4; ++k) {
    const double popularity = 1.0 / ((k + 1) * (k + 1));
    EXPECT_NEAR(static_cast<double>(first[item[k]]), kDraws * popularity / all,
                binomial_bound(kDraws, popularity / all));
    if (k == 0) continue;
    const double share = popularity / (all - 1);
    EXPECT_NEAR(static_cast<double>(second_to_top[item[k]]), static_cast<double>(first[item[0]]) * share,
                binomial_bound(first[item[0]], share));
  }
}

// Beyond 2^-53 the most popular item takes all of a sum in double precision, beyond 2^-1074 the others are zero. Still
// the second most popular item is the other one: another pair has a chance of 5 (2/3)^60 < 2e-10 in every draw. Which
// two they are does not depend on the exponent.
TEST(PowerLawPairs, AreTheTopTwoForExtremeExponents) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const std::vector<ItemId> item = by_frequency(pairs_of({Kind::power_law, 3}, 7, 20'000, seed), 7);
    for (const double exponent : {60.0, 1000.0, 1030.0, 2000.0, 1e6, 1e308}) {
      const Pairs pairs = pairs_of({Kind::power_law, exponent}, 7, 100, seed);
      for (const auto& pair : pairs) ASSERT_EQ(pair, std::make_pair(item[0], item[1])) << exponent;
    }
  }
}

TEST(PowerLawPairs, WorkForTwoItemsAndForMany) {
  for (const double exponent : {0.0, 1.0, 1e3, 1e308})
    EXPECT_EQ(count_pairs(pairs_of({Kind::power_law, exponent}, 2, 1000)).size(), 1u) << exponent;
  constexpr std::uint64_t kDraws = 10'000;
  double sum = 0;
  for (double k = 1; k <= 1'000'000; ++k) sum += 1 / k;
  std::map<ItemId, std::uint64_t> first;
  for (const auto& pair : pairs_of({Kind::power_law, 1}, 1'000'000, kDraws)) ++first[pair.first];
  const auto most = std::ranges::max_element(first, {}, [](const auto& hit) { return hit.second; });
  EXPECT_NEAR(static_cast<double>(most->second), kDraws / sum, binomial_bound(kDraws, 1 / sum));
}

TEST(TournamentPairs, HaveEveryPairOnceBeforeAnyComesAgain) {
  for (std::uint32_t items = 2; items <= 9; ++items) {
    const std::size_t all = items * (items - 1) / 2;
    const Pairs pairs = pairs_of({Kind::tournament}, items, 3 * all);
    for (std::size_t round = 0; round < 3; ++round) {
      const auto begin = pairs.begin() + static_cast<std::ptrdiff_t>(round * all);
      ASSERT_EQ(count_pairs(Pairs(begin, begin + static_cast<std::ptrdiff_t>(all))).size(), all) << items << " items";
    }
  }
}

// 3 items have 3 pairs, which come in 6 orders; in the second round as in the first, and independently of it.
TEST(TournamentPairs, ComeInRandomOrder) {
  constexpr std::uint64_t kSeeds = 36'000;
  std::map<Pairs, std::uint64_t> hits;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) ++hits[pairs_of({Kind::tournament}, 3, 6, seed)];
  EXPECT_EQ(hits.size(), 36u);
  for (const auto& [order, count] : hits)
    EXPECT_NEAR(static_cast<double>(count), kSeeds / 36.0, binomial_bound(kSeeds, 1.0 / 36));
}

// All pairs of 10^8 items would not fit any memory.
TEST(TournamentPairs, TakeLittleMemoryForManyItems) {
  const auto hits = count_pairs(pairs_of({Kind::tournament}, 100'000'000, 10'000));
  EXPECT_EQ(hits.size(), 10'000u);
  const auto low = std::ranges::count_if(hits, [](const auto& hit) { return hit.first.first < 50'000'000; });
  EXPECT_NEAR(static_cast<double>(low), 7500, binomial_bound(10'000, 0.75));  // the lower of two uniform numbers
}

}  // namespace
}  // namespace pdrank
