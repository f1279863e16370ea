#include "pdrank/report/answer_calibration.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "pdrank/methods/rank.hpp"
#include "support/rows.hpp"

namespace pdrank {
namespace {

// A wins 3 of 4 answers: the maximum of the likelihood predicts 3/4, and that is how often it came true.
TEST(AnswerCalibration, IsThatOfTheItemExpectedToWin) {
  const Comparisons data = zoo::from_rows(
      2, {{.winner = 0, .loser = 1}, {.winner = 0, .loser = 1}, {.winner = 0, .loser = 1}, {.winner = 1, .loser = 0}});
  const RankResult result = rank(data, {.method = "bradley-terry", .gamma = 0, .threads = 1});
  const auto found = calibrate_answers(result, data);
  ASSERT_TRUE(found);
  double weight = 0;
  for (const CalibrationBin& bin : found->bins) {
    weight += bin.weight;
    if (bin.weight == 0) continue;
    EXPECT_NEAR(bin.mean_probability, 0.75, 1e-6);
    EXPECT_NEAR(bin.mean_outcome, 0.75, 1e-12);
  }
  EXPECT_EQ(weight, 4);
}

TEST(AnswerCalibration, NeedsALaw) {
  const Comparisons data = zoo::from_rows(2, {{.winner = 0, .loser = 1}});
  EXPECT_FALSE(calibrate_answers(rank(data, {.method = "borda", .threads = 1}), data));
}

}  // namespace
}  // namespace pdrank
