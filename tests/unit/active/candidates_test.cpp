#include "pdrank/active/candidates.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <set>

#include "unit/active/ask.hpp"

namespace pdrank {
namespace {

TEST(ChooseBatch, TakesTheBestAndSparesItemsThatAreInUse) {
  const std::vector<ItemPair> pairs = {{0, 1}, {0, 2}, {2, 3}, {4, 5}};
  const std::vector<double> values = {4, 3, 2, 1.9};
  EXPECT_EQ(choose_batch(pairs, values, 1), (std::vector<std::size_t>{0}));
  // 3 / 2 for the pair that shares an item with the first is less than 2 and 1.9.
  EXPECT_EQ(choose_batch(pairs, values, 3), (std::vector<std::size_t>{0, 2, 3}));
  EXPECT_EQ(choose_batch(pairs, values, 9), (std::vector<std::size_t>{0, 2, 3, 1}));
}

TEST(ChooseBatch, TakesTheFirstOfEquals) {
  const std::vector<ItemPair> pairs = {{3, 4}, {1, 2}, {0, 5}};
  EXPECT_EQ(choose_batch(pairs, std::vector<double>{1, 1, 1}, 2), (std::vector<std::size_t>{0, 1}));
}

std::set<ItemPair> candidates(const AskInput& input, std::span<const double> scores) {
  const std::vector<ItemPair> pairs = candidate_pairs(input, scores);
  const std::set<ItemPair> distinct(pairs.begin(), pairs.end());
  EXPECT_EQ(distinct.size(), pairs.size());
  for (const ItemPair pair : distinct) EXPECT_FALSE(input.forbidden.contains(pair));
  return distinct;
}

TEST(CandidatePairs, AreAllWhereTheyAreFew) {
  const ask::AskedData data(6, {}, PairSet({{0, 5}, {1, 2}}));
  EXPECT_EQ(candidates(data.input(1), std::vector<double>(6)).size(), 13u);
}

TEST(CandidatePairs, HaveNeighboursAndAtLeastAsManyAsAreAskedFor) {
  constexpr std::uint32_t kItems = 500, kPairs = 500 * 499 / 2;
  const ask::AskedData data(kItems, {}, PairSet({{10, 11}}));
  std::vector<double> scores(kItems);
  for (std::uint32_t item = 0; item < kItems; ++item) scores[item] = item;
  const std::set<ItemPair> some = candidates(data.input(1), scores);
  EXPECT_LT(some.size(), 30 * kItems);
  for (ItemId item = 0; item + 1 < kItems; ++item) EXPECT_EQ(some.contains({item, item + 1}), item != 10);
  const std::size_t more = some.size() + 20'000;
  EXPECT_GE(candidates(data.input(more), scores).size(), more);
  EXPECT_LT(candidates(data.input(more), scores).size(), kPairs - 1) << "all are not needed";
  EXPECT_EQ(candidates(data.input(kPairs), scores).size(), kPairs - 1);
  EXPECT_EQ(candidates(data.input(std::numeric_limits<std::size_t>::max()), scores).size(), kPairs - 1);
}

}  // namespace
}  // namespace pdrank
