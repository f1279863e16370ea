#include "pdrank/solve/termination.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace pdrank {
namespace {

TEST(CheckInner, RoughRule) {
  const InnerCriteria criteria{InnerRule::rough, 1e-6, 10};
  EXPECT_EQ(check_inner({0, 100.0, std::nullopt, 1, 100.0}, criteria), std::nullopt) << "nothing was done yet";
  EXPECT_EQ(check_inner({1, 50.0, 100.0, 1, 100.0}, criteria), std::nullopt) << "all of it in the last iteration";
  EXPECT_EQ(check_inner({2, 44.0, 50.0, 1, 100.0}, criteria), std::nullopt) << "6 of 56";
  EXPECT_EQ(check_inner({2, 45.0, 50.0, 1, 100.0}, criteria), Termination::converged) << "5 of 55";
  EXPECT_EQ(check_inner({1, 101.0, 100.0, 1, 100.0}, criteria), std::nullopt) << "it has risen";
  EXPECT_EQ(check_inner({2, 51.0, 50.0, 1, 100.0}, criteria), std::nullopt) << "and lately";
  EXPECT_EQ(check_inner({0, 100.0, std::nullopt, 1e-6, 100.0}, criteria), Termination::converged) << "as under kkt";
  EXPECT_EQ(check_inner({10, 44.0, 50.0, 1, 100.0}, criteria), Termination::iteration_limit);
}

TEST(CheckInner, KktRule) {
  const InnerCriteria criteria{InnerRule::kkt, 1e-6, 10};
  EXPECT_EQ(check_inner({3, 1.0, 1.0, 1e-5}, criteria), std::nullopt) << "no change of cost, yet not optimal";
  EXPECT_EQ(check_inner({0, 1.0, std::nullopt, 1e-6}, criteria), Termination::converged);
  EXPECT_EQ(check_inner({10, 1.0, 2.0, 1e-5}, criteria), Termination::iteration_limit);
  EXPECT_EQ(check_inner({10, 1.0, 2.0, 1e-7}, criteria), Termination::converged) << "at the limit, but there";
}

TEST(CheckInner, CostRuleIsRelativeToTheIterationBefore) {
  const InnerCriteria criteria{InnerRule::cost, 1e-2, 10};
  EXPECT_EQ(check_inner({0, 100.0, std::nullopt, 0}, criteria), std::nullopt) << "nothing to compare with";
  EXPECT_EQ(check_inner({1, 98.0, 100.0, 0}, criteria), std::nullopt);
  EXPECT_EQ(check_inner({1, 99.5, 100.0, 0}, criteria), Termination::converged);
  EXPECT_EQ(check_inner({1, 100.5, 100.0, 0}, criteria), Termination::converged) << "a rise is a change too";
}

TEST(CheckInner, NotANumber) { EXPECT_EQ(check_inner({1, std::nan(""), 1.0, 0}, {}), Termination::numerical_trouble); }

TEST(CheckRounds, WeightsOrScoresSettle) {
  const RoundCriteria criteria{1e-2, 5};
  EXPECT_EQ(check_rounds({1, std::nullopt, 0.5}, criteria), std::nullopt);
  EXPECT_EQ(check_rounds({2, 0.5, 0.5}, criteria), std::nullopt);
  EXPECT_EQ(check_rounds({2, 0.01, 0.5}, criteria), Termination::converged);
  EXPECT_EQ(check_rounds({2, 0.5, 0.01}, criteria), Termination::converged);
  EXPECT_EQ(check_rounds({5, 0.5, 0.5}, criteria), Termination::round_limit);
  EXPECT_EQ(check_rounds({5, 0.5, 0.001}, criteria), Termination::converged);
}

TEST(CheckRounds, EnoughRoundsAreAnEndAndNoLimit) {
  const RoundCriteria criteria{1e-2, 5, 3};
  EXPECT_EQ(check_rounds({2, 0.5, 0.5}, criteria), std::nullopt);
  EXPECT_EQ(check_rounds({2, 0.5, 0.01}, criteria), Termination::converged) << "settled before";
  EXPECT_EQ(check_rounds({3, 0.5, 0.5}, criteria), Termination::converged);
  EXPECT_EQ(check_rounds({2, 0.5, 0.5}, {1e-2, 2, 3}), Termination::round_limit) << "the limit came first";
}

}  // namespace
}  // namespace pdrank
