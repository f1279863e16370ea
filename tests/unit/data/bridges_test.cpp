#include "pdrank/data/bridges.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <utility>

#include "pdrank/data/components.hpp"
#include "pdrank/data/flags.hpp"
#include "support/rows.hpp"

namespace pdrank {
namespace {

constexpr double kAny = 1e9;  // more comparisons than any pair has

ComparisonGraph graph_of(std::uint32_t items, const zoo::Rows& rows) {
  return merge(zoo::from_rows(items, rows), TieRule::half).graph;
}

using Pair = std::pair<std::uint32_t, std::uint32_t>;

// The definition: take a pair out, and see whether there are more parts.
struct Twin {
  struct Found {
    double comparisons = 0;
    std::vector<std::uint32_t> part_of;    // without the pair
    std::map<std::uint32_t, int> size_of;  // of the parts its two ends are in
  };
  std::map<Pair, Found> bridges;  // lower node first

  explicit Twin(const ComparisonGraph& graph) {
    std::map<Pair, double> pairs;
    for (EdgeId edge = 0; edge < graph.edge_count(); ++edge)
      pairs[std::minmax(graph.winner[edge], graph.loser[edge])] += graph.count[edge];
    const std::size_t whole = count_parts(graph, pairs, {}).count();
    for (const auto& [pair, comparisons] : pairs) {
      const Components parts = count_parts(graph, pairs, pair);
      if (parts.count() == whole) continue;
      Found& found = bridges[pair];
      found.comparisons = comparisons;
      found.part_of = parts.of_item;
      for (const std::uint32_t node : {pair.first, pair.second})
        found.size_of[node] = static_cast<int>(parts.sizes[parts.of_item[node]]);
    }
  }

  static Components count_parts(const ComparisonGraph& graph, const std::map<Pair, double>& pairs, Pair without) {
    std::vector<ItemId> one, other;
    for (const auto& [pair, comparisons] : pairs)
      if (pair != without) one.push_back(pair.first), other.push_back(pair.second);
    return weak_components(graph.node_count(), one, other);
  }

  std::vector<std::uint8_t> hanging(double few) const {
    std::vector<std::uint8_t> on_smaller_side;
    for (const auto& [pair, found] : bridges) {
      on_smaller_side.resize(found.part_of.size());
      if (found.comparisons >= few) continue;
      const int smaller = std::min(found.size_of.at(pair.first), found.size_of.at(pair.second));
      for (const std::uint32_t end : {pair.first, pair.second})
        for (std::size_t node = 0; node < found.part_of.size(); ++node)
          if (found.size_of.at(end) == smaller && found.part_of[node] == found.part_of[end]) on_smaller_side[node] = 1;
    }
    return on_smaller_side;
  }
};

void expect_same(const ComparisonGraph& graph, std::uint64_t seed) {
  SCOPED_TRACE(seed);
  const Twin twin(graph);
  const Bridges bridges = find_bridges(graph);
  ASSERT_EQ(bridges.all.size(), twin.bridges.size());
  std::uint32_t most = graph.node_count();
  for (const Bridge& bridge : bridges.all) {
    const auto known = twin.bridges.find(std::minmax(bridge.node, bridge.anchor));
    ASSERT_NE(known, twin.bridges.end()) << bridge.node << " - " << bridge.anchor << " is no bridge";
    EXPECT_EQ(static_cast<int>(bridge.hanging), known->second.size_of.at(bridge.node));
    EXPECT_LE(static_cast<int>(bridge.hanging), known->second.size_of.at(bridge.anchor));
    EXPECT_EQ(bridge.comparisons, known->second.comparisons);
    EXPECT_LE(bridge.hanging, most) << "not sorted";
    most = bridge.hanging;
  }
  if (twin.bridges.empty()) return;
  for (const double few : {0.0, 2.0, 3.0, kAny}) EXPECT_EQ(hanging_nodes(bridges, few), twin.hanging(few)) << few;
}

TEST(Bridges, AgreeWithTakingOutEveryPair) {
  std::size_t found = 0, none = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    Random random(seed);
    const auto items = static_cast<std::uint32_t>(2 + random.below(14));
    zoo::Rows rows = zoo::random_rows(items, 1 + random.below(2 * items), 1, random);
    const std::size_t first = rows.size();
    for (std::size_t n = 0; n < first; ++n) {  // some pairs again, some of those the other way round
      if (!random.chance(0.3)) continue;
      rows.push_back(rows[n]);
      if (random.chance(0.5)) std::swap(rows.back().winner, rows.back().loser);
    }
    const ComparisonGraph graph = graph_of(items, rows);
    expect_same(graph, seed);
    ++(find_bridges(graph).all.empty() ? none : found);
  }
  EXPECT_GT(found, 50u);
  EXPECT_GT(none, 50u);
}

TEST(Bridges, OfTrees) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Random random(seed);
    const auto items = static_cast<std::uint32_t>(2 + random.below(20));
    zoo::Rows rows;
    for (ItemId item = 1; item < items; ++item)
      rows.push_back({.winner = static_cast<ItemId>(random.below(item)), .loser = item});
    const ComparisonGraph graph = graph_of(items, zoo::shuffled(std::move(rows), random));
    EXPECT_EQ(find_bridges(graph).all.size(), items - 1) << "every pair";
    expect_same(graph, seed);
  }
}

