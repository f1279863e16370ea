#include "pdrank/report/score_meaning.hpp"

#include <gtest/gtest.h>

#include "unit/report/made_up.hpp"

namespace pdrank {
namespace {

TEST(ScoreMeaning, GoesByTheLawWhereThereIsOne) {
  RankResult result = made_up::good_result(3);
  result.law.emplace();
  EXPECT_EQ(score_meaning(result),
            "The score is in log-odds, with mean 0: of two items that are 1 apart, the higher one wins 73 % of the "
            "answers; of two that are 2 apart, 88 %.");
  result.law->flip = 0.1;
  EXPECT_NE(score_meaning(result).find("73 % of the answers that are not plain mistakes"), std::string::npos);
}

TEST(ScoreMeaning, OtherwiseByTheMethod) {
  RankResult result = made_up::good_result(3);
  result.method = "win-rate";
  EXPECT_EQ(score_meaning(result),
            "The score is the share of its answers that an item won, whoever the opponents were.");
  result.method = "svm";
  EXPECT_NE(score_meaning(result).find("has no unit"), std::string::npos);
}

}  // namespace
}  // namespace pdrank
