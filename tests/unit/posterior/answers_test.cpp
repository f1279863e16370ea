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

Counts count(const std::vector<SourcedEdge>& edges) {
  Counts counts;
  for (const SourcedEdge& edge : edges) counts[edge.key()] += edge.count;
  return counts;
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

TEST(Answers, OfSources) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed)
    for (const double nobody : {0.0, 0.3}) {
      const Comparisons data = zoo::from_rows(kItems, some_rows(seed, nobody), kAnnotators);
      const std::vector<SourcedEdge> edges = merge_by_source(data, merge(data, TieRule::half));
      const Answers answers(edges, kItems, kAnnotators + 1);
      EXPECT_EQ(answers.node_count(), kItems);
      EXPECT_EQ(answers.source_count(), kAnnotators + 1);
      expect_counts(answers, count(edges));
      expect_consistent(answers);
    }
}

// Also if nodes have been given other numbers since the edges were sorted.
TEST(Answers, OfAGraphAreFromOneSource) {
  MergedComparisons all = merge(zoo::from_rows(kItems, some_rows(12, 0.3), kAnnotators), TieRule::half);
  for (std::vector<std::uint32_t>* ends : {&all.graph.winner, &all.graph.loser})
    for (std::uint32_t& end : *ends) end = (end * 2 + 3) % kItems;
  Counts expected;
  for (EdgeId edge = 0; edge < all.graph.edge_count(); ++edge)
    expected[{0, all.graph.winner[edge], all.graph.loser[edge]}] = all.graph.count[edge];
  const Answers answers(all.graph);
  EXPECT_EQ(answers.source_count(), 1u);
  expect_counts(answers, expected);
  expect_consistent(answers);
}

TEST(Answers, ASourceMayHaveNone) {
  const Answers answers({{2, 0, 1, 1.0}, {2, 1, 0, 1.0}}, 3, kAnnotators);
  EXPECT_EQ(answers.source_count(), kAnnotators);
  EXPECT_EQ(answers.node_count(), 3u);
  EXPECT_TRUE(answers.at(2).empty());
  EXPECT_EQ(answers.weight_of(0), 0);
  EXPECT_EQ(answers.weight_of(2), 2);
  expect_consistent(answers);
}

TEST(Answers, NoneAtAll) {
  const Comparisons data = zoo::from_rows(2, {{0, 1, 0, 1, true}}, 1);
  for (const Answers& answers : {Answers({}, 2, 1), Answers(merge(data, TieRule::drop).graph)}) {
    EXPECT_EQ(answers.size(), 0u);
    EXPECT_EQ(answers.node_count(), 2u);
    EXPECT_EQ(answers.source_count(), 1u);
    expect_consistent(answers);
  }
}

}  // namespace
}  // namespace pdrank