TEST(Bridges, NoneInACircleNorBetweenParts) {
  EXPECT_TRUE(
      find_bridges(graph_of(3, {{.winner = 0, .loser = 1}, {.winner = 1, .loser = 2}, {.winner = 2, .loser = 0}}))
          .all.empty());
  EXPECT_TRUE(find_bridges(graph_of(3, {})).all.empty());
}

TEST(Bridges, APairAskedBothWaysIsOnePair) {
  const Bridges bridges = find_bridges(graph_of(
      2, {{.winner = 0, .loser = 1}, {.winner = 1, .loser = 0}, {.winner = 0, .loser = 1, .outcome = Outcome::tie}}));
  ASSERT_EQ(bridges.all.size(), 1u);
  EXPECT_EQ(bridges.all[0].comparisons, 3);
  EXPECT_EQ(hanging_nodes(bridges, 4), (std::vector<std::uint8_t>{1, 1})) << "equal sides: both hang on it";
  EXPECT_EQ(hanging_nodes(bridges, 3), (std::vector<std::uint8_t>{0, 0}));
}

// Two circles of three and four, and a pair between them: the circle of three hangs on it.
TEST(Bridges, SmallerSideHangs) {
  const zoo::Rows rows = {{.winner = 0, .loser = 1}, {.winner = 1, .loser = 2}, {.winner = 2, .loser = 0},
                          {.winner = 3, .loser = 4}, {.winner = 4, .loser = 5}, {.winner = 5, .loser = 6},
                          {.winner = 6, .loser = 3}, {.winner = 5, .loser = 1}};
  const Bridges bridges = find_bridges(graph_of(7, rows));
  ASSERT_EQ(bridges.all.size(), 1u);
  EXPECT_EQ(bridges.all[0].node, 1u);
  EXPECT_EQ(bridges.all[0].anchor, 5u);
  EXPECT_EQ(bridges.all[0].hanging, 3u);
  EXPECT_EQ(hanging_nodes(bridges, kAny), (std::vector<std::uint8_t>{1, 1, 1, 0, 0, 0, 0}));
}

TEST(Bridges, LongChainDoesNotOverflowTheStack) {
  constexpr std::uint32_t kItems = 200'001;
  zoo::Rows rows;
  for (ItemId item = 0; item + 1 < kItems; ++item) rows.push_back({.winner = item, .loser = item + 1});
  const Bridges chain = find_bridges(graph_of(kItems, rows));
  ASSERT_EQ(chain.all.size(), kItems - 1);
  EXPECT_EQ(chain.all.front().hanging, kItems / 2);
  EXPECT_EQ(chain.all.back().hanging, 1u);
  const std::vector<std::uint8_t> hanging = hanging_nodes(chain, kAny);
  EXPECT_EQ(std::ranges::count(hanging, 0), 1) << "all but the one in the middle";
  EXPECT_EQ(hanging[kItems / 2], 0);
  rows.push_back({.winner = kItems - 1, .loser = 0});
  EXPECT_TRUE(find_bridges(graph_of(kItems, rows)).all.empty());
}

std::string words(const ItemFlags& flags) {
  std::string text;
  for (const std::string& word : flag_words(flags)) text += (text.empty() ? "" : " ") + word;
  return text;
}

TEST(Flags, OfEveryKind) {
  zoo::Rows rows = {
      {.winner = 0, .loser = 1, .weight = 4}, {.winner = 1, .loser = 2, .weight = 4},
      {.winner = 2, .loser = 0, .weight = 4}, {.winner = 3, .loser = 0, .weight = 9},
      {.winner = 1, .loser = 4, .weight = 2}, {.winner = 2, .loser = 5, .weight = 2, .outcome = Outcome::tie}};
  const ComparisonGraph graph = graph_of(7, rows);
  const std::vector<ItemFlags> flags = flag_items(graph, find_bridges(graph), 5);
  EXPECT_EQ(words(flags[0]), "");
  EXPECT_EQ(words(flags[3]), "unbeaten") << "its one pair was answered often";
  EXPECT_EQ(words(flags[4]), "winless bridge few");
  EXPECT_EQ(words(flags[5]), "bridge few") << "a tie is half a win and half a loss";
  EXPECT_EQ(words(flags[6]), "few") << "in no comparison at all";
  const std::vector<ItemFlags> unasked = flag_items(graph, find_bridges(graph), 0);
  EXPECT_EQ(words(unasked[4]), "winless") << "few = 0: neither few nor bridge";
  EXPECT_EQ(words(unasked[6]), "");
}

TEST(Flags, RoundingMakesNoDifference) {
  zoo::Rows rows(50, {.winner = 0, .loser = 1, .weight = 0.1});
  const ComparisonGraph graph = graph_of(2, rows);
  ASSERT_LT(graph.count[0], 5);
  EXPECT_EQ(words(flag_items(graph, find_bridges(graph), 5)[0]), "unbeaten");
  rows.pop_back();
  const ComparisonGraph less = graph_of(2, rows);
  EXPECT_EQ(words(flag_items(less, find_bridges(less), 5)[0]), "unbeaten bridge few");
}

}  // namespace
}  // namespace pdrank
