#include "pdrank/data/components.hpp"

#include <gtest/gtest.h>

#include <cstddef>

#include "pdrank/core/random.hpp"

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
TEST(StrongComponents, AgreesWithReachabilityOnRandomGraphs) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed);
    const auto items = static_cast<std::uint32_t>(2 + random.below(14));
    const std::uint64_t edges = random.below(2 * items);
    Ids winner, loser;
    std::vector<std::vector<bool>> reach(items, std::vector<bool>(items, false));
    for (std::uint32_t i = 0; i < items; ++i) reach[i][i] = true;
    for (std::uint64_t e = 0; e < edges; ++e) {
      winner.push_back(static_cast<ItemId>(random.below(items)));
      loser.push_back(static_cast<ItemId>(random.below(items)));
      reach[winner.back()][loser.back()] = true;
    }
    for (std::uint32_t k = 0; k < items; ++k)
      for (std::uint32_t i = 0; i < items; ++i)
        for (std::uint32_t j = 0; j < items; ++j)
          if (reach[i][k] && reach[k][j]) reach[i][j] = true;
    const Components parts = strong_components(items, winner, loser);
    for (std::uint32_t i = 0; i < items; ++i)
      for (std::uint32_t j = 0; j < items; ++j)
        ASSERT_EQ(parts.of_item[i] == parts.of_item[j], reach[i][j] && reach[j][i]) << "seed " << seed;
  }
}

}  // namespace
}  // namespace pdrank
