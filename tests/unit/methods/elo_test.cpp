#include <gtest/gtest.h>

#include <numeric>

#include "unit/methods/runs.hpp"

namespace pdrank {
namespace {

using Scores = std::vector<double>;

Scores elo(std::uint32_t items, const zoo::Rows& rows, double k = 32) {
  return runs::scores(zoo::from_rows(items, rows), {.method = "elo", .elo_k = k});
}

// Elo's rule, once for every whole answer and once for what is left of the weight.
Scores played(std::uint32_t items, const zoo::Rows& rows, double k) {
  Scores rating(items, 1000);
  for (const Comparison& row : rows)
    for (double left = row.weight; left > 0; left -= 1) {
      const double expected = 1 / (1 + std::pow(10, (rating[row.loser] - rating[row.winner]) / 400));
      const double gain = k * std::min(1.0, left) * ((row.tie() ? 0.5 : 1.0) - expected);
      rating[row.winner] += gain, rating[row.loser] -= gain;
    }
  return rating;
}

TEST(Elo, ByHand) {
  // First win: expected 1/2, so 16 points. Second: expected 1 / (1 + 10^(-32/400)) = 0.545922.
  const Scores one = elo(2, {{.winner = 0, .loser = 1}});
  EXPECT_EQ(one, (Scores{1016, 984}));
  const Scores two = elo(2, {{.winner = 0, .loser = 1}, {.winner = 0, .loser = 1}});
  EXPECT_NEAR(two[0], 1016 + 32 * (1 - 0.5459219227805), 1e-9);
  EXPECT_NEAR(two[1], 2000 - two[0], 1e-9);
  const Scores upset = elo(2, {{.winner = 0, .loser = 1}, {.winner = 1, .loser = 0}});
  EXPECT_NEAR(upset[1], 984 + 32 * 0.5459219227805, 1e-9) << "a win against the odds pays more than it cost";
}

TEST(Elo, IsTheRuleOnRandomData) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Random random(seed);
    zoo::Rows rows = zoo::random_rows(7, 80, 3, random);
    zoo::decorate(rows, 0, 3, 0.2, random);
    for (Comparison& row : rows)
      if (random.chance(0.3)) row.weight = random.uniform(0.1, 4);
    const double k = random.uniform(1, 100);
    const Scores found = elo(7, rows, k);
    EXPECT_LT(runs::largest_difference(found, played(7, rows, k)), 1e-9) << "seed " << seed;
    EXPECT_NEAR(std::accumulate(found.begin(), found.end(), 0.0), 7000, 1e-9) << "points are only handed over";
  }
}

TEST(Elo, ATieMovesTheTwoTogether) {
  EXPECT_EQ(elo(2, {{.winner = 0, .loser = 1, .outcome = Outcome::tie}}), (Scores{1000, 1000}));
  const Scores after = elo(2, {{.winner = 0, .loser = 1}, {.winner = 0, .loser = 1, .outcome = Outcome::tie}});
  EXPECT_NEAR(after[0], 1016 - 32 * 0.0459219227805, 1e-9);
  const zoo::Rows named_otherwise = {{.winner = 0, .loser = 1}, {.winner = 1, .loser = 0, .outcome = Outcome::tie}};
  EXPECT_LT(runs::largest_difference(after, elo(2, named_otherwise)), 1e-12);
}

TEST(Elo, DependsOnTheOrderOfTheRows) {
  const zoo::Rows rows = {{.winner = 0, .loser = 1}, {.winner = 1, .loser = 2}, {.winner = 2, .loser = 0}};
  const zoo::Rows backwards(rows.rbegin(), rows.rend());
  const Scores forwards_scores = elo(3, rows), backwards_scores = elo(3, backwards);
  EXPECT_GT(runs::largest_difference(forwards_scores, backwards_scores), 1);
  EXPECT_GT(forwards_scores[2], forwards_scores[0]) << "who won last stands higher";
  EXPECT_GT(backwards_scores[0], backwards_scores[2]);
}

TEST(Elo, AWholeWeightIsSoManyRowsToTheBit) {
  Random random(5);
  zoo::Rows rows = zoo::random_rows(6, 60, 3, random);
  zoo::decorate(rows, 0, 7, 0.2, random);
  EXPECT_EQ(elo(6, rows), elo(6, zoo::repeated(rows)));
}

TEST(Elo, APartOfAnAnswer) {
  EXPECT_EQ(elo(2, {{.winner = 0, .loser = 1, .weight = 0.25}}), (Scores{1004, 996}));
  const zoo::Rows split = {
      {.winner = 0, .loser = 1}, {.winner = 0, .loser = 1}, {.winner = 0, .loser = 1, .weight = 0.5}};
  EXPECT_EQ(elo(2, {{.winner = 0, .loser = 1, .weight = 2.5}}), elo(2, split));
}

TEST(Elo, KIsWhatOneAnswerCanMove) {
  EXPECT_EQ(elo(2, {{.winner = 0, .loser = 1}}, 10), (Scores{1005, 995}));
  const Comparisons data = zoo::from_rows(2, {{.winner = 0, .loser = 1}});
  EXPECT_EQ(runs::scores(data, {.method = "elo"}), (Scores{1016, 984})) << "32 unless told otherwise";
}

TEST(Elo, SaysWhereAWeightWasCutShort) {
  const auto run = [](double weight) {
    return rank(zoo::from_rows(2, {{.winner = 0, .loser = 1, .weight = weight}, {.winner = 0, .loser = 1}}),
                {.method = "elo"});
  };
  const RankResult whole = run(1000), cut = run(1001), far = run(1e9);
  EXPECT_TRUE(whole.converged() && cut.converged() && far.converged());
  EXPECT_FALSE(runs::mentions(whole.notes, "Elo"));
  EXPECT_TRUE(runs::mentions(cut.notes, "Elo: 1 rows weigh more than 1000"));
  EXPECT_EQ(cut.ranking[0].score, whole.ranking[0].score);
  EXPECT_EQ(far.ranking[0].score, whole.ranking[0].score);
}

TEST(Elo, OnlyComparisonsThatTakePart) {
  const zoo::Rows rows = {
      {.winner = 0, .loser = 1}, {.winner = 2, .loser = 0, .outcome = Outcome::tie}, {.winner = 1, .loser = 0}};
  const Comparisons data = zoo::from_rows(3, rows);
  const zoo::Rows without_tie = {rows[0], rows[2]};
  EXPECT_EQ(runs::scores(data, {.method = "elo", .ties = TieRule::drop}), elo(3, without_tie));
  const Scores strong = runs::scores(data, {.method = "elo", .ties = TieRule::drop, .component = RankedPart::strong});
  EXPECT_EQ(strong[0], elo(3, without_tie)[0]);
  EXPECT_TRUE(std::isnan(strong[2])) << "not ranked";
}

TEST(Elo, GoesByTimeWhereThereAreTimes) {
  const zoo::Rows in_time = {{.winner = 0, .loser = 1}, {.winner = 1, .loser = 2}, {.winner = 2, .loser = 0}};
  zoo::Rows turned = {in_time[2], in_time[0], in_time[1]};
  turned[0].time = 30, turned[1].time = 10, turned[2].time = 20;
  EXPECT_EQ(elo(3, turned), elo(3, in_time));
}

}  // namespace
}  // namespace pdrank
