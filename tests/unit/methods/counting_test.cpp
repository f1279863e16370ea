// borda and win-rate.
#include <gtest/gtest.h>

#include "unit/methods/runs.hpp"

namespace pdrank {
namespace {

using Scores = std::vector<double>;

// Item 0 beat item 1 in three of four, lost the only one to item 2; items 1 and 2 won one each and tied once.
zoo::Rows by_hand() {
  zoo::Rows rows(3, {.winner = 0, .loser = 1});
  rows.push_back({.winner = 1, .loser = 0});
  rows.push_back({.winner = 2, .loser = 0});
  rows.push_back({.winner = 1, .loser = 2});
  rows.push_back({.winner = 2, .loser = 1});
  rows.push_back({.winner = 1, .loser = 2, .outcome = Outcome::tie});
  return rows;
}

TEST(Counting, ByHand) {
  const Comparisons data = zoo::from_rows(3, by_hand());
  EXPECT_EQ(runs::scores(data, {.method = "borda"}), (Scores{0.75 + 0, 0.25 + 0.5, 1 + 0.5}));
  EXPECT_EQ(runs::scores(data, {.method = "win-rate"}), (Scores{3.0 / 5, 2.5 / 7, 2.5 / 4}));
  const RankResult result = rank(data, {.method = "borda"});
  EXPECT_TRUE(result.converged());
  EXPECT_EQ(result.convergence.message, "computed directly");
  EXPECT_TRUE(std::isnan(result.convergence.objective));
  EXPECT_TRUE(std::isnan(result.confidence[0].weight)) << "counting gives no weights";
}

TEST(Counting, TiesDropped) {
  const Comparisons data = zoo::from_rows(3, by_hand());
  EXPECT_EQ(runs::scores(data, {.method = "borda", .ties = TieRule::drop}), (Scores{0.75, 0.25 + 0.5, 1 + 0.5}));
  EXPECT_EQ(runs::scores(data, {.method = "win-rate", .ties = TieRule::drop}), (Scores{3.0 / 5, 2.0 / 6, 2.0 / 3}));
}

TEST(Counting, ItemsWithoutComparisons) {
  const Comparisons data =
      zoo::from_rows(4, {{.winner = 0, .loser = 1}, {.winner = 2, .loser = 3, .outcome = Outcome::tie}});
  EXPECT_EQ(runs::scores(data, {.method = "borda", .ties = TieRule::drop}), (Scores{1, 0, 0, 0}));
  EXPECT_EQ(runs::scores(data, {.method = "win-rate", .ties = TieRule::drop}), (Scores{1, 0, 0.5, 0.5}));
  EXPECT_EQ(runs::scores(data, {.method = "borda"}), (Scores{1, 0, 0.5, 0.5}));
}

// Pair by pair, straight from the rows.
TEST(Counting, AgreesWithATable) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Random random(seed);
    const auto items = static_cast<std::uint32_t>(2 + random.below(9));
    zoo::Rows rows = zoo::random_rows(items, 1 + random.below(60), 2, random);
    zoo::decorate(rows, 0, 6, 0.2, random);
    std::vector<Scores> won(items, Scores(items, 0.0));
    for (const Comparison& row : rows) {
      won[row.winner][row.loser] += row.tie() ? row.weight / 2 : row.weight;
      won[row.loser][row.winner] += row.tie() ? row.weight / 2 : 0;
    }
    Scores borda(items, 0.0), win_rate(items, 0.5);
    for (std::uint32_t i = 0; i < items; ++i) {
      double wins = 0, total = 0;
      for (std::uint32_t j = 0; j < items; ++j) {
        const double met = won[i][j] + won[j][i];
        wins += won[i][j], total += met;
        if (met > 0) borda[i] += won[i][j] / met;
      }
      if (total > 0) win_rate[i] = wins / total;
    }
    const Comparisons data = zoo::from_rows(items, rows);
    EXPECT_LT(runs::largest_difference(runs::scores(data, {.method = "borda"}), borda), 1e-12) << "seed " << seed;
    EXPECT_LT(runs::largest_difference(runs::scores(data, {.method = "win-rate"}), win_rate), 1e-12);
  }
}

TEST(Counting, AWeightIsSoManyRows) {
  Random random(3);
  zoo::Rows rows = zoo::random_rows(6, 40, 2, random);
  zoo::decorate(rows, 0, 5, 0.2, random);
  const Comparisons weighted = zoo::from_rows(6, rows), spelled_out = zoo::from_rows(6, zoo::repeated(rows));
  ASSERT_GT(spelled_out.size(), weighted.size());
  for (const char* method : {"borda", "win-rate"})
    EXPECT_EQ(runs::scores(weighted, {.method = method}), runs::scores(spelled_out, {.method = method}));
}

// A pair that met often counts no more for borda than one that met once; for win-rate it does.
TEST(Counting, BordaCountsOpponentsWinRateCountsComparisons) {
  zoo::Rows rows = {{.winner = 0, .loser = 1, .weight = 99}, {.winner = 2, .loser = 0}};
  const Comparisons data = zoo::from_rows(3, rows);
  EXPECT_EQ(runs::scores(data, {.method = "borda"}), (Scores{1, 0, 1}));
  EXPECT_EQ(runs::scores(data, {.method = "win-rate"}), (Scores{0.99, 0, 1}));
}

}  // namespace
}  // namespace pdrank
