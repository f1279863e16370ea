#include "pdrank/metrics/diff.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/random.hpp"

namespace pdrank {
namespace {

StoredRanking ranking(std::vector<std::pair<std::string, double>> scores, double error) {
  std::ranges::sort(scores, std::ranges::greater{}, &std::pair<std::string, double>::second);
  StoredRanking stored{.method = "posterior", .scale = {}, .places = {}};
  for (const auto& [item, score] : scores)
    stored.places.push_back({.item = item,
                             .rank = static_cast<std::uint32_t>(stored.places.size() + 1),
                             .score = score,
                             .standard_error = error});
  return stored;
}

TEST(Diff, TellsWhoMovedAndByHowMuch) {
  const StoredRanking before = ranking({{"a", 3}, {"b", 2}, {"c", 1}, {"d", 0}}, 0.1);
  const StoredRanking after = ranking({{"a", 3.5}, {"b", 2.52}, {"d", 3}, {"e", 9}}, 0.1);  // all but d moved by 0.5
  const DiffResult result = diff(before, after);
  ASSERT_EQ(result.items.size(), 5u);
  EXPECT_EQ(result.items[0].item, "e");
  EXPECT_EQ(result.items[0].change, "new");
  EXPECT_FALSE(result.items[0].moved);
  EXPECT_EQ(result.items[1].item, "a");
  EXPECT_EQ(result.items[1].moved, 0);  // e is no item of both
  EXPECT_EQ(result.items[1].change, "noise");
  EXPECT_EQ(result.items[2].item, "d");
  EXPECT_EQ(result.items[2].moved, 1);
  EXPECT_EQ(result.items[2].rank_before, 4u);
  EXPECT_EQ(result.items[2].change, "up");
  EXPECT_NEAR(*result.items[2].score_change, 3 - 0.52, 1e-12);
  EXPECT_NEAR(*result.items[2].change_high - *result.items[2].score_change, 1.6449 * std::sqrt(0.02), 1e-4);
  EXPECT_EQ(result.items[4].item, "c");
  EXPECT_EQ(result.items[4].change, "gone");
  EXPECT_EQ(result.in_both, 3u);
  EXPECT_EQ(result.added, 1u);
  EXPECT_EQ(result.gone, 1u);
  EXPECT_EQ(result.up, 1u);
  EXPECT_EQ(result.down, 0u);
}

// Of items that have not changed, hardly any run calls one changed; of those called changed, few have not.
TEST(Diff, NoiseIsRarelyCalledChange) {
  Random random(7);
  int runs_with_any = 0;
  double called = 0, wrong = 0;
  for (int run = 0; run < 400; ++run) {
    std::vector<std::pair<std::string, double>> then, now, moved;
    for (int item = 0; item < 40; ++item) {
      const std::string name = std::to_string(item);
      const double score = random.normal(), change = item < 10 ? 1.5 : 0;
      then.emplace_back(name, score + 0.3 * random.normal());
      now.emplace_back(name, score + 0.3 * random.normal());
      moved.emplace_back(name, now.back().second + change);
    }
    const DiffResult still = diff(ranking(then, 0.3), ranking(now, 0.3));
    runs_with_any += still.up + still.down > 0;
    for (const ItemChange& item : diff(ranking(then, 0.3), ranking(moved, 0.3)).items)
      if (item.change == "up" || item.change == "down") called += 1, wrong += std::stoi(item.item) >= 10;
  }
  EXPECT_LT(runs_with_any, 400 * 0.16);  // 0.1, and three deviations
  EXPECT_GT(called, 400 * 5);
  EXPECT_LT(wrong / called, 0.13);
}

TEST(Diff, OfOtherMethodsByRanks) {
  StoredRanking before = ranking({{"a", 3}, {"b", 2}, {"c", 1}}, 0.1),
                after = ranking({{"c", 3}, {"a", 2}, {"b", 1}}, 0.1);
  after.method = "bradley-terry";
  for (StoredRanking* stored : {&before, &after})
    for (StoredPlace& place : stored->places) place.rank_low = place.rank, place.rank_high = place.rank;
  const DiffResult result = diff(before, after);
  EXPECT_FALSE(result.items[0].score_change);
  EXPECT_EQ(result.items[0].change, "up");
  EXPECT_EQ(result.items[1].change, "down");
  ASSERT_EQ(result.notes.size(), 1u);
  before.places.resize(1);
  EXPECT_THROW(diff(before, after), InvalidArgument);
}

TEST(Diff, SaysWhereNothingIsKnownAboutErrors) {
  StoredRanking before = ranking({{"a", 3}, {"b", 2}}, 0.1), after = before;
  for (StoredPlace& place : after.places) place.standard_error.reset();
  const DiffResult result = diff(before, after);
  EXPECT_EQ(result.items[0].change, "");
  EXPECT_EQ(result.items[0].score_change, 0);
  EXPECT_EQ(result.notes.size(), 1u);
}

}  // namespace
}  // namespace pdrank
