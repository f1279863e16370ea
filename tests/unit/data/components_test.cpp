#include "pdrank/data/components.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "pdrank/core/random.hpp"
#include "support/problem_zoo.hpp"

namespace pdrank {
namespace {

using Ids = std::vector<ItemId>;

TEST(WeakComponents, NumbersPartsBySize) {
  // {0,1}, {2}, {3,4,5}
  const Components parts = weak_components(6, Ids{0, 3, 5}, Ids{1, 4, 4});
  EXPECT_EQ(parts.sizes, (std::vector<std::uint64_t>{3, 2, 1}));
  EXPECT_EQ(parts.of_item, (std::vector<std::uint32_t>{1, 1, 2, 0, 0, 0}));
}

TEST(WeakComponents, EqualSizesInOrderOfFirstItem) {
  const Components parts = weak_components(4, Ids{3, 2}, Ids{0, 1});
  EXPECT_EQ(parts.of_item, (std::vector<std::uint32_t>{0, 1, 1, 0}));
}

TEST(WeakComponents, NoEdges) { EXPECT_EQ(weak_components(3, {}, {}).count(), 3u); }

TEST(StrongComponents, CycleWithTail) {
  // 0 -> 1 -> 2 -> 0, 2 -> 3
  const Components parts = strong_components(4, Ids{0, 1, 2, 2}, Ids{1, 2, 0, 3});
  EXPECT_EQ(parts.sizes, (std::vector<std::uint64_t>{3, 1}));
  EXPECT_EQ(parts.of_item, (std::vector<std::uint32_t>{0, 0, 0, 1}));
}

TEST(StrongComponents, LongChainDoesNotOverflowTheStack) {
  constexpr std::uint32_t kItems = 1'000'000;
  Ids winner, loser;
  for (ItemId item = 0; item + 1 < kItems; ++item) winner.push_back(item), loser.push_back(item + 1);
  EXPECT_EQ(strong_components(kItems, winner, loser).count(), kItems);
  winner.push_back(kItems - 1), loser.push_back(0);
  EXPECT_EQ(strong_components(kItems, winner, loser).count(), 1u);
}

// The definition, by transitive closure.
TEST(Components, AgreeWithReachabilityOnRandomGraphs) {
  using Reach = std::vector<std::vector<bool>>;
  const auto close = [](Reach& reach) {
    for (std::size_t k = 0; k < reach.size(); ++k)
      for (std::size_t i = 0; i < reach.size(); ++i)
        for (std::size_t j = 0; j < reach.size(); ++j)
          if (reach[i][k] && reach[k][j]) reach[i][j] = true;
  };
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed);
    const auto items = static_cast<std::uint32_t>(2 + random.below(14));
    std::vector<std::pair<ItemId, ItemId>> edges(random.below(2 * items));
    Reach along(items, std::vector<bool>(items, false)), either_way;
    for (std::uint32_t i = 0; i < items; ++i) along[i][i] = true;
    either_way = along;
    for (auto& [winner, loser] : edges) {
      winner = static_cast<ItemId>(random.below(items));
      loser = static_cast<ItemId>(random.below(items));
      along[winner][loser] = either_way[winner][loser] = either_way[loser][winner] = true;
    }
    close(along);
    close(either_way);
    for (const bool sorted : {false, true}) {
      if (sorted) std::ranges::sort(edges);
      Ids winner, loser;
      for (const auto& edge : edges) winner.push_back(edge.first), loser.push_back(edge.second);
      const Components strong = strong_components(items, winner, loser), weak = weak_components(items, winner, loser);
      for (std::uint32_t i = 0; i < items; ++i)
        for (std::uint32_t j = 0; j < items; ++j) {
          ASSERT_EQ(strong.of_item[i] == strong.of_item[j], along[i][j] && along[j][i]) << "seed " << seed;
          ASSERT_EQ(weak.of_item[i] == weak.of_item[j], either_way[i][j]) << "seed " << seed;
        }
    }
  }
}

TEST(HasCycle, WhereAStrongComponentHasTwoItems) {
  int with = 0, without = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed);
    const auto items = static_cast<std::uint32_t>(2 + random.below(12));
    const Comparisons data = zoo::random_comparisons(items, 1 + random.below(15), 0.1, random);
    const ComparisonGraph graph = merge(data, TieRule::half).graph;
    const bool expected = strong_components(items, graph.winner, graph.loser).count() < items;
    EXPECT_EQ(has_cycle(graph), expected) << "seed " << seed;
    ++(expected ? with : without);
  }
  EXPECT_GT(with, 20);
  EXPECT_GT(without, 20);
}

}  // namespace
}  // namespace pdrank
