#include "pdrank/methods/explain.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "pdrank/core/errors.hpp"
#include "pdrank/methods/rank.hpp"
#include "support/rows.hpp"

namespace pdrank {
namespace {

RankOptions by(std::string method) {
  RankOptions options;
  options.method = std::move(method);
  options.keep_draws = true;
  return options;
}

Explanation explained(const Comparisons& data, const RankOptions& options, const std::string& item,
                      const std::string& other = {}, std::uint32_t rows = 5) {
  return explain(data, options, rank(data, options), item, other, {.rows = rows});
}

Comparisons some_answers(std::uint64_t seed, std::uint32_t items = 8, std::size_t count = 300) {
  Random random(seed);
  zoo::Rows rows = zoo::strong_rows(items, count, 2, random);
  for (Comparison& row : rows) row.annotator = static_cast<AnnotatorId>(random.below(4));
  for (std::size_t n = 0; n < rows.size(); n += 17) rows[n].outcome = Outcome::tie;
  for (std::size_t n = 0; n < rows.size(); n += 29) rows[n].weight = 2;
  return zoo::from_rows(items, rows, 4);
}

// The slow twin: ranks without the row. The score of the item less the mean, or its lead.
double value_without(const Comparisons& data, const RankOptions& options, std::uint64_t row, const std::string& item,
                     const std::string& other) {
  std::vector<std::uint8_t> keep(data.size());
  for (std::size_t n = 0; n < data.size(); ++n) keep[n] = data.row(n) != row;
  const RankResult result = rank(select(data, keep), options);
  double sum = 0, of_item = kNone, of_other = kNone;
  for (const Place& place : result.ranking) {
    sum += place.score;
    if (place.item == item) of_item = place.score;
    if (place.item == other) of_other = place.score;
  }
  return other.empty() ? of_item - sum / static_cast<double>(result.ranking.size()) : of_item - of_other;
}

// Leaving a row out does what it says, and its pull is about that.
void compare_with_leaving_out(const RankOptions& options, const std::string& other, double tolerance,
                              std::uint64_t seeds = 4, std::uint32_t rows = 5) {
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    const Comparisons data = some_answers(seed);
    const Explanation found = explained(data, options, "item-3", other, rows);
    ASSERT_EQ(found.rows.size(), rows);
    const double before = value_without(data, options, 0, "item-3", other);
    for (const ExplainedRow& row : found.rows) {
      const double change = value_without(data, options, row.row, "item-3", other) - before;
      EXPECT_NEAR(*row.without, change, 1e-6) << "row " << row.row << " of seed " << seed;
      EXPECT_NEAR(-row.pull, change, tolerance * std::abs(change)) << "the first order, of row " << row.row;
    }
  }
}

TEST(Explain, RowsAreWorthWhatLeavingThemOutSays) {
  compare_with_leaving_out(by("bradley-terry"), "", 0.15);
  compare_with_leaving_out(by("bradley-terry"), "item-5", 0.15);
}

TEST(Explain, RowsOfThePosteriorToo) {
  compare_with_leaving_out(by("posterior"), "", 1, 1, 2);  // which is learned anew: at least the sign is right
  compare_with_leaving_out(by("posterior"), "item-5", 1, 1, 2);
}

TEST(Explain, TheMostInfluentialRowIsNamedFirst) {
  const Comparisons data = some_answers(9, 5, 30);
  const RankOptions options = by("bradley-terry");
  const double before = value_without(data, options, 0, "item-1", "");
  double most = 0;
  for (std::uint64_t row = 1; row <= data.size(); ++row)
    most = std::max(most, std::abs(value_without(data, options, row, "item-1", "") - before));
  EXPECT_GT(std::abs(*explained(data, options, "item-1").rows.front().without), 0.85 * most);
}

TEST(Explain, OpponentsAndAnnotatorsAddUp) {
  const Comparisons data = some_answers(5);
  const Explanation found = explained(data, by("bradley-terry"), "item-2");
  double answers = 0, wins = 0, expected = 0, pull = 0, by_annotators = 0, of_annotators = 0;
  for (const ExplainedOpponent& one : found.opponents)
    answers += one.answers, wins += one.wins, expected += one.expected, pull += one.pull;
  for (const ExplainedAnnotator& one : found.annotators) of_annotators += one.answers, by_annotators += one.pull;
  EXPECT_DOUBLE_EQ(answers, found.item.answers);
  EXPECT_DOUBLE_EQ(wins, found.item.wins + found.item.ties / 2);
  EXPECT_NEAR(expected, wins, 0.01) << "what a fit by maximum likelihood is";
  EXPECT_DOUBLE_EQ(of_annotators, answers);
  EXPECT_NEAR(by_annotators, pull, 1e-12);
  EXPECT_TRUE(std::ranges::is_sorted(found.opponents, std::ranges::greater(), &ExplainedOpponent::pull));
  for (const ExplainedOpponent& one : found.opponents)
    EXPECT_GE(one.pull * (one.wins - one.expected), 0) << one.item << " helps if it won more than expected";
}

TEST(Explain, TwoItems) {
  const Comparisons data = some_answers(5);
  const RankOptions options = by("posterior");
  const RankResult ranked = rank(data, options);
  const std::string best = ranked.ranking.front().item, last = ranked.ranking.back().item;
  const Explanation found = explain(data, options, ranked, best, last);
  const Explanation turned = explain(data, options, ranked, last, best);
  EXPECT_GT(*found.lead, 0);
  EXPECT_GT(*found.above, 0.9);
  EXPECT_NEAR(*found.above + *turned.above, 1, 1e-9);
  EXPECT_TRUE(found.meaning.front().find("stands above " + last) != std::string::npos) << found.meaning.front();
  EXPECT_TRUE(turned.meaning.front().find("stands below " + best) != std::string::npos) << turned.meaning.front();
  EXPECT_TRUE(found.neighbours.empty());
  for (std::size_t k = 0; k < found.rows.size(); ++k)
    EXPECT_NEAR(*found.rows[k].without, -*turned.rows[k].without, 1e-5);
}

TEST(Explain, NeighboursAreThoseOfTheRanking) {
  const Comparisons data = some_answers(6);
  const RankResult ranked = rank(data, by("posterior"));
  for (std::size_t k = 0; k < ranked.ranking.size(); ++k) {
    const Explanation found = explain(data, by("posterior"), ranked, ranked.ranking[k].item, {}, {.rows = 1});
    ASSERT_EQ(found.neighbours.size(), k == 0 || k + 1 == ranked.ranking.size() ? 1u : 2u);
    const ExplainedNeighbour& below = found.neighbours.back();
    if (k + 1 == ranked.ranking.size()) continue;
    EXPECT_EQ(below.item, ranked.ranking[k + 1].item);
    EXPECT_FALSE(below.is_above);
    EXPECT_DOUBLE_EQ(*below.probability, *ranked.ranking[k].above_next);
  }
}

TEST(Explain, MethodsWithoutALawSaySo) {
  const Comparisons data = some_answers(7);
  const Explanation found = explained(data, by("borda"), "item-1");
  ASSERT_EQ(found.notes.size(), 1u);
  EXPECT_EQ(found.notes[0],
            "borda has no law of answers: expected wins and pulls, in log-odds, are those of bradley-terry.");
  EXPECT_FALSE(found.neighbours.front().probability);
  EXPECT_TRUE(found.meaning[1].ends_with("; borda does not say how likely that is.")) << found.meaning[1];
  EXPECT_TRUE(explained(data, by("pdrank"), "item-1").notes.size() == 1);
  EXPECT_TRUE(explained(data, by("posterior"), "item-1").notes.empty());
}

TEST(Explain, ItemsThatCannotBe) {
  Comparisons data = some_answers(8);
  const ItemId apart = data.items.intern("Apart"), alone = data.items.intern("Alone");
  data.add({.winner = apart, .loser = alone});
  const auto refusal = [&](const std::string& item, const std::string& other = {}) -> std::string {
    try {
      explained(data, by("bradley-terry"), item, other);
    } catch (const InvalidArgument& error) {
      return error.rule();
    }
    return "no error";
  };
  EXPECT_EQ(refusal("item-1", "ITEM-1"), "the two are the same item");
  EXPECT_EQ(refusal("item-1", "alo"), "no chain of answers connects it with 'item-1', so that nothing orders the two");
  EXPECT_EQ(refusal("itme-1"), "there is no such item; did you mean item-1?");
  EXPECT_EQ(refusal("it"), "it may be 'item-0', 'item-1', 'item-2' and 5 more");
}

}  // namespace
}  // namespace pdrank
