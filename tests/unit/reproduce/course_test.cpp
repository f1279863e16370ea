// Curves of tau and time: where a level is reached, and who is faster.
#include "reproduce/course.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace pdrank::reproduce {
namespace {

TEST(Course, ACurveStartsAtNothingAndIsStraightBetweenPoints) {
  const std::vector<double> places = {10, 20}, values = {0.5, 0.9};
  EXPECT_DOUBLE_EQ(place_of(0.25, places, values), 5);
  EXPECT_DOUBLE_EQ(place_of(0.7, places, values), 15);
  EXPECT_TRUE(std::isnan(place_of(0.95, places, values)));
}

TEST(Course, IsotonicPoolsWhatFalls) {
  EXPECT_EQ(isotonic(std::vector<double>{1, 3, 2, 4}), (std::vector<double>{1, 2.5, 2.5, 4}));
  EXPECT_EQ(isotonic(std::vector<double>{3, 2, 1}), (std::vector<double>{2, 2, 2}));
}

TEST(Course, TimesAreReadOffAtTheSamePlace) {
  const Course course = {.answers = {10, 20}, .tau = {0.5, 0.9}, .seconds = {1, 5}};
  const Costs costs = course.at(0.7);
  EXPECT_DOUBLE_EQ(costs.answers, 15);
  EXPECT_DOUBLE_EQ(costs.seconds, 3);
  EXPECT_TRUE(std::isnan(course.at(0.95).seconds));
}

TEST(Course, LessTime) {
  const std::array levels = {0.85, 0.9};
  const Course quick = {{10, 20}, {0.85, 0.95}, {1, 2}}, slow = {{10, 20}, {0.85, 0.95}, {3, 9}},
               low = {{10, 20}, {0.5, 0.86}, {0.1, 0.2}}, nowhere = {{10, 20}, {0.1, 0.2}, {0.1, 0.2}};
  EXPECT_EQ(less_time(quick, slow, levels).state, ClaimState::holds);
  EXPECT_EQ(less_time(slow, quick, levels).state, ClaimState::does_not_hold);
  EXPECT_EQ(less_time(low, slow, levels).state, ClaimState::in_part);  // 0.9 is out of its reach
  EXPECT_EQ(less_time(low, slow, levels).brief, "holds in part (at 0.85, not at 0.9)");
  EXPECT_EQ(less_time(nowhere, nowhere, levels).state, ClaimState::not_measured);
  EXPECT_EQ(less_time(quick, nowhere, levels).state, ClaimState::holds);
}

TEST(Course, TheLevelIsReadOffTheSmoothedCurve) {
  const Course bumpy = {.answers = {10, 20, 30}, .tau = {0.9, 0.8, 1}, .seconds = {1, 2, 3}};
  EXPECT_GT(bumpy.at(0.88).answers, 20);  // 0.9 at 10 answers was luck: 0.85 there and at 20
  EXPECT_DOUBLE_EQ(bumpy.at(0.85).answers, 10);
}

TEST(Course, FewerAnswers) {
  const Course early = {{10, 20}, {0.85, 0.95}, {1, 2}}, late = {{10, 20}, {0.5, 0.86}, {1, 2}},
               nowhere = {{10, 20}, {0.1, 0.2}, {1, 2}};
  EXPECT_EQ(fewer_answers(early, late, 0.85).state, ClaimState::holds);
  EXPECT_EQ(fewer_answers(late, early, 0.85).state, ClaimState::does_not_hold);
  EXPECT_EQ(fewer_answers(early, nowhere, 0.85).state, ClaimState::holds);
  EXPECT_EQ(fewer_answers(nowhere, early, 0.85).state, ClaimState::does_not_hold);
  EXPECT_EQ(fewer_answers(nowhere, nowhere, 0.85).state, ClaimState::not_measured);
}

}  // namespace
}  // namespace pdrank::reproduce
