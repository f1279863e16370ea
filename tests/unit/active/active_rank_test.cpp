#include "support/law.hpp"
#include "unit/active/ask.hpp"

namespace pdrank {
namespace {

// Every pair of four items a thousand times: shares 1, 2/3, 0.17 or so and the rest; items have 3,000 answers each, for
// which the width is sqrt(log(125 * 4 * log(1.12 * 3000) / 0.1) / 3000) = 0.0595.
constexpr double kWidth = 0.0595;

zoo::Rows four_items(double third_beats_fourth) {
  zoo::Rows rows;
  for (ItemId winner = 0; winner < 4; ++winner)
    for (ItemId loser = winner + 1; loser < 4; ++loser)
      if (winner != 2) rows.push_back({.winner = winner, .loser = loser, .weight = 1000});
  rows.push_back({.winner = 2, .loser = 3, .weight = third_beats_fourth});
  rows.push_back({.winner = 3, .loser = 2, .weight = 1000 - third_beats_fourth});
  return rows;
}

bool is_about(const Question& question, ItemId item) {
  return question.pair.first == item || question.pair.second == item;
}

bool starts_with(const std::string& text, std::string_view start) { return text.rfind(start, 0) == 0; }

TEST(ActiveRank, KeepsItsPromises) { ask::check_promises("active-rank"); }

TEST(ActiveRank, ScoresAreSharesOfWins) {
  const ask::AskedData data(4, {{.winner = 0, .loser = 1, .weight = 3},
                                {.winner = 1, .loser = 0},
                                {.winner = 0, .loser = 2, .outcome = Outcome::tie}});
  EXPECT_EQ(find_strategy("active-rank").own_scores(data.input(1)), (std::vector<double>{3.5 / 5, 0.25, 0.5, 0.5}));
}

TEST(ActiveRank, LeavesItemsAloneThatAreToldApart) {
  // The last two are 0.0133 apart.
  const ask::AskedData data(4, four_items(520));
  const std::vector<Question> questions = ask::ask("active-rank", data.input(6));
  ASSERT_EQ(questions.size(), 6u);
  for (std::size_t k = 0; k < 5; ++k) {
    EXPECT_TRUE(is_about(questions[k], 2) || is_about(questions[k], 3));
    EXPECT_TRUE(starts_with(questions[k].reason, "not told apart yet")) << questions[k].reason;
  }
  EXPECT_NEAR(questions[0].value, kWidth, 1e-4);
  EXPECT_EQ(questions[0].reason, "not told apart yet, fewest answers (3000)");
  EXPECT_EQ(questions[5].pair, (ItemPair{0, 1})) << "when nothing else is left";
  EXPECT_EQ(questions[5].reason, "told apart, fewest answers (3002)");
}

// The shares of the last two differ by (2 k - 1000) / 3000 if the third has won k of their thousand.
TEST(ActiveRank, TellsApartAtTheWidth) {
  const auto reason = [](double third_beats_fourth) {
    return ask::ask("active-rank", ask::AskedData(4, four_items(third_beats_fourth)).input(1)).at(0).reason;
  };
  EXPECT_TRUE(starts_with(reason(500 + 1500 * (kWidth - 0.001)), "not told apart yet"));
  EXPECT_TRUE(starts_with(reason(500 + 1500 * (kWidth + 0.001)), "all told apart"));
}

// The item with fewer answers decides: a share by four answers says little, however many the neighbour has.
TEST(ActiveRank, FewAnswersDoNotTellApart) {
  zoo::Rows rows = four_items(990);
  rows.push_back({.winner = 4, .loser = 0, .weight = 4});  // share 1, next to item 0
  const ask::AskedData data(5, rows);
  const std::vector<Question> questions = ask::ask("active-rank", data.input(3));
  for (const Question& question : questions) EXPECT_TRUE(is_about(question, 4)) << "fewest answers";
  EXPECT_EQ(questions[0].reason, "not told apart yet, fewest answers (4)");
  EXPECT_EQ(questions[1].reason, "not told apart yet, fewest answers (5)");
}

TEST(ActiveRank, OpponentsAreDrawnFromAllOthers) {
  constexpr std::uint64_t kTrials = 10'000;
  zoo::Rows rows = four_items(520);
  rows.push_back({.winner = 0, .loser = 4, .weight = 10});
  const ask::AskedData data(5, rows, PairSet({{1, 4}}));
  const std::map<ItemPair, double> law = {{{0, 4}, 1.0 / 3}, {{2, 4}, 1.0 / 3}, {{3, 4}, 1.0 / 3}};
  std::map<ItemPair, std::uint64_t> seen;
  for (std::uint64_t seed = 0; seed < kTrials; ++seed) ++seen[ask::ask("active-rank", data.input(1, seed)).at(0).pair];
  testing::expect_law(law, seen, kTrials);
}

TEST(ActiveRank, ItemsTakeTurns) {
  const ask::AskedData data(40, {});
  std::vector<int> asked(40, 0);
  const std::vector<Question> questions = ask::ask("active-rank", data.input(40));
  for (const Question& question : questions) ++asked[question.pair.first], ++asked[question.pair.second];
  EXPECT_EQ(std::ranges::count(asked, 0), 0) << "everyone has had a turn";
  for (const Question& question : questions) EXPECT_EQ(question.reason, "links two parts");
}

}  // namespace
}  // namespace pdrank
