#include "pdrank/report/least_credible.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <ranges>
#include <tuple>

#include "pdrank/methods/rank.hpp"
#include "support/rows.hpp"

namespace pdrank {
namespace {

TEST(LeastCredible, IsTheBeginningOfAllSorted) {
  Random random(9);
  const Comparisons data = zoo::from_rows(15, zoo::strong_rows(15, 300, 2, random));
  const RankResult result = rank(data, {.method = "pdrank", .gamma = 0.01, .threads = 1});
  const std::vector<double> score = scores_by_item(result, data.items.size());
  std::vector<std::size_t> all;
  for (std::size_t n = 0; n < data.size(); ++n)
    if (result.confidence[n].standing == Standing::against) all.push_back(n);
  std::ranges::sort(all, {}, [&](std::size_t n) {
    return std::tuple(result.confidence[n].probability_correct, score[data.winner(n)] - score[data.loser(n)], n);
  });
  ASSERT_GT(all.size(), 30u);
  for (const std::size_t count : {std::size_t{1}, std::size_t{7}, all.size(), all.size() + 10}) {
    const std::vector<std::size_t> found = least_credible(result, data, count);
    ASSERT_EQ(found.size(), std::min(count, all.size()));
    EXPECT_TRUE(std::ranges::equal(found, all | std::views::take(static_cast<std::ptrdiff_t>(count))));
  }
}

TEST(LeastCredible, IsEmptyWhereNothingIsKnown) {
  Random random(9);
  const Comparisons data = zoo::from_rows(15, zoo::strong_rows(15, 300, 2, random));
  const RankResult result = rank(data, {.method = "borda", .threads = 1});
  EXPECT_GT(result.confidence.count(Standing::against), 0u);
  EXPECT_TRUE(least_credible(result, data, 10).empty());
}

}  // namespace
}  // namespace pdrank
