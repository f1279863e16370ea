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
  std::vector<double> weight;
  for (std::size_t n = 0; n < data.size(); ++n) weight.push_back(times[data.row(n) - 1] * data.weight(n));
  return reweighted(data, weight);
}

double total_weight(const Comparisons& data) {
  double total = 0;
  for (std::size_t n = 0; n < data.size(); ++n) total += data.weight(n);
  return total;
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

// A row of weight 2 is two answers; one of weight 1.5 is an answer and another that counts for a half.
TEST(Resample, TiesAndWeightsHaveTheLawOfAnswersDrawnOneByOne) {
  constexpr std::uint64_t kTrials = 20'000;
  const Comparison half{.winner = 0, .loser = 1, .weight = 0.5}, tie{.winner = 1, .loser = 2, .outcome = Outcome::tie};
  const Comparisons one_by_one = zoo::from_rows(3, {{0, 1}, {0, 1}, {0, 1}, half, tie, {2, 0}});
  const Comparisons counted = zoo::from_rows(
      3, {{.winner = 0, .loser = 1, .weight = 2}, {.winner = 0, .loser = 1, .weight = 1.5}, tie, {2, 0}});
  const std::map<Counts, double> law = law_row_by_row(one_by_one, 6);
  for (const Comparisons* data : {&one_by_one, &counted})
    for (const bool wants_rows : {false, true})
      testing::expect_law(law, many_resamples(*data, wants_rows, kTrials), kTrials);
}

// More answers than the tables hold: as many as there are, but for the square root of their number.
TEST(Resample, WeightsMayBeAsLargeAsTheyMay) {
  const Comparisons data = zoo::from_rows(2, {{.winner = 0, .loser = 1, .weight = kMaxWeight},
                                              {.winner = 0, .loser = 1, .weight = kMaxWeight},
                                              {.winner = 0, .loser = 1, .weight = kMaxWeight},
                                              {.winner = 1, .loser = 0, .weight = 9}});
  const MergedComparisons merged = merge(data, TieRule::half);
  for (const bool wants_rows : {false, true}) {
    const Resampler resampler(data, merged, wants_rows);
    Random random(3);
    double few = 0;
    for (int trial = 0; trial < 400; ++trial) {
      const Counts counts = counts_of(resampler.draw(random).merged.graph);
      EXPECT_NEAR(counts[1], 3 * kMaxWeight, 8 * std::sqrt(3 * kMaxWeight));
      few += counts[2] / 400;
    }
    EXPECT_NEAR(few, 9, 6 * 3 / 20.0);
  }
}

TEST(Resample, ARowOfSeveralComparisonsIsDrawnAsAWhole) {
  constexpr std::uint64_t kTrials = 20'000;
  Comparisons data = zoo::from_rows(4, {});
  for (const auto& [winner, loser] : {std::pair{0u, 1u}, {1u, 2u}, {0u, 2u}}) data.add({winner, loser}, 1);
  data.add({.winner = 2, .loser = 3}, 2);
  data.add({.winner = 2, .loser = 3}, 3);
  data.add({.winner = 3, .loser = 0, .outcome = Outcome::tie}, 4);
  data.add({.winner = 1, .loser = 3, .outcome = Outcome::tie}, 4);
  testing::expect_law(law_row_by_row(data, 4), many_resamples(data, false, kTrials), kTrials);
}

TEST(Resample, CellsAreAnswersThatAreAlike) {
  const Comparisons data = zoo::from_rows(3, {{0, 1},
                                              {1, 0},
                                              {0, 1},
                                              {.winner = 0, .loser = 1, .weight = 2},
                                              {.winner = 0, .loser = 1, .outcome = Outcome::tie},
                                              {0, 1},
                                              {.winner = 0, .loser = 1, .outcome = Outcome::tie}});
  const MergedComparisons half = merge(data, TieRule::half), drop = merge(data, TieRule::drop);
  EXPECT_EQ(Resampler(data, half, false).cell_count(), 3u);
  EXPECT_EQ(Resampler(data, half, false).answer_count(), 8u);
  EXPECT_EQ(Resampler(data, half, true).cell_count(), 7u);
  EXPECT_EQ(Resampler(data, drop, false).cell_count(), 2u);
  EXPECT_EQ(Resampler(data, drop, true).answer_count(), 6u);
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
    EXPECT_EQ(total_weight(resample.data), total_weight(data));
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

// Soft answers that are split alike are one cell; shares of eighths add up exactly in any order.
TEST(Resample, SoftAnswersAreDrawnWithBothSides) {
  Random random(7);
  const Comparisons data = zoo::from_rows(3, {{.winner = 0, .loser = 1, .share = 0.75},
                                              {.winner = 0, .loser = 1, .share = 0.75},
                                              {.winner = 0, .loser = 1, .share = 0.875},
                                              {.winner = 0, .loser = 1},
                                              {.winner = 2, .loser = 1, .share = 0.625}});
  const MergedComparisons merged = merge(data, TieRule::half);
  EXPECT_EQ(Resampler(data, merged, false).cell_count(), 4u);
  const Resampler resampler(data, merged, true);
  for (int trial = 0; trial < 50; ++trial) {
    const Resample resample = resampler.draw(random);
    const MergedComparisons again = merge(resample.data, TieRule::half);
    EXPECT_EQ(resample.merged.graph.winner, again.graph.winner);
    EXPECT_EQ(resample.merged.graph.loser, again.graph.loser);
    EXPECT_EQ(resample.merged.graph.count, again.graph.count);
    EXPECT_EQ(resample.merged.edge_of, again.edge_of);
  }
}

TEST(Resample, OnlyRowsOfTheGraphAreDrawn) {
  Random random(6);
  const Comparisons data = zoo::from_rows(5, {{0, 1}, {3, 4}, {1, 2}, {2, 0}, {3, 4}});
  const MergedComparisons part = restrict_to(merge(data, TieRule::half), std::vector<std::uint8_t>{1, 1, 1, 0, 0});
  for (const bool wants_rows : {false, true}) {
    const Resampler resampler(data, part, wants_rows);
    EXPECT_EQ(resampler.answer_count(), 3u);
    for (int trial = 0; trial < 20; ++trial) {
      const Resample resample = resampler.draw(random);
      const Counts counts = counts_of(resample.merged.graph);
      EXPECT_EQ(resample.merged.graph.node_count(), 3u);
      EXPECT_EQ(std::accumulate(counts.begin(), counts.end(), 0.0), 3);
      EXPECT_EQ(total_weight(resample.data), wants_rows ? 3 : 0);
      for (std::size_t n = 0; n < resample.data.size(); ++n) EXPECT_LT(resample.data.winner(n), 3u);
    }
  }
}

TEST(Reweighted, KeepsPlacesRowsAndColumns) {
  const Comparisons data = zoo::from_rows(3,
                                          {{0, 1, 1},
                                           {.winner = 1, .loser = 2, .annotator = 0, .weight = 3},
                                           {.winner = 2, .loser = 0, .outcome = Outcome::tie}},
                                          2);
  const Comparisons made = reweighted(data, std::vector<double>{2, 0, 0.5});
  ASSERT_EQ(made.size(), 2u);
  EXPECT_EQ(made.annotator(0), 1u);
  EXPECT_EQ(made.weight(0), 2);
  EXPECT_TRUE(made.tie(1));
  EXPECT_EQ(made.row(1), 3u);
  EXPECT_EQ(made.weight(1), 0.5);
  EXPECT_EQ(select(data, std::vector<std::uint8_t>{0, 1, 0}).weight(0), 3);
}

TEST(SortedNames, DoNotDependOnTheOrderOfTheRows) {
  Comparisons data;
  for (const char* name : {"b", "c", "a"}) data.items.intern(name);
  for (const char* name : {"y", "x"}) data.annotators.intern(name);
  data.add({.winner = 0, .loser = 2, .annotator = 1, .weight = 2, .outcome = Outcome::tie}, 4);
  data.add({.winner = 1, .loser = 0}, 7);
  const Comparisons sorted = with_sorted_names(data);
  EXPECT_EQ(sorted.items.name(0), "a");
  EXPECT_EQ(sorted.items.name(2), "c");
  EXPECT_EQ(sorted.annotators.name(0), "x");
  EXPECT_EQ(sorted.winner(0), 1u);
  EXPECT_EQ(sorted.loser(0), 0u);
  EXPECT_EQ(sorted.annotator(0), 0u);
  EXPECT_EQ(sorted.annotator(1), kNoAnnotator);
  EXPECT_EQ(sorted.weight(0), 2);
  EXPECT_TRUE(sorted.tie(0));
  EXPECT_EQ(sorted.row(1), 7u);
}

// Every comparison of a cluster counts as often as the cluster is drawn, and as many are drawn as there are.
TEST(Resample, ClustersAreDrawnAsAWhole) {
  Random random(41);
  zoo::Rows rows = zoo::random_rows(9, 60, 2, random);
  std::vector<std::uint32_t> cluster;
  for (Comparison& row : rows) {
    cluster.push_back(static_cast<std::uint32_t>(random.below(7)));
    if (random.chance(0.3)) row.outcome = Outcome::tie;
    if (random.chance(0.3)) row.weight = 2.5;
  }
  const Comparisons data = zoo::from_rows(9, rows);
  const MergedComparisons merged = merge(data, TieRule::half);
  const Resampler resampler(data, merged, true, cluster);
  EXPECT_EQ(resampler.answer_count(), 7u);
  std::vector<double> drawn_in_all(7, 0.0);
  for (int k = 0; k < 200; ++k) {
    const Resample resample = resampler.draw(random);
    std::vector<double> times(7, 0.0), weight(data.size(), 0.0);
    for (std::size_t n = 0; n < resample.data.size(); ++n) {
      const std::size_t row = resample.data.row(n) - 1;
      times[cluster[row]] = resample.data.weight(n) / data.weight(row);
    }
    for (std::size_t n = 0; n < data.size(); ++n) weight[n] = times[cluster[n]] * data.weight(n);
    EXPECT_EQ(std::accumulate(times.begin(), times.end(), 0.0), 7);
    const Comparisons expected = reweighted(data, weight);
    ASSERT_EQ(resample.data.size(), expected.size());
    for (std::size_t n = 0; n < expected.size(); ++n) EXPECT_EQ(resample.data.weight(n), expected.weight(n));
    const Counts counts = counts_of(resample.merged.graph),
                 of_expected = counts_of(merge(expected, TieRule::half).graph);
    for (std::size_t pair = 0; pair < counts.size(); ++pair) EXPECT_NEAR(counts[pair], of_expected[pair], 1e-9);
    for (std::size_t one = 0; one < 7; ++one) drawn_in_all[one] += times[one];
  }
  for (const double drawn : drawn_in_all)
    EXPECT_NEAR(drawn, 200, 5 * std::sqrt(200.0));  // binomial, 1400 draws of 1 in 7
}

}  // namespace
}  // namespace pdrank
