#include "pdrank/data/item_score.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "pdrank/core/errors.hpp"

namespace pdrank {
namespace {

const std::vector<ItemScore> kRanking = {{"a", 1}, {"b", 2}, {"c", 3}, {"only", 4}};

TEST(MatchScores, KeepsTheOrderOfTheTruth) {
  const std::vector<ItemScore> truth = {{"c", 30}, {"x", 0}, {"a", 10}, {"y", 0}};
  const MatchedScores matched = match_scores(kRanking, truth);
  EXPECT_EQ(matched.ranking, (std::vector<double>{3, 1}));
  EXPECT_EQ(matched.truth, (std::vector<double>{30, 10}));
  EXPECT_EQ(matched.size(), 2u);
  EXPECT_EQ(matched.only_in_ranking, 2u);
  EXPECT_EQ(matched.only_in_truth, 2u);
}

TEST(MatchScores, RefusesAnItemThatIsNamedTwice) {
  const std::vector<ItemScore> twice = {{"a", 1}, {"b", 2}, {"a", 1}};
  const auto message = [](const auto& ranking, const auto& truth) {
    try {
      match_scores(ranking, truth);
    } catch (const InvalidArgument& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(message(twice, kRanking), "ranking is 'a' twice, but an item has one score");
  EXPECT_EQ(message(kRanking, twice), "truth is 'a' twice, but an item has one score");
}

TEST(ScoresByItem, AreByIdAndNanWhereUnknown) {
  ItemIndex items;
  for (const char* name : {"z", "b", "a"}) items.intern(name);
  const std::vector<double> scores = truth_by_item(kRanking, items);
  ASSERT_EQ(scores.size(), 3u);
  EXPECT_TRUE(std::isnan(scores[0]));
  EXPECT_EQ(scores[1], 2);
  EXPECT_EQ(scores[2], 1);
}

}  // namespace
}  // namespace pdrank
