// Rows added and taken away, against lists of rows that are changed one by one.
#include "pdrank/data/update.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/random.hpp"

namespace pdrank {
namespace {

struct Row {
  std::string winner, loser, annotator = {};
  double weight = 1;
  bool tie = false;

  bool equals(const Row& other) const {
    const bool same = winner == other.winner && loser == other.loser;
    const bool turned = tie && winner == other.loser && loser == other.winner;
    return (same || turned) && annotator == other.annotator && weight == other.weight && tie == other.tie;
  }
};
using Rows = std::vector<Row>;

// As reading the rows would make them.
Comparisons made_of(const Rows& rows) {
  Comparisons data;
  for (const Row& row : rows) {
    const ItemId winner = data.items.intern(row.winner), loser = data.items.intern(row.loser);
    const AnnotatorId annotator = row.annotator.empty() ? kNoAnnotator : data.annotators.intern(row.annotator);
    data.add({winner, loser, annotator, row.weight, tie_if(row.tie)});
  }
  data.report.rows = rows.size();
  return data;
}

std::string dump(const Comparisons& data) {
  std::string text;
  for (std::size_t n = 0; n < data.size(); ++n)
    text += fmt::format("{} {} {} {} {} {}\n", data.row(n), data.winner(n), data.loser(n), data.annotator(n),
                        data.weight(n), data.tie(n));
  for (ItemId item = 0; item < data.items.size(); ++item) text += fmt::format("{} ", data.items.name(item));
  for (AnnotatorId id = 0; id < data.annotators.size(); ++id) text += fmt::format("@{} ", data.annotators.name(id));
  return text + fmt::format("{}", data.report.rows);
}

Rows random_rows(std::size_t count, Random& random) {
  Rows rows(count);
  for (Row& row : rows) {
    const std::uint64_t winner = random.below(4), loser = (winner + 1 + random.below(3)) % 4;
    row = {std::to_string(winner), std::to_string(loser), "", 1.0, random.chance(0.4)};
    if (random.chance(0.3)) row.annotator = random.chance(0.5) ? "x" : "y";
    if (random.chance(0.2)) row.weight = 2;
  }
  return rows;
}

TEST(Update, ExtendedIsBothBehindEachOther) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed);
    Rows rows = random_rows(random.below(12), random);
    const Rows more = random_rows(random.below(12), random);
    const Comparisons one = made_of(rows), other = made_of(more);
    rows.insert(rows.end(), more.begin(), more.end());
    ASSERT_EQ(dump(extended(one, other)), dump(made_of(rows))) << seed;
  }
}

// The last row of `rows` that equals one is dropped, for each; nothing if there is none for one of them, which is then
// in `missing`.
Rows taken_away(Rows rows, const Rows& away, std::optional<std::size_t>& missing) {
  for (std::size_t k = 0; k < away.size(); ++k) {
    std::size_t n = rows.size();
    while (n > 0 && !rows[n - 1].equals(away[k])) --n;
    if (n == 0 && !missing) missing = k;
    if (n > 0) rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(n - 1));
  }
  return rows;
}

TEST(Update, WithoutIsTheOthersAlone) {
  int refused = 0, done = 0;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    Random random(seed);
    const Rows rows = random_rows(random.below(15), random);
    Rows away;
    for (Row row : rows) {
      if (row.tie && random.chance(0.5)) std::swap(row.winner, row.loser);
      if (random.chance(0.3)) away.push_back(row);
    }
    random.shuffle(std::span(away));
    if (random.chance(0.3)) away.push_back(random_rows(1, random)[0]);
    std::optional<std::size_t> missing;
    const Rows left = taken_away(rows, away, missing);
    if (!missing) {
      ++done;
      ASSERT_EQ(dump(without(made_of(rows), made_of(away))), dump(made_of(left))) << seed;
      continue;
    }
    ++refused;
    try {
      without(made_of(rows), made_of(away));
      FAIL() << seed;
    } catch (const InvalidArgument& error) {
      ASSERT_EQ(error.field(), fmt::format("row {}", *missing + 1)) << seed;
    }
  }
  EXPECT_GT(done, 500);
  EXPECT_GT(refused, 100);
}

