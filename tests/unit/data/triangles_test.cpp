#include "pdrank/data/triangles.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>

#include "pdrank/core/parallel.hpp"
#include "support/problem_zoo.hpp"

namespace pdrank {
namespace {

PairGraph random_pairs(std::uint32_t items, std::uint64_t comparisons, std::uint64_t seed) {
  Random random(seed);
  return merge_pairs(merge(zoo::random_comparisons(items, comparisons, 0.3, random), TieRule::half).graph);
}

PairGraph complete(std::uint32_t items) {
  Comparisons data;
  for (std::uint32_t item = 0; item < items; ++item) data.items.intern(std::to_string(item));
  for (ItemId a = 0; a < items; ++a)
    for (ItemId b = 0; b < a; ++b) data.add({.winner = a, .loser = b});
  return merge_pairs(merge(data, TieRule::half).graph);
}

using Nodes = std::array<std::uint32_t, 3>;

// Every three nodes that are joined in some direction.
std::set<Nodes> by_brute_force(const ComparisonGraph& graph) {
  const auto joined = [&](std::uint32_t a, std::uint32_t b) {
    return graph.find_edge(a, b) != kNoEdge || graph.find_edge(b, a) != kNoEdge;
  };
  std::set<Nodes> found;
  for (std::uint32_t a = 0; a < graph.node_count(); ++a)
    for (std::uint32_t b = a + 1; b < graph.node_count(); ++b)
      for (std::uint32_t c = b + 1; c < graph.node_count(); ++c)
        if (joined(a, b) && joined(b, c) && joined(a, c)) found.insert({a, b, c});
  return found;
}

TEST(Triangles, AreThoseOfBruteForceEachOnce) {
  std::size_t seen = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const PairGraph pairs = random_pairs(16, 10 + seed, seed);
    const ComparisonGraph& graph = pairs.graph;
    const auto triangles = find_triangles(pairs, 1000);
    ASSERT_TRUE(triangles);
    ASSERT_EQ(triangles->offset.size(), graph.edge_count() + 1);
    std::set<Nodes> found;
    for (EdgeId first = 0; first < graph.edge_count(); ++first)
      for (std::uint64_t t = triangles->offset[first]; t < triangles->offset[first + 1]; ++t) {
        const auto [second, third] = triangles->sides[t];
        EXPECT_EQ(graph.loser[first], graph.winner[second]);
        EXPECT_EQ(graph.winner[first], graph.winner[third]);
        EXPECT_EQ(graph.loser[second], graph.loser[third]);
        Nodes nodes = {graph.winner[first], graph.loser[first], graph.loser[second]};
        std::ranges::sort(nodes);
        EXPECT_TRUE(found.insert(nodes).second) << "twice";
      }
    EXPECT_EQ(found, by_brute_force(graph)) << "seed " << seed;
    EXPECT_EQ(triangles->offset.back(), triangles->size());
    seen += triangles->size();
  }
  EXPECT_GT(seen, 500u);
}

TEST(Triangles, TheLimitIsExact) {
  const PairGraph pairs = complete(20);  // 20 * 19 * 18 / 6 triangles
  EXPECT_FALSE(find_triangles(pairs, 1139));
  const auto triangles = find_triangles(pairs, 1140);
  ASSERT_TRUE(triangles);
  EXPECT_EQ(triangles->size(), 1140u);
}

TEST(Triangles, NoneInATree) {
  Comparisons data;
  for (const char* name : {"A", "B", "C"}) data.items.intern(name);
  data.add({.winner = 0, .loser = 1});
  data.add({.winner = 0, .loser = 2});
  const auto triangles = find_triangles(merge_pairs(merge(data, TieRule::half).graph), 0);
  ASSERT_TRUE(triangles);
  EXPECT_EQ(triangles->size(), 0u);
}

// More than one block of edges, so that several threads have work.
TEST(Triangles, DoNotDependOnThreads) {
  const PairGraph pairs = random_pairs(2000, 100'000, 1);
  ASSERT_GT(block_count(pairs.graph.edge_count()), 1u);
  const auto found = [&](int threads) {
    const ThreadScope scope(threads);
    return *find_triangles(pairs, 1'000'000);
  };
  const Triangles one = found(1), four = found(4);
  EXPECT_GT(one.size(), 100'000u);
  EXPECT_EQ(one.offset, four.offset);
  EXPECT_TRUE(std::ranges::equal(
      one.sides, four.sides, [](const auto& a, const auto& b) { return a.second == b.second && a.third == b.third; }));
}

struct StopAt : Observer {
  int left;
  explicit StopAt(int questions) : left(questions) {}
  bool stop_requested() override { return left-- <= 0; }
};

TEST(Triangles, EndWhenAskedTo) {
  const PairGraph pairs = complete(5);
  StopAt at_once(0), while_storing(1), never(1000);
  EXPECT_FALSE(find_triangles(pairs, 100, &at_once));
  EXPECT_FALSE(find_triangles(pairs, 100, &while_storing));
  EXPECT_TRUE(find_triangles(pairs, 100, &never));
}

}  // namespace
}  // namespace pdrank
