#include "pdrank/data/graph.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/parallel.hpp"
#include "pdrank/data/merge_into_graph.hpp"
#include "pdrank/data/summary.hpp"
#include "support/problem_zoo.hpp"
#include "support/rows.hpp"

namespace pdrank {
namespace {

Comparisons three_items() {
  Comparisons data;
  for (const char* name : {"A", "B", "C"}) data.items.intern(name);
  return data;
}

TEST(Merge, CountsEqualComparisons) {
  Comparisons data = three_items();
  data.add({.winner = 1, .loser = 0});
  data.add({.winner = 0, .loser = 1, .weight = 2.5});
  data.add({.winner = 1, .loser = 0});
  const MergedComparisons merged = merge(data, TieRule::half);
  const ComparisonGraph& graph = merged.graph;
  EXPECT_EQ(graph.winner, (std::vector<std::uint32_t>{0, 1}));
  EXPECT_EQ(graph.loser, (std::vector<std::uint32_t>{1, 0}));
  EXPECT_EQ(graph.count, (std::vector<double>{2.5, 2}));
  EXPECT_EQ(merged.edge_of, (std::vector<EdgeId>{1, 0, 1}));
  EXPECT_EQ(graph.first_edge, (std::vector<std::uint32_t>{0, 1, 2, 2}));
  EXPECT_EQ(graph.node_count(), 3u) << "an item without comparisons is still a node";
}

TEST(Merge, TieIsHalfAWinEachWay) {
  Comparisons data = three_items();
  data.add({.winner = 2, .loser = 0, .weight = 3, .outcome = Outcome::tie});
  data.add({.winner = 0, .loser = 2});
  const ComparisonGraph graph = merge(data, TieRule::half).graph;
  EXPECT_EQ(graph.count[graph.find_edge(2, 0)], 1.5);
  EXPECT_EQ(graph.count[graph.find_edge(0, 2)], 2.5);
  EXPECT_EQ(graph.find_edge(0, 1), kNoEdge);
}

TEST(Merge, TieDroppedOrRefused) {
  Comparisons data = three_items();
  data.add({.winner = 0, .loser = 1});
  data.add({.winner = 2, .loser = 0, .outcome = Outcome::tie});
  const MergedComparisons merged = merge(data, TieRule::drop);
  EXPECT_EQ(merged.graph.edge_count(), 1u);
  EXPECT_EQ(merged.edge_of[1], kNoEdge);
  try {
    merge(data, TieRule::error);
    FAIL() << "a tie was accepted";
  } catch (const InvalidArgument& error) {
    EXPECT_STREQ(error.what(), "ties is error, but data row 2 is a tie between 'C' and 'A'");
  }
}

TEST(Merge, AgreesWithAMapOnRandomData) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Random random(seed);
    const Comparisons data = zoo::random_comparisons(8, 200, 0.3, random);
    std::map<std::pair<ItemId, ItemId>, double> expected;
    for (std::size_t n = 0; n < data.size(); ++n) expected[{data.winner(n), data.loser(n)}] += 1;
    const MergedComparisons merged = merge(data, TieRule::half);
    const ComparisonGraph& graph = merged.graph;
    ASSERT_EQ(graph.edge_count(), expected.size());
    EdgeId edge = 0;
    for (const auto& [pair, count] : expected) {  // a map is sorted like the edges
      EXPECT_EQ(std::pair(graph.winner[edge], graph.loser[edge]), pair);
      EXPECT_EQ(graph.count[edge], count);
      EXPECT_EQ(graph.find_edge(pair.first, pair.second), edge);
      ++edge;
    }
    for (std::size_t n = 0; n < data.size(); ++n) {
      EXPECT_EQ(graph.winner[merged.edge_of[n]], data.winner(n));
      EXPECT_EQ(graph.loser[merged.edge_of[n]], data.loser(n));
    }
  }
}

constexpr std::uint32_t kItems = 7, kAnnotators = 4;

// Weights are not whole, and some rows name nobody.
zoo::Rows annotated_rows(std::uint64_t seed) {
  Random random(seed);
  zoo::Rows rows = zoo::random_rows(kItems, 200, 2, random);
  zoo::decorate(rows, kAnnotators, 3, 0.2, random);
  zoo::soften(rows, 0.3, random);
  for (Comparison& row : rows) {
    if (random.chance(0.2)) row.annotator = kNoAnnotator;
    row.weight *= 0.37;
  }
  return rows;
}

