#include "pdrank/data/pairs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "support/problem_zoo.hpp"

namespace pdrank {
namespace {

TEST(MergePairs, OneEdgeAPairTowardsTheBetterConnected) {
  Comparisons data;
  for (const char* name : {"hub", "A", "B", "C"}) data.items.intern(name);
  data.add({.winner = 0, .loser = 1, .weight = 3});  // hub beats A, A beats hub, B beats hub
  data.add({.winner = 1, .loser = 0, .weight = 2});
  data.add({.winner = 2, .loser = 0});
  data.add({.winner = 3, .loser = 0, .weight = 5, .outcome = Outcome::tie});
  data.add({.winner = 2, .loser = 1});
  const PairGraph pairs = merge_pairs(merge(data, TieRule::half).graph);
  // A - hub, A - B (both have two neighbours: the lower number first), B - hub, C - hub
  EXPECT_EQ(pairs.graph.winner, (std::vector<std::uint32_t>{1, 1, 2, 3}));
  EXPECT_EQ(pairs.graph.loser, (std::vector<std::uint32_t>{0, 2, 0, 0}));
  EXPECT_EQ(pairs.won, (std::vector<double>{2, 0, 1, 2.5}));
  EXPECT_EQ(pairs.lost, (std::vector<double>{3, 1, 0, 2.5}));
  EXPECT_EQ(pairs.graph.count, (std::vector<double>{5, 1, 1, 5}));
  EXPECT_EQ(pairs.graph.first_edge, (std::vector<std::uint32_t>{0, 0, 2, 3, 4}));
  EXPECT_EQ(pairs.graph.item, (std::vector<ItemId>{0, 1, 2, 3}));
}

TEST(MergePairs, AgreesWithAMapOnRandomData) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Random random(seed);
    const Comparisons data = zoo::random_comparisons(12, 60, 0.3, random);
    std::map<std::pair<ItemId, ItemId>, double> wins;
    std::map<std::pair<ItemId, ItemId>, bool> unordered;
    for (std::size_t n = 0; n < data.size(); ++n) {
      wins[{data.winner(n), data.loser(n)}] += 1;
      unordered[std::minmax(data.winner(n), data.loser(n))] = true;
    }
    const PairGraph pairs = merge_pairs(merge(data, TieRule::half).graph);
    const ComparisonGraph& graph = pairs.graph;
    ASSERT_EQ(graph.edge_count(), unordered.size());
    for (EdgeId edge = 0; edge < graph.edge_count(); ++edge) {
      const std::uint32_t from = graph.winner[edge], to = graph.loser[edge];
      EXPECT_TRUE(unordered.contains(std::minmax(from, to)));
      EXPECT_EQ(pairs.won[edge], (wins[{from, to}]));
      EXPECT_EQ(pairs.lost[edge], (wins[{to, from}]));
      EXPECT_EQ(graph.find_edge(from, to), edge) << "sorted";
      EXPECT_EQ(graph.find_edge(to, from), kNoEdge) << "once";
    }
  }
}

// A star with its leaves in a ring: pointed any other way the hub would have all edges out.
TEST(MergePairs, NoNodeHasManyEdgesOut) {
  constexpr ItemId kLeaves = 1000;
  Comparisons data;
  for (ItemId item = 0; item <= kLeaves; ++item) data.items.intern(std::to_string(item));
  for (ItemId leaf = 1; leaf <= kLeaves; ++leaf) {
    data.add({.winner = 0, .loser = leaf});
    data.add({.winner = leaf, .loser = leaf % kLeaves + 1});
  }
  const ComparisonGraph graph = merge_pairs(merge(data, TieRule::half).graph).graph;
  for (std::uint32_t node = 0; node <= kLeaves; ++node)
    EXPECT_LE(graph.first_edge[node + 1] - graph.first_edge[node], std::sqrt(2.0 * graph.edge_count()));
}

}  // namespace
}  // namespace pdrank
