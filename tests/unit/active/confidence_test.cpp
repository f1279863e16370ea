// The strategy `confidence`.
#include <gtest/gtest.h>

#include <cmath>

#include "ask.hpp"
#include "pdrank/methods/rank.hpp"

namespace pdrank {
namespace {

using ask::AskedData;

// Values from what `rank` says about scores and rows.
TEST(ConfidenceStrategy, ValuesAreTheChanceOfAWrongOrderOverTheTrustedAnswers) {
  Random random(3);
  const AskedData asked(7, zoo::strong_rows(7, 30, 3, random));
  const RankResult ranked = rank(
      asked.data,
      {.method = "pdrank", .gamma = 1e-2, .max_rounds = 10, .inner_rule = InnerRule::kkt, .inner_tolerance = 1e-9});
  std::vector<double> score(7), trusted(7, 0.0);
  for (const Place& place : ranked.ranking) score[place.id] = place.score;
  const double of_equals = 1 / (std::log(1 + std::exp(1.0)) + 1e-2);
  for (std::size_t n = 0; n < asked.data.size(); ++n)
    for (const ItemId item : {asked.data.winner(n), asked.data.loser(n)})
      trusted[item] += std::min(1.0, ranked.confidence[n].weight / of_equals);
  const std::vector<Question> questions = ask::ask("confidence", asked.input(21));
  ASSERT_EQ(questions.size(), 21u);
  for (const Question& question : questions) {
    const auto [a, b] = question.pair;
    const double wrong = 1 / (1 + std::exp(std::abs(score[a] - score[b])));
    EXPECT_NEAR(question.value, wrong * (1 / (1 + trusted[a]) + 1 / (1 + trusted[b])), 1e-4);
  }
}

// Five answers that agree about one pair, four against one about the other.
TEST(ConfidenceStrategy, AsksAgainWhereAnswersAreNotBelieved) {
  zoo::Rows rows;
  for (int k = 0; k < 5; ++k) {
    rows.push_back({.winner = 0, .loser = 1});
    rows.push_back(k == 0 ? Comparison{.winner = 3, .loser = 2} : Comparison{.winner = 2, .loser = 3});
  }
  const std::vector<Question> questions = ask::ask("confidence", AskedData(4, rows).input(6));
  const auto value = [&](ItemPair pair) { return std::ranges::find(questions, pair, &Question::pair)->value; };
  EXPECT_GT(value({2, 3}), 1.1 * value({0, 1}));
}

TEST(ConfidenceStrategy, KeepsItsPromises) { ask::check_promises("confidence"); }

}  // namespace
}  // namespace pdrank
