#include "pdrank/report/conclusion.hpp"

#include <gtest/gtest.h>

#include "unit/report/made_up.hpp"

namespace pdrank {
namespace {

using made_up::good_result;

Conclusion judged(const RankResult& result) { return conclude(result, check_trust(result)); }

TEST(Conclusion, SaysWhoLeads) {
  RankResult result = good_result(20);
  EXPECT_EQ(judged(result).headline, "item-0 comes first, and that is settled");
  result.ranking[0].first = 0.989;
  EXPECT_EQ(judged(result).headline, "item-0 is likely first (99 %)");
  result.ranking[0].first = 0.7;
  EXPECT_EQ(judged(result).headline, "item-0 is likely first (70 %)");
  result.ranking[1].tier = 1;
  EXPECT_EQ(judged(result).headline, "item-0 and item-1 lead; which of them is best is not settled");
  for (std::size_t k = 0; k < 7; ++k) result.ranking[k].tier = 1;
  EXPECT_EQ(judged(result).headline, "7 items lead; which of them is best is not settled");
  for (Place& place : result.ranking) place.tier = 1;
  EXPECT_EQ(judged(result).headline, "The answers do not tell the items apart");
}

TEST(Conclusion, WithoutRangesItClaimsLess) {
  RankResult result = good_result(20);
  for (Place& place : result.ranking) place.rank_low = place.rank_high = place.tier = std::nullopt;
  EXPECT_EQ(judged(result).headline, "item-0 comes first");
  EXPECT_EQ(judged(result).sentences[0], "Method posterior does not say how certain the 20 places are.");
  result.ranking[1].rank = 1;
  EXPECT_EQ(judged(result).headline, "item-0 and item-1 share the first place");
}

TEST(Conclusion, PartsHaveNoSingleRanking) {
  RankResult result = good_result(20);
  result.graph.components = 2;
  result.graph.largest_component = 10;
  EXPECT_EQ(judged(result).headline, "There is no single ranking: no answer links the 2 parts of the items");
  result.graph.largest_component = 15;
  EXPECT_EQ(judged(result).headline, "item-0 comes first in the largest part, and that is settled");
}

TEST(Conclusion, SaysHowFarItIsSettledAndWhatSpeaksAgainstIt) {
  RankResult result = good_result(20);
  EXPECT_EQ(
      judged(result).sentences,
      (std::vector<std::string>{"The answers divide the 20 items into 20 tiers; at least half of all items have a "
                                "place that is certain, with 90 % probability.",
                                "Nothing in the checks below speaks against trusting it."}));
  result.confidence.answers = {0, 70, 0, 30};
  EXPECT_EQ(judged(result).sentences[1], "Trust it with care: noisy answers.");
  result.convergence.status = Termination::round_limit;
  EXPECT_EQ(judged(result).sentences[1], "Do not rely on it as it is: not converged; also noisy answers.");
}

// Ranges that hold together are wider. What is claimed goes by those that hold one by one, and so do the checks.
TEST(Conclusion, RangesThatHoldTogetherDoNotChangeIt) {
  RankResult result = good_result(20);
  for (Place& place : result.ranking) place.rank_low = 1, place.rank_high = 3;
  const Conclusion one_by_one = judged(result);
  result.options.emplace_back("simultaneous", "true");
  result.median_range = 3;
  for (Place& place : result.ranking) place.rank_high = 15;
  const Conclusion together = judged(result);
  EXPECT_EQ(together.headline, one_by_one.headline);
  EXPECT_EQ(
      together.sentences[0],
      one_by_one.sentences[0] + " The ranges below are wider: all of them are true together with 90 % probability.");
  EXPECT_EQ(together.sentences[1], one_by_one.sentences[1]);
}

}  // namespace
}  // namespace pdrank
