#include "pdrank/methods/fragility.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "pdrank/core/errors.hpp"
#include "pdrank/methods/rank.hpp"
#include "support/rows.hpp"

namespace pdrank {
namespace {

RankOptions audited(std::vector<std::string> question, std::string method = "bradley-terry") {
  RankOptions options;
  options.method = std::move(method);
  options.fragility = std::move(question);
  return options;
}

// Whether the first item of the largest part changes without the rows that are left out.
bool changes_first(std::uint32_t items, const zoo::Rows& rows, const std::vector<std::size_t>& left_out,
                   const std::string& first) {
  Comparisons data;
  for (std::uint32_t item = 0; item < items; ++item) data.items.intern("item-" + std::to_string(item));
  for (std::size_t n = 0; n < rows.size(); ++n)
    if (std::ranges::find(left_out, n) == left_out.end()) data.add(rows[n]);
  const RankResult rest = rank(data, {.method = "bradley-terry"});
  for (const Place& place : rest.ranking)
    if (place.item == first) return place.component == 1 && place.rank > 1;
  return false;
}

// The size of the smallest set of rows that changes it, of at most `most` rows; most + 1 if there is none.
std::size_t fewest(std::uint32_t items, const zoo::Rows& rows, const std::string& first, std::size_t most) {
  std::vector<std::size_t> chosen;
  const std::function<bool(std::size_t, std::size_t)> any = [&](std::size_t from, std::size_t count) {
    if (chosen.size() == count) return changes_first(items, rows, chosen, first);
    for (std::size_t n = from; n < rows.size(); ++n) {
      chosen.push_back(n);
      const bool found = any(n + 1, count);
      chosen.pop_back();
      if (found) return true;
    }
    return false;
  };
  for (std::size_t count = 1; count <= most; ++count)
    if (any(0, count)) return count;
  return most + 1;
}

TEST(Fragility, FindsTheFewestOfSmallData) {
  Random random(3);
  int compared = 0, larger = 0;
  for (int run = 0; run < 20; ++run) {
    const zoo::Rows rows = zoo::random_rows(5, 14, 2.5, random);
    const RankResult result = rank(zoo::from_rows(5, rows), audited({"first"}));
    if (!result.fragility->answers) {
      EXPECT_EQ(fewest(5, rows, result.ranking.front().item, 2), 3u) << run;
      continue;
    }
    const std::size_t found = *result.fragility->answers;
    EXPECT_EQ(result.fragility->before, result.ranking.front().item);
    std::vector<std::size_t> left_out;
    for (const RemovedRow& removed : result.fragility->removed) left_out.push_back(removed.row - 1);
    EXPECT_EQ(left_out.size(), found);
    EXPECT_TRUE(changes_first(5, rows, left_out, result.fragility->before)) << run;
    const std::size_t least = fewest(5, rows, result.fragility->before, found - 1);
    EXPECT_LE(found, least + 1) << run;
    larger += found > least;
    ++compared;
  }
  EXPECT_GE(compared, 15);
  EXPECT_LE(larger, 1);  // the fewest, but for a rare exception by one
}

TEST(Fragility, OfTwoNamedItemsAndOfTheBest) {
  // item-0 beats item-1 three times to two, both beat item-2 often.
  zoo::Rows rows(5, {.winner = 0, .loser = 1});
  for (const std::size_t n : {3u, 4u}) std::swap(rows[n].winner, rows[n].loser);
  for (int n = 0; n < 6; ++n) rows.push_back({.winner = 0, .loser = 2}), rows.push_back({.winner = 1, .loser = 2});
  rows.push_back({.winner = 2, .loser = 0}), rows.push_back({.winner = 2, .loser = 1});
  const Comparisons data = zoo::from_rows(3, rows);
  const Fragility pair = *rank(data, audited({"item-1", "item-0"})).fragility;
  EXPECT_EQ(pair.answers, 2u);
  EXPECT_EQ(pair.before, "item-0");
  EXPECT_EQ(pair.after, "item-1");
  for (const RemovedRow& removed : pair.removed) EXPECT_EQ(removed.loser, "item-1");
  EXPECT_EQ(rank(data, audited({"first"})).fragility->answers, 2u);
  const Fragility best = *rank(data, audited({"2"})).fragility;
  EXPECT_TRUE(!best.answers || *best.answers > 3);
  EXPECT_THROW(rank(data, audited({"3"})), InvalidArgument);
  EXPECT_THROW(rank(data, audited({"item-0", "nobody"})), InvalidArgument);
}

// A weight is a number of answers, of which some can be left out.
TEST(Fragility, LeavesOutPartOfAWeight) {
  const Comparisons data =
      zoo::from_rows(2, {{.winner = 0, .loser = 1, .weight = 20}, {.winner = 1, .loser = 0, .weight = 15}});
  const Fragility found = *rank(data, audited({"first"})).fragility;
  ASSERT_EQ(found.removed.size(), 1u);
  EXPECT_EQ(found.removed.front().row, 1u);
  EXPECT_EQ(found.answers, 6u);
  EXPECT_EQ(found.of, 35);
}

TEST(Fragility, OfMethodsWithoutALaw) {
  Random random(5);
  const Comparisons data = zoo::from_rows(5, zoo::random_rows(5, 20, 1.0, random));
  for (const char* method : {"borda", "pdrank", "posterior"}) {
    const RankResult result = rank(data, audited({"first"}, method));
    ASSERT_TRUE(result.fragility->answers) << method;
    std::vector<double> weight(data.size(), 1.0);
    for (const RemovedRow& removed : result.fragility->removed) weight[removed.row - 1] = 0;
    RankOptions options;
    options.method = method;
    EXPECT_NE(rank(reweighted(data, weight), options).ranking.front().item, result.ranking.front().item) << method;
  }
}

TEST(Fragility, SaysWhatItCannotRead) {
  for (const std::vector<std::string>& wrong :
       std::vector<std::vector<std::string>>{{}, {"0"}, {"last"}, {"a", "a"}, {"a", "b", "c"}})
    EXPECT_THROW(parse_fragility(wrong), InvalidArgument);
  EXPECT_EQ(parse_fragility({"first"}).best, 1u);
  EXPECT_EQ(parse_fragility({"5"}).best, 5u);
  EXPECT_TRUE(parse_fragility({"a", "b"}).is_pair());
}

}  // namespace
}  // namespace pdrank