TEST(Update, WhatIsNotThereIsNamed) {
  const Comparisons data = made_of({{"a", "b", "x"}, {"a", "c", "", 2}});
  const auto error = [&](const Rows& away) {
    try {
      without(data, made_of(away));
    } catch (const InvalidArgument& refused) {
      return std::string(refused.what());
    }
    return std::string("none");
  };
  const std::string rule = ", but there is no such comparison to take away";
  EXPECT_EQ(error({{"a", "b", "x"}, {"a", "b", "x"}}), "row 2 is 'a' > 'b' by 'x'" + rule);
  EXPECT_EQ(error({{"a", "c", "", 3}}), "row 1 is 'a' > 'c' with weight 3" + rule);
  EXPECT_EQ(error({{"a", "b"}}), "row 1 is 'a' > 'b'" + rule);
  EXPECT_EQ(error({{"a", "b", "new"}}), "row 1 is 'a' > 'b' by 'new'" + rule);
  EXPECT_EQ(error({{"a", "new", "", 1, true}}), "row 1 is 'a' = 'new'" + rule);
  EXPECT_EQ(error({{"a", "c", "", 2}}), "none");
}

// Ids that are not in order of appearance keep their order: first as numbers have it, then with one item gone.
TEST(Update, OtherOrdersOfIdsStay) {
  Comparisons data;
  for (const char* name : {"a", "b", "c", "d"}) data.items.intern(name);
  for (const auto& [winner, loser] : {std::pair(3u, 2u), {0u, 1u}, {2u, 0u}}) data.add({winner, loser});
  EXPECT_EQ(dump(without(data, made_of({{"a", "b"}}))),
            fmt::format("1 2 1 {0} 1 false\n2 1 0 {0} 1 false\na c d 2", kNoAnnotator));
  // Order of appearance in rows that name the loser first.
  Comparisons turned;
  for (const char* name : {"a", "b", "c"}) turned.items.intern(name);
  turned.add({1, 0});
  turned.add({2, 0});
  const Comparisons more = made_of({{"c", "x"}});
  EXPECT_EQ(dump(without(extended(turned, more), more)),
            fmt::format("1 1 0 {0} 1 false\n2 2 0 {0} 1 false\na b c 2", kNoAnnotator));
}

// A row number of a ranking goes when the last of its comparisons does; rows that were skipped keep their place.
TEST(Update, RowsOfSeveralComparisonsAndNone) {
  Comparisons data;
  for (const char* name : {"a", "b", "c"}) data.items.intern(name);
  data.add({0, 1}, 2);
  data.add({0, 2}, 2);
  data.add({1, 2}, 5);
  data.report.rows = 6;
  data.report.skipped = {{"bad weight", 4}};
  const Comparisons one = without(data, made_of({{"a", "b"}}));
  EXPECT_EQ(one.row(0), 2u);
  EXPECT_EQ(one.row(1), 5u);
  EXPECT_EQ(one.report.rows, 6u);
  const Comparisons both = without(data, made_of({{"a", "b"}, {"a", "c"}}));
  EXPECT_EQ(both.row(0), 4u);
  EXPECT_EQ(both.report.rows, 5u);
  EXPECT_EQ(both.items.size(), 2u);
  const Comparisons all = extended(both, data);
  EXPECT_EQ(all.row(1), 7u);
  EXPECT_EQ(all.report.rows, 11u);
  EXPECT_EQ(all.report.skipped, (std::vector<std::pair<std::string, std::uint64_t>>{{"bad weight", 8}}));
  EXPECT_TRUE(without(made_of({{"a", "b"}}), made_of({{"a", "b"}})).empty());
}

TEST(Update, ASoftAnswerIsTakenAwayByItsLike) {
  Comparisons data = made_of({{"a", "b"}, {"a", "b"}}), soft = made_of({{"a", "b"}});
  data.add({.winner = 0, .loser = 1, .share = 0.75, .grade = 2});
  EXPECT_EQ(without(data, soft).share(1), 0.75);
  EXPECT_EQ(without(data, soft).grade(1), 2);
  Comparisons rows = made_of({});
  rows.items.intern("a"), rows.items.intern("b");
  rows.add({.winner = 0, .loser = 1, .share = 0.75});
  EXPECT_EQ(without(data, rows).size(), 2u);
  EXPECT_FALSE(without(data, rows).has_shares());
  try {
    without(soft, rows);
    FAIL();
  } catch (const InvalidArgument& error) {
    EXPECT_EQ(error.value(), "'a' > 'b' with share 0.75");
  }
}

TEST(Update, ATieTakesAwayATieOfTwoThatAreBothPoor) {
  Comparisons data = made_of({{"a", "b"}, {"a", "b", "", 1, true}});
  Comparisons poor = made_of({{"a", "b"}});
  poor.add({.winner = 0, .loser = 1, .outcome = Outcome::both_bad});
  EXPECT_EQ(without(poor, made_of({{"b", "a", "", 1, true}})).size(), 1u);
  EXPECT_EQ(without(data, made_of({{"a", "b", "", 1, true}})).size(), 1u);
}

}  // namespace
}  // namespace pdrank
