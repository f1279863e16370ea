#include "pdrank/active/outlook.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "ask.hpp"

namespace pdrank {
namespace {

using ask::AskedData;

// Of `draws` draws, `turned` have item 1 above item 0; item 2 is far below. The answer about 0 and 1 is right with
// probability 0.8.
Belief two_rivals(std::size_t draws, std::size_t turned) {
  Belief belief;
  belief.scores = ScoreDraws(3, draws);
  const float gap = static_cast<float>(std::log(4.0));
  for (std::size_t draw = 0; draw < draws; ++draw) {
    belief.scores[draw][0] = 8 + (draw < turned ? -gap : gap);
    belief.scores[draw][1] = 8;
    belief.scores[draw][2] = 0;
    belief.flip.push_back(0);
  }
  return belief;
}

TEST(Outlook, CountsWhatIsSettled) {
  const AskedData asked(3, {{.winner = 0, .loser = 1}});
  const Outlook open = look_ahead(asked.input(1), two_rivals(100, 30), {}, 0.9, nullptr);
  EXPECT_DOUBLE_EQ(open.settled_pairs, 2.0 / 3);
  EXPECT_DOUBLE_EQ(open.expected_tau, (3 * 0.7 + 1 * 0.3) / 3);
  EXPECT_EQ(open.leader, "item-0");
  EXPECT_EQ(open.top_tier, 2u);
  const Outlook settled = look_ahead(asked.input(1), two_rivals(100, 5), {}, 0.9, nullptr);
  EXPECT_DOUBLE_EQ(settled.settled_pairs, 1);
  EXPECT_EQ(settled.top_tier, 1u);
  EXPECT_FALSE(settled.answers_to_separate.has_value());
}

// Seven draws of ten have 0 above 1, and most draws decide: log-odds log 9 are wanted, log(70.5/30.5) are there, and an
// answer brings 0.6 log 4 on average.
TEST(Outlook, AnswersToSeparateAreThoseOfASequentialTest) {
  const AskedData asked(3, {});
  const double needed = (std::log(9.0) - std::log(70.5 / 30.5)) / (0.6 * std::log(4.0));
  const Outlook outlook = look_ahead(asked.input(1), two_rivals(100, 30), {}, 0.9, nullptr);
  EXPECT_EQ(*outlook.answers_to_separate, static_cast<std::uint64_t>(std::ceil(needed)));
}

// Many answers about every pair make the order known.
TEST(Outlook, MoreAnswersMakeATruerRanking) {
  Random random(4);
  const AskedData asked(8, zoo::strong_rows(8, 10, 6, random));
  const Belief belief = believe(asked.input(1), Effort::quick, nullptr);
  std::vector<Question> questions;
  for (int times = 0; times < 10; ++times)
    for (const ItemPair pair : allowed_pairs(asked.input(1))) questions.push_back({.pair = pair});
  const Outlook outlook = look_ahead(asked.input(1), belief, questions, 0.9, nullptr);
  EXPECT_GT(outlook.expected_tau_after, outlook.expected_tau + 0.1);
  const Outlook none = look_ahead(asked.input(1), belief, {}, 0.9, nullptr);
  EXPECT_NEAR(none.expected_tau_after, none.expected_tau, 0.03);
}

TEST(Outlook, AnswersOfAnnotatorsAreTheirs) {
  zoo::Rows rows;
  for (int times = 0; times < 3; ++times)
    for (ItemId first = 0; first < 6; ++first)
      for (ItemId second = first + 1; second < 6; ++second) {
        rows.push_back({.winner = first, .loser = second, .annotator = 0});
        rows.push_back({.winner = times == 0 ? first : second, .loser = times == 0 ? second : first, .annotator = 1});
      }
  const AskedData asked(6, rows, {}, 2);
  AskInput input = asked.input(1);
  input.annotator = 1;
  const Belief belief = believe(input, Effort::quick, nullptr);
  ASSERT_FALSE(belief.flips.empty());
  const std::vector<Question> questions = {{.pair = {0, 1}}, {.pair = {2, 3}}};
  EXPECT_GT(look_ahead(input, belief, questions, 0.9, nullptr).expected_tau_after, 0.5);
}

}  // namespace
}  // namespace pdrank
