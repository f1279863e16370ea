// Order effects and ties, against the probabilities they are drawn by.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

#include "pdrank/core/errors.hpp"
#include "pdrank/simulate/simulate.hpp"

namespace pdrank {
namespace {

constexpr std::uint64_t kMany = 200'000;

SimulateOptions two_items(double eta, double nu) {
  return {.items = 2,
          .comparisons = kMany,
          .noise = {NoiseModel::Kind::bradley_terry, 3},
          .order_effect = eta,
          .tie_rate = nu,
          .seed = 7};
}

// Of the better item: shown first or not, how often it won, tied and lost.
TEST(OrderAndTies, FollowTheirLaw) {
  for (const auto& [eta, nu] : {std::pair{0.8, 0.0}, {0.8, 0.7}, {-0.5, 0.3}, {0.0, 1.5}}) {
    const Simulation made = simulate(two_items(eta, nu));
    const Comparisons& data = made.comparisons;
    const ItemId better = made.truth[0] > made.truth[1] ? 0 : 1;
    const double gap = std::abs(made.truth[0] - made.truth[1]);
    for (const bool is_first : {false, true}) {
      double all = 0, won = 0, tied = 0;
      for (std::size_t n = 0; n < data.size(); ++n) {
        ASSERT_NE(data.first(n), Side::unknown);
        const ItemId shown = data.first(n) == Side::winner ? data.winner(n) : data.loser(n);
        ASSERT_EQ(shown, made.shown_first[n]);
        if ((shown == better) != is_first) continue;
        ++all;
        tied += data.tie(n) ? 1 : 0;
        won += !data.tie(n) && data.winner(n) == better ? 1 : 0;
      }
      const double p = 1 / (1 + std::exp(-(gap + (is_first ? eta : -eta)))), level = nu * std::sqrt(p * (1 - p));
      const double tie = level / (1 + level), room = 5 * 0.5 / std::sqrt(all);
      EXPECT_NEAR(all / kMany, 0.5, 0.01);
      EXPECT_NEAR(tied / all, tie, room);
      EXPECT_NEAR(won / all, (1 - tie) * p, room);
    }
  }
}

TEST(OrderAndTies, AreNotThereUnlessAskedFor) {
  SimulateOptions options{.items = 8, .comparisons = 100};
  const Simulation plain = simulate(options);
  EXPECT_TRUE(plain.shown_first.empty());
  EXPECT_TRUE(plain.comparisons.columns().first.empty());
  EXPECT_TRUE(plain.comparisons.columns().outcome.empty());
  options.order_effect = 0;
  EXPECT_EQ(simulate(options).shown_first.size(), 100u);
  options.tie_rate = -1;
  EXPECT_THROW(simulate(options), InvalidArgument);
  options.tie_rate = 0;
  options.order_effect = std::nan("");
  EXPECT_THROW(simulate(options), InvalidArgument);
}

TEST(OrderAndTies, ATieIsNotWrong) {
  const Simulation made = simulate({.items = 5, .comparisons = 2000, .tie_rate = 3, .seed = 2});
  std::size_t ties = 0;
  for (std::size_t n = 0; n < made.comparisons.size(); ++n) {
    ties += made.comparisons.tie(n) ? 1u : 0u;
    EXPECT_FALSE(made.comparisons.tie(n) && made.wrong[n]);
  }
  EXPECT_GT(ties, 500u);
}

}  // namespace
}  // namespace pdrank