// Row by row. `node_of`: of an item, or kNoEdge for one that was left out. Nobody is the last of `source_of`.
void expect_merged(const std::vector<SourcedEdge>& edges, const zoo::Rows& rows,
                   const std::vector<std::uint32_t>& node_of, const std::vector<std::uint32_t>& source_of, bool ties) {
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, double> expected;
  for (const Comparison& row : rows) {
    const std::uint32_t source = source_of[row.annotator == kNoAnnotator ? kAnnotators : row.annotator];
    const std::uint32_t winner = node_of[row.winner], loser = node_of[row.loser];
    if (winner == kNoEdge || loser == kNoEdge || (row.tie() && !ties)) continue;
    expected[{source, winner, loser}] += row.tie() ? row.weight / 2 : row.weight * row.share;
    if (row.tie()) expected[{source, loser, winner}] += row.weight / 2;
    if (!row.tie() && row.share < 1) expected[{source, loser, winner}] += row.weight * (1 - row.share);
  }
  ASSERT_EQ(edges.size(), expected.size());
  std::size_t k = 0;
  for (const auto& [key, count] : expected) {  // a map is sorted like the edges
    EXPECT_EQ(edges[k].key(), key);
    EXPECT_EQ(edges[k++].count, count) << "added up in the order of the rows";
  }
}

TEST(MergeBySource, AgreesWithAMapOnRandomData) {
  const std::vector<std::uint32_t> nodes = {0, 1, 2, 3, 4, 5, 6}, own = {0, 1, 2, 3, 4};
  const std::vector<std::uint32_t> two = {1, 0, 1, 1}, two_and_nobody = {1, 0, 1, 1, 1};
  for (std::uint64_t seed = 0; seed < 20; ++seed)
    for (const TieRule ties : {TieRule::half, TieRule::drop}) {
      const zoo::Rows rows = annotated_rows(seed);
      const Comparisons data = zoo::from_rows(kItems, rows, kAnnotators);
      const MergedComparisons merged = merge(data, ties);
      expect_merged(merge_by_source(data, merged), rows, nodes, own, ties == TieRule::half);
      expect_merged(merge_by_source(data, merged, two, 1), rows, nodes, two_and_nobody, ties == TieRule::half);
    }
}

TEST(MergeBySource, GoesByTheNodesOfAPart) {
  const zoo::Rows rows = annotated_rows(21);
  const Comparisons data = zoo::from_rows(kItems, rows, kAnnotators);
  const MergedComparisons part =
      restrict_to(merge(data, TieRule::half), std::vector<std::uint8_t>{0, 1, 1, 1, 0, 1, 1});
  const std::vector<std::uint32_t> nodes = {kNoEdge, 0, 1, 2, kNoEdge, 3, 4};
  expect_merged(merge_by_source(data, part), rows, nodes, {0, 1, 2, 3, 4}, true);
}

TEST(MergeBySource, WithoutAnnotatorsIsTheGraph) {
  Random random(22);
  const Comparisons data = zoo::random_comparisons(8, 200, 0.3, random);
  const MergedComparisons merged = merge(data, TieRule::half);
  const std::vector<SourcedEdge> edges = merge_by_source(data, merged);
  ASSERT_EQ(edges.size(), merged.graph.edge_count());
  for (EdgeId edge = 0; edge < merged.graph.edge_count(); ++edge) {
    EXPECT_EQ(edges[edge].key(), std::tuple(0u, merged.graph.winner[edge], merged.graph.loser[edge]));
    EXPECT_EQ(edges[edge].count, merged.graph.count[edge]);
  }
}

void expect_same(const MergedComparisons& a, const MergedComparisons& b) {
  EXPECT_EQ(a.graph.winner, b.graph.winner);
  EXPECT_EQ(a.graph.loser, b.graph.loser);
  EXPECT_EQ(a.graph.count, b.graph.count) << "to the last bit";
  EXPECT_EQ(a.edge_of, b.edge_of);
}

// Weights whose sums depend on their order.
zoo::Rows uneven_rows(std::uint32_t items, std::size_t count, std::uint64_t seed) {
  Random random(seed);
  zoo::Rows rows = zoo::random_rows(items, count, 2, random);
  zoo::decorate(rows, 0, 1, 0.2, random);
  zoo::soften(rows, 0.2, random);
  for (Comparison& row : rows) row.weight = std::exp(random.uniform(-10, 10));
  return rows;
}

