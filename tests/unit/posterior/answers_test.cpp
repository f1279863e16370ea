#include "pdrank/posterior/answers.hpp"

#include <gtest/gtest.h>

#include <map>
#include <tuple>

#include "support/rows.hpp"

namespace pdrank {
namespace {

using Key = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;  // source, winner, loser
using Counts = std::map<Key, double>;

constexpr std::uint32_t kItems = 9, kAnnotators = 4;

zoo::Rows some_rows(std::uint64_t seed, double nobody) {
  Random random(seed);
  zoo::Rows rows = zoo::random_rows(kItems, 200, 2, random);
  zoo::decorate(rows, kAnnotators, 3, 0.2, random);
  for (Comparison& row : rows) {
    if (random.chance(nobody)) row.annotator = kNoAnnotator;
    row.weight *= 0.37;
  }
  return rows;
}

// Row by row. `node_of`: of an item, or kNoEdge for one that was left out.
Counts count(const zoo::Rows& rows, const std::vector<std::uint32_t>& node_of, bool ties) {
  Counts counts;
  for (const Comparison& row : rows) {
    const std::uint32_t who = row.annotator == kNoAnnotator ? kAnnotators : row.annotator;
    const std::uint32_t a = node_of[row.winner], b = node_of[row.loser];
    if (a == kNoEdge || b == kNoEdge || (row.tie && !ties)) continue;
    counts[{who, a, b}] += row.tie ? row.weight / 2 : row.weight;
    if (row.tie) counts[{who, b, a}] += row.weight / 2;
  }
  return counts;
}

std::vector<std::uint32_t> all_nodes(std::uint32_t items) {
  std::vector<std::uint32_t> nodes(items);
  for (std::uint32_t k = 0; k < items; ++k) nodes[k] = k;
  return nodes;
}

// Counts are kept in single precision: half a unit of their last place, 2^-24 of the value; and the sums before.
void expect_count(double found, double expected) { EXPECT_NEAR(found, expected, 0x1.1p-24 * expected); }

void expect_counts(const Answers& answers, const Counts& expected) {
  ASSERT_EQ(answers.size(), expected.size()) << "every answer once";
  Key before;
  for (std::size_t k = 0; k < answers.size(); ++k) {
    const Key key{answers.source[k], answers.winner[k], answers.loser[k]};
    EXPECT_TRUE(k == 0 || before < key) << "sorted by source";
    before = key;
    ASSERT_TRUE(expected.contains(key));
    expect_count(answers.times[k], expected.at(key));
  }
}

// What the ends and the sources say, against the list of answers itself.
void expect_consistent(const Answers& answers) {
  std::size_t ends = 0;
  for (std::uint32_t node = 0; node < answers.node_count(); ++node) {
    Counts seen, listed;
    for (const AnswerEnd& end : answers.at(node)) {
      ++ends;
      EXPECT_NE(end.other, node);
      const auto [where, is_new] =
          seen.insert({{end.source, end.won ? node : end.other, end.won ? end.other : node}, end.times});
      EXPECT_TRUE(is_new);
    }
    for (std::size_t k = 0; k < answers.size(); ++k)
      if (answers.winner[k] == node || answers.loser[k] == node)
        listed[{answers.source[k], answers.winner[k], answers.loser[k]}] = answers.times[k];
    EXPECT_EQ(seen, listed);
  }
  EXPECT_EQ(ends, 2 * answers.size());
  EXPECT_EQ(answers.first_of(0), 0u);
  EXPECT_EQ(answers.first_of(answers.source_count()), answers.size());
  for (std::uint32_t source = 0; source < answers.source_count(); ++source) {
    double weight = 0;
    for (std::size_t k = 0; k < answers.size(); ++k) {
      const bool inside = k >= answers.first_of(source) && k < answers.first_of(source + 1);
      EXPECT_EQ(answers.source[k] == source, inside);
      if (inside) weight += static_cast<double>(answers.times[k]);
    }
    EXPECT_NEAR(answers.weight_of(source), weight, 1e-12 * weight);
  }
}

TEST(Answers, OfRows) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed)
    for (const double nobody : {0.0, 0.3}) {
      const zoo::Rows rows = some_rows(seed, nobody);
      const Comparisons data = zoo::from_rows(kItems, rows, kAnnotators);
      for (const TieRule ties : {TieRule::half, TieRule::drop}) {
        const Answers answers(data, merge(data, ties));
        EXPECT_EQ(answers.node_count(), kItems);
        EXPECT_EQ(answers.source_count(), kAnnotators + (nobody > 0 ? 1 : 0));
        expect_counts(answers, count(rows, all_nodes(kItems), ties == TieRule::half));
        expect_consistent(answers);
      }
    }
}

// Nodes are not items where a part of the graph is left out.
TEST(Answers, OfAPartOfTheGraph) {
  const zoo::Rows rows = some_rows(11, 0.3);
  const Comparisons data = zoo::from_rows(kItems, rows, kAnnotators);
  std::vector<std::uint8_t> keep(kItems, 1);
  keep[0] = keep[4] = 0;
  const MergedComparisons part = restrict_to(merge(data, TieRule::half), keep);
  std::vector<std::uint32_t> node_of(kItems, kNoEdge);
  for (std::uint32_t node = 0; node < part.graph.node_count(); ++node) node_of[part.graph.item[node]] = node;
  const Answers answers(data, part);
  EXPECT_EQ(answers.node_count(), kItems - 2);
  expect_counts(answers, count(rows, node_of, true));
  expect_consistent(answers);
}

TEST(Answers, OfAGraphAreFromOneSource) {
  zoo::Rows rows = some_rows(12, 0.3);
  const MergedComparisons all = merge(zoo::from_rows(kItems, rows, kAnnotators), TieRule::half);
  for (Comparison& row : rows) row.annotator = 0;
  const Answers answers(all.graph);
  EXPECT_EQ(answers.source_count(), 1u);
  expect_counts(answers, count(rows, all_nodes(kItems), true));
  expect_consistent(answers);
}

TEST(Answers, AnnotatorsWithoutAnyAreSourcesToo) {
  const zoo::Rows rows = {{0, 1, 2}, {1, 0, 2}};
  const Comparisons data = zoo::from_rows(3, rows, kAnnotators);
  const Answers answers(data, merge(data, TieRule::half));
  EXPECT_EQ(answers.source_count(), kAnnotators);
  EXPECT_EQ(answers.node_count(), 3u);
  EXPECT_TRUE(answers.at(2).empty());
  EXPECT_EQ(answers.weight_of(0), 0);
  EXPECT_EQ(answers.weight_of(2), 2);
  expect_consistent(answers);
}

TEST(Answers, NoneAtAll) {
  const Comparisons data = zoo::from_rows(2, {{0, 1, 0, 1, true}}, 1);
  const MergedComparisons dropped = merge(data, TieRule::drop);
  for (const Answers& answers : {Answers(data, dropped), Answers(dropped.graph)}) {
    EXPECT_EQ(answers.size(), 0u);
    EXPECT_EQ(answers.node_count(), 2u);
    EXPECT_EQ(answers.source_count(), 1u);
    expect_consistent(answers);
  }
}

}  // namespace
}  // namespace pdrank
