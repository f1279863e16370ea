#include "pdrank/data/resample.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "pdrank/data/components.hpp"
#include "support/law.hpp"
#include "support/rows.hpp"

namespace pdrank {
namespace {

using Times = std::vector<std::uint32_t>;

// Counts of all pairs, by winner and loser.
using Counts = std::vector<double>;

Counts counts_of(const ComparisonGraph& graph) {
  const std::size_t nodes = graph.node_count();
  Counts counts(nodes * nodes, 0.0);
  for (EdgeId edge = 0; edge < graph.edge_count(); ++edge) {
    EXPECT_GT(graph.count[edge], 0);
    EXPECT_EQ(graph.find_edge(graph.winner[edge], graph.loser[edge]), edge);
    counts[graph.winner[edge] * nodes + graph.loser[edge]] = graph.count[edge];
  }
  return counts;
}

// `data` without some of its rows and with others repeated: times by row.
Comparisons with_rows(const Comparisons& data, const Times& times) {
  Times by_comparison;
  for (std::size_t n = 0; n < data.size(); ++n) by_comparison.push_back(times[data.row(n) - 1]);
  return repeat(data, by_comparison);
}

// All ways to draw as many rows as there are, one by one.
std::map<Counts, double> law_row_by_row(const Comparisons& data, std::uint32_t rows) {
  std::map<Counts, double> law;
  const double ways = std::pow(rows, rows);
  for (std::uint64_t way = 0; way < static_cast<std::uint64_t>(ways); ++way) {
    Times times(rows, 0);
    for (std::uint64_t k = 0, left = way; k < rows; ++k, left /= rows) ++times[left % rows];
    law[counts_of(merge(with_rows(data, times), TieRule::half).graph)] += 1 / ways;
  }
  return law;
}

std::map<Counts, std::uint64_t> many_resamples(const Comparisons& data, bool wants_rows, std::uint64_t trials) {
  const MergedComparisons merged = merge(data, TieRule::half);
  const Resampler resampler(data, merged, wants_rows);
  Random random(4);
  std::map<Counts, std::uint64_t> seen;
  for (std::uint64_t trial = 0; trial < trials; ++trial) ++seen[counts_of(resampler.draw(random).merged.graph)];
  return seen;
}

TEST(Resample, TiesAndWeightsHaveTheLawOfRowsDrawnOneByOne) {
  constexpr std::uint64_t kTrials = 20'000;
  const Comparisons data = zoo::from_rows(
      3, {{0, 1}, {0, 1}, {.winner = 0, .loser = 1, .weight = 2.5}, {.winner = 1, .loser = 2, .tie = true}, {2, 0}});
  const std::map<Counts, double> law = law_row_by_row(data, 5);
  testing::expect_law(law, many_resamples(data, false, kTrials), kTrials);
  testing::expect_law(law, many_resamples(data, true, kTrials), kTrials);
}

TEST(Resample, ARowOfSeveralComparisonsIsDrawnAsAWhole) {
  constexpr std::uint64_t kTrials = 20'000;
  Comparisons data = zoo::from_rows(4, {});
  for (const auto& [winner, loser] : {std::pair{0u, 1u}, {1u, 2u}, {0u, 2u}}) data.add({winner, loser}, 1);
  data.add({.winner = 2, .loser = 3}, 2);
  data.add({.winner = 2, .loser = 3}, 3);
  data.add({.winner = 3, .loser = 0, .tie = true}, 4);
  data.add({.winner = 1, .loser = 3, .tie = true}, 4);
  testing::expect_law(law_row_by_row(data, 4), many_resamples(data, false, kTrials), kTrials);
}

TEST(Resample, CellsAreRowsThatAreAlike) {
  const Comparisons data = zoo::from_rows(3, {{0, 1},
                                              {1, 0},
                                              {0, 1},
                                              {.winner = 0, .loser = 1, .weight = 2},
                                              {.winner = 0, .loser = 1, .tie = true},
                                              {0, 1},
                                              {.winner = 0, .loser = 1, .tie = true}});
  const MergedComparisons half = merge(data, TieRule::half), drop = merge(data, TieRule::drop);
  EXPECT_EQ(Resampler(data, half, false).cell_count(), 4u);
  EXPECT_EQ(Resampler(data, half, false).row_count(), 7u);
  EXPECT_EQ(Resampler(data, half, true).cell_count(), 7u);
  EXPECT_EQ(Resampler(data, drop, false).cell_count(), 3u);
  EXPECT_EQ(Resampler(data, drop, true).row_count(), 5u);
}

// The rows of a resample, merged anew, are its graph.
TEST(Resample, RowsAndGraphAgree) {
  Random random(5);
  zoo::Rows rows = zoo::random_rows(9, 60, 2, random);
  zoo::decorate(rows, 3, 4, 0.2, random);
  const Comparisons data = zoo::from_rows(9, rows, 3);
  const MergedComparisons merged = merge(data, TieRule::half);
  const Resampler resampler(data, merged, true);
  for (int trial = 0; trial < 50; ++trial) {
    const Resample resample = resampler.draw(random);
    const MergedComparisons again = merge(resample.data, TieRule::half);
    EXPECT_EQ(resample.data.size(), data.size());
    EXPECT_EQ(resample.data.items.size(), 9u);
    EXPECT_EQ(resample.data.annotators.size(), 3u);
    EXPECT_EQ(resample.merged.edge_of, again.edge_of);
    EXPECT_EQ(resample.merged.graph.first_edge, again.graph.first_edge);
    EXPECT_EQ(resample.merged.graph.winner, again.graph.winner);
    EXPECT_EQ(resample.merged.graph.loser, again.graph.loser);
    EXPECT_EQ(resample.merged.graph.count, again.graph.count);  // halves of whole numbers: exact in any order
    for (std::size_t n = 1; n < resample.data.size(); ++n) EXPECT_LE(resample.data.row(n - 1), resample.data.row(n));
  }
}

TEST(Resample, OnlyRowsOfTheGraphAreDrawn) {
  Random random(6);
  const Comparisons data = zoo::from_rows(5, {{0, 1}, {3, 4}, {1, 2}, {2, 0}, {3, 4}});
  const MergedComparisons part = restrict_to(merge(data, TieRule::half), std::vector<std::uint8_t>{1, 1, 1, 0, 0});
  for (const bool wants_rows : {false, true}) {
    const Resampler resampler(data, part, wants_rows);
    EXPECT_EQ(resampler.row_count(), 3u);
    for (int trial = 0; trial < 20; ++trial) {
      const Resample resample = resampler.draw(random);
      const Counts counts = counts_of(resample.merged.graph);
      EXPECT_EQ(resample.merged.graph.node_count(), 3u);
      EXPECT_EQ(std::accumulate(counts.begin(), counts.end(), 0.0), 3);
      EXPECT_EQ(resample.data.size(), wants_rows ? 3u : 0u);
      for (std::size_t n = 0; n < resample.data.size(); ++n) EXPECT_LT(resample.data.winner(n), 3u);
    }
  }
}

TEST(Repeat, KeepsPlacesRowsAndColumns) {
  const Comparisons data = zoo::from_rows(
      3, {{0, 1, 1}, {.winner = 1, .loser = 2, .annotator = 0, .weight = 3}, {.winner = 2, .loser = 0, .tie = true}},
      2);
  const Comparisons twice = repeat(data, Times{2, 0, 1});
  ASSERT_EQ(twice.size(), 3u);
  for (const std::size_t n : {0u, 1u}) {
    EXPECT_EQ(twice.winner(n), 0u);
    EXPECT_EQ(twice.annotator(n), 1u);
    EXPECT_EQ(twice.row(n), 1u);
  }
  EXPECT_TRUE(twice.tie(2));
  EXPECT_EQ(twice.row(2), 3u);
  EXPECT_EQ(select(data, std::vector<std::uint8_t>{0, 1, 0}).weight(0), 3);
}

}  // namespace
}  // namespace pdrank