// Items that are in no comparison make the table of all pairs too large, so that the same rows are sorted instead.
TEST(Merge, InATableAndBySortingIsTheSame) {
  for (const TieRule ties : {TieRule::half, TieRule::drop})
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      constexpr std::uint32_t kFewItems = 9;
      const zoo::Rows rows = uneven_rows(kFewItems, 300, seed);
      const MergedComparisons table = merge(zoo::from_rows(kFewItems, rows), ties);
      for (const std::uint32_t more : {20u, 5000u}) {
        const MergedComparisons sorted = merge(zoo::from_rows(more, rows), ties);
        expect_same(table, sorted);
        ASSERT_EQ(sorted.graph.first_edge.size(), more + 1u);
        for (std::uint32_t node = 0; node <= more; ++node)
          ASSERT_EQ(sorted.graph.first_edge[node], table.graph.first_edge[std::min(node, kFewItems)]);
      }
    }
}

// Whole answers without ties are counted, others added up.
TEST(Merge, TheGraphAloneIsTheSame) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    constexpr std::uint32_t kFewItems = 9;
    Random random(seed);
    for (const zoo::Rows& rows : {zoo::random_rows(kFewItems, 300, 2, random), uneven_rows(kFewItems, 300, seed)})
      for (const TieRule ties : {TieRule::half, TieRule::drop}) {
        const MergedComparisons sorted = merge(zoo::from_rows(20, rows), ties);
        expect_same(merge(zoo::from_rows(kFewItems, rows), ties), sorted);
        for (const std::uint32_t items : {kFewItems, 20u})
          expect_same({merge_into_graph(zoo::from_rows(items, rows), ties), sorted.edge_of}, sorted);
      }
  }
}

