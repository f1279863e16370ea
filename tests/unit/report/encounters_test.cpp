#include "pdrank/report/encounters.hpp"

#include <gtest/gtest.h>

#include "pdrank/methods/rank.hpp"
#include "support/rows.hpp"

namespace pdrank {
namespace {

// Item 1 is above item 0; annotator 0 has said so twice and the other way once, annotator 1 calls it a tie.
Comparisons two_annotators() {
  Comparisons data = zoo::from_rows(2, {});
  data.annotators.intern("first");
  data.annotators.intern("second");
  for (const ItemId winner : {1u, 1u, 0u}) data.add({.winner = winner, .loser = 1 - winner, .annotator = 0});
  data.add({.winner = 0, .loser = 1, .annotator = 1, .outcome = Outcome::tie});
  return data;
}

TEST(Encounters, AreCountedByAnnotatorWhileTheyAreFew) {
  const Comparisons data = two_annotators();
  const RankResult result = rank(data, {.method = "borda", .threads = 1});
  const Encounters all = count_encounters(result, data, 2);
  EXPECT_TRUE(all.by_annotator);
  ASSERT_EQ(all.list.size(), 2u);
  EXPECT_EQ(all.list[0].annotator, 0u);
  EXPECT_EQ(all.list[0].a_wins, 2) << "item 1 is on the first place";
  EXPECT_EQ(all.list[0].b_wins, 1);
  EXPECT_EQ(all.list[1].annotator, 1u);
  EXPECT_EQ(all.list[1].ties, 1);

  const Encounters by_pair = count_encounters(result, data, 1);
  EXPECT_FALSE(by_pair.by_annotator);
  ASSERT_EQ(by_pair.list.size(), 1u);
  EXPECT_EQ(by_pair.list[0].annotator, kNoAnnotator);
  EXPECT_EQ(by_pair.list[0].a_wins + by_pair.list[0].b_wins + by_pair.list[0].ties, 4);
  EXPECT_TRUE(count_encounters(result, data, 0).list.empty());
}

}  // namespace
}  // namespace pdrank
