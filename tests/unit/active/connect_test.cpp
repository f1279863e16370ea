#include "pdrank/active/connect.hpp"

#include <gtest/gtest.h>

#include <set>

#include "ask.hpp"

namespace pdrank {
namespace {

using ask::AskedData;

std::size_t parts_after(const AskedData& asked, const std::vector<Question>& questions) {
  std::vector<ItemId> one(asked.merged.graph.winner), other(asked.merged.graph.loser);
  for (const Question& question : questions) {
    one.push_back(question.pair.first);
    other.push_back(question.pair.second);
  }
  return weak_components(asked.data.items.size(), one, other).count();
}

TEST(Connect, EachQuestionJoinsTwoParts) {
  const AskedData asked(9, {{.winner = 0, .loser = 1}, {.winner = 1, .loser = 2}, {.winner = 3, .loser = 4}});
  ASSERT_EQ(asked.weak.count(), 6u);
  for (std::size_t count = 1; count <= 8; ++count)
    EXPECT_EQ(parts_after(asked, connecting_pairs(asked.input(count))), 6 - std::min<std::size_t>(count, 5));
}

TEST(Connect, AConnectedGraphNeedsNone) {
  EXPECT_TRUE(connecting_pairs(AskedData(2, {{.winner = 0, .loser = 1}}).input(5)).empty());
}

TEST(Connect, AtFirstEveryItemGetsAnAnswer) {
  const std::vector<Question> questions = connecting_pairs(AskedData(8, {}).input(4));
  std::set<ItemId> items;
  for (const Question& question : questions) items.insert({question.pair.first, question.pair.second});
  EXPECT_EQ(items.size(), 8u);
}

// Items 0 > 1 > 2 > 3 > 4 each twice, and three that are new.
TEST(Connect, NewItemsMeetTheMiddleOfTheOthers) {
  zoo::Rows rows;
  for (ItemId item = 0; item < 4; ++item)
    for (int twice = 0; twice < 2; ++twice) rows.push_back({.winner = item, .loser = item + 1});
  const std::vector<Question> questions = connecting_pairs(AskedData(8, rows).input(10));
  ASSERT_EQ(questions.size(), 3u);
  std::set<ItemId> old, fresh;
  for (const Question& question : questions) {
    old.insert(question.pair.first);
    fresh.insert(question.pair.second);
    EXPECT_EQ(question.reason.substr(0, 20), "connects 1 item with");
  }
  EXPECT_EQ(fresh, (std::set<ItemId>{5, 6, 7}));
  EXPECT_EQ(old, (std::set<ItemId>{1, 2, 3}));  // the balance of each is 0; the ends have +-1
}

TEST(Connect, GoesRoundWhatIsForbidden) {
  const zoo::Rows rows = {{.winner = 0, .loser = 1}, {.winner = 2, .loser = 3}};
  const AskedData open(4, rows, PairSet({{0, 2}, {0, 3}, {1, 2}}));
  EXPECT_EQ(ask::pairs_of(connecting_pairs(open.input(3))), (std::vector<ItemPair>{{1, 3}}));
  const AskedData closed(4, rows, PairSet({{0, 2}, {0, 3}, {1, 2}, {1, 3}}));
  EXPECT_TRUE(connecting_pairs(closed.input(3)).empty());
  const AskedData narrow(3, {}, PairSet({{1, 2}}));
  EXPECT_EQ(parts_after(narrow, connecting_pairs(narrow.input(3))), 1u);
}

// Parts of 12, 3 and 2 items; the second may not meet the first, but the third, which may.
TEST(Connect, ASmallPartMayLeadToAnother) {
  zoo::Rows rows;
  for (const auto& [begin, end] : {std::pair{0u, 12u}, {12u, 15u}, {15u, 17u}})
    for (ItemId item = begin; item + 1 < end; ++item) rows.push_back({.winner = item, .loser = item + 1});
  std::vector<ItemPair> never;
  for (ItemId one = 0; one < 12; ++one)
    for (ItemId other = 12; other < 15; ++other) never.push_back({one, other});
  const AskedData asked(17, rows, PairSet(never));
  EXPECT_EQ(parts_after(asked, connecting_pairs(asked.input(9))), 1u);
}

// Of two circles of 70 all but one pair are forbidden.
TEST(Connect, FindsTheOnlyWay) {
  zoo::Rows rows;
  std::vector<ItemPair> never;
  for (ItemId item = 0; item < 70; ++item) {
    rows.push_back({.winner = item, .loser = (item + 1) % 70});
    rows.push_back({.winner = 70 + item, .loser = 70 + (item + 1) % 70});
    for (ItemId other = 70; other < 140; ++other)
      if (item != 68 || other != 139) never.push_back({item, other});
  }
  EXPECT_EQ(ask::pairs_of(connecting_pairs(AskedData(140, rows, PairSet(never)).input(2))),
            (std::vector<ItemPair>{{68, 139}}));
}

}  // namespace
}  // namespace pdrank