// Several blocks of rows, and several winners to a bucket.
TEST(Merge, OfManyRowsAgreesWithAMapOnAnyNumberOfThreads) {
  for (const std::uint32_t items : {100u, 3000u}) {
    const Comparisons data = zoo::from_rows(items, uneven_rows(items, 150'000, 1));
    std::map<std::pair<ItemId, ItemId>, double> expected;
    for (std::size_t n = 0; n < data.size(); ++n) {
      const double share = data.tie(n) ? 0.5 : data.share(n);
      expected[{data.winner(n), data.loser(n)}] += data.weight(n) * share;
      if (share < 1) expected[{data.loser(n), data.winner(n)}] += data.weight(n) * (1 - share);
    }
    for (const int threads : {1, 3}) {
      const ThreadScope scope(threads);
      const MergedComparisons merged = merge(data, TieRule::half);
      ASSERT_EQ(merged.graph.edge_count(), expected.size());
      EdgeId edge = 0;
      for (const auto& [pair, count] : expected) {
        ASSERT_EQ(std::pair(merged.graph.winner[edge], merged.graph.loser[edge]), pair);
        ASSERT_EQ(merged.graph.count[edge], count);
        ASSERT_EQ(merged.graph.find_edge(pair.first, pair.second), edge);
        ++edge;
      }
      for (std::size_t n = 0; n < data.size(); ++n)
        ASSERT_EQ(merged.edge_of[n], merged.graph.find_edge(data.winner(n), data.loser(n)));
    }
  }
}

TEST(RestrictTo, KeepsEdgesInsideAndRenumbers) {
  Comparisons data = three_items();
  data.add({.winner = 0, .loser = 1});
  data.add({.winner = 2, .loser = 1});
  data.add({.winner = 1, .loser = 2});
  const MergedComparisons part = restrict_to(merge(data, TieRule::half), std::vector<std::uint8_t>{0, 1, 1});
  EXPECT_EQ(part.graph.item, (std::vector<ItemId>{1, 2}));
  EXPECT_EQ(part.graph.winner, (std::vector<std::uint32_t>{0, 1}));
  EXPECT_EQ(part.graph.first_edge, (std::vector<std::uint32_t>{0, 1, 2}));
  EXPECT_EQ(part.edge_of, (std::vector<EdgeId>{kNoEdge, 1, 0}));
}

TEST(Comparisons, ColumnsAppearWhenNeeded) {
  Comparisons data = three_items();
  data.add({.winner = 0, .loser = 1});
  EXPECT_FALSE(data.has_annotators());
  const AnnotatorId judge = data.annotators.intern("judge");
  data.add({.winner = 1, .loser = 2, .annotator = judge, .weight = 4, .outcome = Outcome::tie}, 7);
  data.add({.winner = 2, .loser = 0});
  EXPECT_EQ(data.annotator(0), kNoAnnotator);
  EXPECT_EQ(data.annotator(1), judge);
  EXPECT_EQ(data.weight(0), 1);
  EXPECT_EQ(data.weight(1), 4);
  EXPECT_TRUE(data.tie(1));
  EXPECT_FALSE(data.tie(2));
  EXPECT_EQ(data.row(0), 1u);
  EXPECT_EQ(data.row(1), 7u);
  EXPECT_EQ(data.row(2), 8u);
}

TEST(Comparisons, RefusesWhatCannotBe) {
  Comparisons data = three_items();
  EXPECT_THROW(data.add({.winner = 0, .loser = 0}), InvalidArgument);
  EXPECT_THROW(data.add({.winner = 0, .loser = 3}), InvalidArgument);
  EXPECT_THROW(data.add({.winner = 0, .loser = 1, .annotator = 0}), InvalidArgument);
  for (const double weight : {0.0, -1.0, 1e10, std::nan("")})
    EXPECT_THROW(data.add({.winner = 0, .loser = 1, .weight = weight}), InvalidArgument);
  for (const double share : {0.0, 0.5, 1.01, std::nan("")})
    EXPECT_THROW(data.add({.winner = 0, .loser = 1, .share = share}), InvalidArgument);
  for (const double grade : {0.0, -1.0, 1e10, std::nan("")})
    EXPECT_THROW(data.add({.winner = 0, .loser = 1, .grade = grade}), InvalidArgument);
  EXPECT_TRUE(data.empty());
}

DataSummary summary_of(const Comparisons& data, const MergedComparisons& merged, TieRule ties) {
  return summarise_data(count_rows(data, use_of(data, merged, ties)), data.report, data.row_count(), data.items.size(),
                        data.annotators.size());
}

TEST(Summary, CountsWhatIsThere) {
  Comparisons data = three_items();
  data.items.intern("D");
  data.add({.winner = 0, .loser = 1});
  data.add({.winner = 1, .loser = 0});
  data.add({.winner = 0, .loser = 2});
  data.add({.winner = 2, .loser = 3, .outcome = Outcome::tie});
  const MergedComparisons merged = merge(data, TieRule::half);
  const ComparisonGraph& graph = merged.graph;
  const Components weak = weak_components(graph);
  const Components strong = strong_components(graph);
  const Bridges bridges = find_bridges(graph);
  const GraphSummary summary = summarise_graph(data, merged, weak, strong, bridges, flag_items(graph, bridges, 5));
  EXPECT_EQ(summary.pairs, 3u);
  EXPECT_EQ(summary.edges, 5u);
  EXPECT_EQ(summary.contested_pairs, 1u) << "a tie is not two answers";
  EXPECT_EQ(summary.repeated_pairs, 1u);
  EXPECT_DOUBLE_EQ(summary.share_of_pairs_seen, 0.5);
  EXPECT_EQ(summary.components, 1u);
  EXPECT_EQ(summary.strong_components, 2u);
  EXPECT_EQ(summary.never_beaten, 0u);
  EXPECT_EQ(summary.never_winning, 0u);
  EXPECT_EQ(summary.bridges, 3u);
  ASSERT_EQ(summary.bridge_pairs.size(), 3u);
  EXPECT_EQ(summary.bridge_pairs[0].item + summary.bridge_pairs[0].other, "AC");
  EXPECT_EQ(summary.bridge_pairs[0].hanging, 2u);
  EXPECT_EQ(summary.bridge_pairs[1].item + summary.bridge_pairs[1].other, "BA");
  EXPECT_EQ(summary.bridge_pairs[1].comparisons, 2);
  const DataSummary rows = summary_of(data, merged, TieRule::half);
  EXPECT_EQ(rows.rows, 4u);
  EXPECT_EQ(rows.rows_used, 4u);
  EXPECT_EQ(rows.ties, 1u);

  const MergedComparisons without_ties = merge(data, TieRule::drop);
  const DataSummary dropped = summary_of(data, without_ties, TieRule::drop);
  EXPECT_EQ(dropped.rows_used, 3u);
  EXPECT_EQ(dropped.ties_dropped, 1u);
  EXPECT_EQ(dropped.outside_component, 0u);
}

}  // namespace
}  // namespace pdrank
