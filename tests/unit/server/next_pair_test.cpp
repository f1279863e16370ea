#include "pdrank/server/next_pair.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <set>

namespace pdrank::server {
namespace {

std::vector<storage::Item> items(std::size_t count) {
  std::vector<storage::Item> list;
  for (std::size_t k = 1; k <= count; ++k)
    list.push_back({.id = static_cast<storage::Id>(k), .name = fmt::format("i{}", k)});
  return list;
}

using Pair = std::pair<storage::Id, storage::Id>;
Pair sorted(const Shown& pair) { return std::minmax(pair.left, pair.right); }

// Asks until there is no pair left, and answers each.
std::vector<Pair> ask_all(const PairSources& sources, Random& random, std::size_t most = 10'000) {
  PairSet answered;
  std::vector<Pair> asked;
  while (asked.size() < most) {
    const auto pair = choose_pair(sources, {}, answered, random);
    if (!pair) break;
    answered.insert(*pair);
    asked.push_back(sorted(*pair));
  }
  return asked;
}

TEST(NextPair, NeverAsksTwiceWhileOthersAreLeft) {
  Random random(1);
  for (const std::size_t count : {2u, 3u, 7u, 20u}) {
    const Catalog catalog(items(count));
    const Order order = {1, 2};
    const std::vector<Pair> asked = ask_all({catalog, nullptr, &order}, random);
    EXPECT_EQ(asked.size(), count * (count - 1) / 2);
    EXPECT_EQ(std::set<Pair>(asked.begin(), asked.end()).size(), asked.size());
  }
}

TEST(NextPair, TheStockComesFirst) {
  Random random(2);
  const Catalog catalog(items(30));
  Stock stock;
  for (storage::Id k = 1; k < 30; k += 2) stock.pairs.push_back({k, k + 1});
  const std::vector<Pair> asked = ask_all({catalog, &stock, nullptr}, random, stock.pairs.size());
  std::set<Pair> expected;
  for (const Shown& pair : stock.pairs) expected.insert(sorted(pair));
  EXPECT_EQ(std::set<Pair>(asked.begin(), asked.end()), expected);
}

TEST(NextPair, VotersWhoComeTogetherGetDifferentPairs) {
  Random random(3);
  const Catalog catalog(items(30));
  Stock stock;
  for (storage::Id k = 1; k < 30; k += 2) stock.pairs.push_back({k, k + 1});
  std::set<Pair> asked;
  for (std::size_t voter = 0; voter < stock.pairs.size(); ++voter)
    asked.insert(sorted(*choose_pair({catalog, &stock, nullptr}, {}, {}, random)));
  EXPECT_EQ(asked.size(), stock.pairs.size());
}

TEST(NextPair, WithoutAStockNeighboursInTheRanking) {
  Random random(4);
  const Catalog catalog(items(1000));
  Order order;
  for (storage::Id id = 1000; id >= 1; --id) order.push_back(id);
  for (int k = 0; k < 200; ++k) {
    const auto pair = choose_pair({catalog, nullptr, &order}, {}, {}, random);
    ASSERT_TRUE(pair);
    EXPECT_LE(std::abs(pair->left - pair->right), 5);
  }
}

TEST(NextPair, DisabledAndQueuedItemsAreNotAsked) {
  Random random(5);
  std::vector<storage::Item> list = items(5);
  list[0].disabled = true;
  const Catalog catalog(std::move(list));
  Stock stock;
  stock.pairs = {{1, 2}, {2, 3}};
  const Order order = {1, 2, 3, 4, 5};
  const PairSources sources{catalog, &stock, &order};
  const std::vector<Pair> asked = ask_all(sources, random);
  EXPECT_EQ(std::set<Pair>(asked.begin(), asked.end()),
            (std::set<Pair>{{2, 3}, {2, 4}, {2, 5}, {3, 4}, {3, 5}, {4, 5}}));
  for (int k = 0; k < 50; ++k) EXPECT_NE(sorted(*choose_pair(sources, {{3, 2}}, {}, random)), Pair(2, 3));
}

TEST(NextPair, SidesAreTossed) {
  Random random(6);
  const Catalog catalog(items(2));
  int first_is_left = 0;
  for (int k = 0; k < 1000; ++k) first_is_left += choose_pair({catalog, nullptr, nullptr}, {}, {}, random)->left == 1;
  EXPECT_NEAR(first_is_left, 500, 80);  // five standard deviations
}

TEST(NextPair, NothingToAskAboutFewerThanTwo) {
  Random random(7);
  EXPECT_FALSE(choose_pair({Catalog(items(0)), nullptr, nullptr}, {}, {}, random));
  EXPECT_FALSE(choose_pair({Catalog(items(1)), nullptr, nullptr}, {}, {}, random));
}

}  // namespace
}  // namespace pdrank::server
