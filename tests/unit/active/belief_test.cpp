#include "pdrank/active/belief.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "ask.hpp"

namespace pdrank {
namespace {

using ask::AskedData;

TEST(Belief, ExpectedTauIsTheMeanOverDrawsAndPairs) {
  Belief belief;
  belief.scores = ScoreDraws(4, 3);
  const std::vector<std::vector<float>> draws = {{.9f, .5f, .3f, .1f}, {.8f, .6f, .1f, .2f}, {.2f, .7f, .6f, .1f}};
  for (std::size_t draw = 0; draw < 3; ++draw) std::ranges::copy(draws[draw], belief.scores[draw].begin());
  belief.flip = {0, 0, 0};
  // Mean ranks: 0 has (1 + 1 + 3) / 3, 1 has (2 + 2 + 1) / 3, 2 has (3 + 4 + 2) / 3, 3 has (4 + 3 + 4) / 3.
  const std::vector<double> scores = expected_scores(belief);
  EXPECT_DOUBLE_EQ(scores[0], -5.0 / 3);
  EXPECT_DOUBLE_EQ(scores[1], -5.0 / 3);
  EXPECT_DOUBLE_EQ(scores[2], -3);
  EXPECT_DOUBLE_EQ(scores[3], -11.0 / 3);
  // Items 0 and 1 are level, so five pairs count: all five right in the first draw, four in the second (2 and 3 are
  // turned), four in the third (0 and 2).
  EXPECT_DOUBLE_EQ(expected_tau(belief), (5 + 3 + 3) / 6.0 / 3);
}

TEST(Belief, AnswersAreASigmoidOfTheGapTurnedRoundByTheFlip) {
  Belief belief;
  belief.scores = ScoreDraws(2, 1);
  belief.scores[0][0] = 0.75f;
  belief.scores[0][1] = -0.25f;
  belief.flip = {0.25f};
  const double straight = 1 / (1 + std::exp(-1.0));
  EXPECT_NEAR(belief.wins(0, {0, 1}), 0.75 * straight + 0.25 * (1 - straight), 1e-12);
  EXPECT_NEAR(belief.wins(0, {0, 1}, 0), straight, 1e-12);
}

// Annotator 0 is right in all of many answers about 8 items, annotator 1 wrong in all.
TEST(Belief, KnowsWhoWillAnswer) {
  zoo::Rows rows;
  for (int times = 0; times < 2; ++times)
    for (ItemId first = 0; first < 8; ++first)
      for (ItemId second = first + 1; second < 8; ++second) {
        rows.push_back({.winner = first, .loser = second, .annotator = 0});
        rows.push_back({.winner = first, .loser = second, .annotator = 2});
        if (times == 0) rows.push_back({.winner = second, .loser = first, .annotator = 1});
      }
  const AskedData asked(8, rows, {}, 3);
  const auto mean_flip = [&](AnnotatorId who) {
    AskInput input = asked.input(1);
    input.annotator = who;
    const Belief belief = believe(input, Effort::quick, nullptr);
    double sum = 0;
    for (const float flip : belief.flip) sum += static_cast<double>(flip) / static_cast<double>(belief.draws());
    return sum;
  };
  const double good = mean_flip(0), bad = mean_flip(1), also_good = mean_flip(2), anyone = mean_flip(kNoAnnotator);
  EXPECT_LT(good, 0.2);
  EXPECT_GT(bad, 0.6);
  // The same draws whoever will answer; shares of 2, 1 and 2 in 5.
  EXPECT_NEAR(anyone, 0.4 * good + 0.2 * bad + 0.4 * also_good, 1e-6);
  EXPECT_EQ(shares_of_answers(asked.data), (std::vector<double>{0.4, 0.2, 0.4, 0}));
}

TEST(Belief, WithoutAnswersEverythingIsOpen) {
  const AskedData asked(5, {});
  const Belief belief = believe(asked.input(1), Effort::quick, nullptr);
  EXPECT_LT(std::abs(expected_tau(belief)), 0.2);
}

TEST(Belief, IsHeardWhenStopped) {
  struct StopAtOnce : Observer {
    bool stop_requested() override { return true; }
  } stop;
  const AskedData asked(5, {{.winner = 0, .loser = 1}});
  EXPECT_THROW(believe(asked.input(1), Effort::quick, &stop), Stopped);
}

}  // namespace
}  // namespace pdrank
