// What the data cannot tell: flags of the places, and the sentences about them.
#include <gtest/gtest.h>

#include <map>

#include "pdrank/core/option_name.hpp"
#include "unit/methods/runs.hpp"

namespace pdrank {
namespace {

const RankOptions kPdRank = {.method = "pdrank"};

void add(Comparisons& data, const std::string& winner, const std::string& loser, double weight = 1, bool tie = false) {
  const ItemId a = data.items.intern(winner), b = data.items.intern(loser);
  data.add({.winner = a, .loser = b, .weight = weight, .outcome = tie_if(tie)});
}

std::map<std::string, std::vector<std::string>> flags_of(const RankResult& result) {
  std::map<std::string, std::vector<std::string>> flags;
  for (const Place& place : result.ranking) flags[place.item] = place.flags;
  return flags;
}

using Words = std::vector<std::string>;

// A circle of three that was compared often, and what hangs on it.
Comparisons circle() {
  Comparisons data;
  for (const auto& [winner, loser] : {std::pair("A", "B"), std::pair("B", "C"), std::pair("C", "A")})
    add(data, winner, loser, 6);
  return data;
}

TEST(ItemFlags, NothingToSay) {
  const RankResult result = rank(circle(), kPdRank);
  for (const Place& place : result.ranking) EXPECT_EQ(place.flags, Words{});
  EXPECT_EQ(result.notes, Words{});
  EXPECT_EQ(result.graph.bridges, 0u);
}

TEST(ItemFlags, OneOfEveryKind) {
  Comparisons data = circle();
  add(data, "A", "loner", 2);
  const RankResult result = rank(data, kPdRank);
  EXPECT_EQ(flags_of(result)["loner"], (Words{"winless", "bridge", "few"}));
  EXPECT_EQ(flags_of(result)["A"], Words{});
  EXPECT_EQ(result.notes,
            (Words{"1 of 4 items never won (loner): the data cannot tell how far below the rest it belongs.",
                   "1 of 4 items has fewer than 5 comparisons (loner), too few to say much about its place."}));
  ASSERT_EQ(result.graph.bridge_pairs.size(), 1u);
  EXPECT_EQ(result.graph.bridge_pairs[0].item, "loner");
  EXPECT_EQ(result.graph.bridge_pairs[0].other, "A");
  EXPECT_EQ(result.graph.bridge_pairs[0].hanging, 1u);
  EXPECT_EQ(result.graph.bridge_pairs[0].comparisons, 2);
}

TEST(ItemFlags, ManyOfEveryKind) {
  Comparisons data = circle();
  for (const char* winner : {"p", "q", "r", "s", "t", "u"}) add(data, winner, "A");
  const RankResult result = rank(data, {.method = "pdrank", .few = 1000});
  EXPECT_EQ(
      result.notes,
      (Words{"6 of 9 items never lost (p, q, r and 3 more): the data cannot tell how far above the rest they belong.",
             "9 of 9 items have fewer than 1,000 comparisons (A, B, C and 6 more), too few to say much about "
             "their places."}));
  EXPECT_EQ(flags_of(result)["A"], Words{"few"});
  EXPECT_EQ(flags_of(result)["u"], (Words{"unbeaten", "bridge", "few"}));
  EXPECT_EQ(result.graph.bridges, 6u);
}

TEST(ItemFlags, SeveralItemsHangOnOnePair) {
  Comparisons data = circle();
  for (const auto& [winner, loser] : {std::pair("x", "y"), std::pair("y", "x")}) add(data, winner, loser, 6);
  add(data, "A", "x", 2);
  const RankResult one = rank(data, kPdRank);
  EXPECT_EQ(one.notes,
            Words{"One pair with fewer than 5 comparisons is all that links several items to the rest (x - A: 2 "
                  "items): it alone decides where those belong."});
  EXPECT_EQ(flags_of(one)["x"], Words{"bridge"});
  EXPECT_EQ(flags_of(one)["y"], Words{"bridge"}) << "x - y is answered often, but not A - x";
  EXPECT_EQ(flags_of(one)["A"], Words{});
  EXPECT_EQ(one.graph.bridges, 2u) << "x - y is a bridge as well";
  for (const char* name : {"p", "q"}) {
    add(data, name, "A", 3), add(data, "A", name, 1);
    for (int k = 0; k < 2; ++k)
      add(data, name, std::string(name) + "'", 3), add(data, std::string(name) + "'", name, 3);
  }
  EXPECT_EQ(rank(data, kPdRank).notes,
            Words{"Each of 3 pairs with fewer than 5 comparisons is all that links several items to the rest (x - A: 2 "
                  "items, p - A: 2 items and q - A: 2 items): it alone decides where those belong."});
}

TEST(ItemFlags, FewIsAnOption) {
  Comparisons data = circle();
  add(data, "loner", "A", 2);
  EXPECT_EQ(flags_of(rank(data, {.few = 0}))["loner"], Words{"unbeaten"});
  EXPECT_EQ(flags_of(rank(data, {.few = 2}))["loner"], Words{"unbeaten"});
  EXPECT_EQ(flags_of(rank(data, {.few = 3}))["loner"], (Words{"unbeaten", "bridge", "few"}));
  EXPECT_EQ(rank(data, {.few = 0}).graph.bridges, 1u) << "a bridge, however often it was answered";
  EXPECT_TRUE(runs::mentions(rank(data, {.method = "borda", .few = 3}).notes, "fewer than 3 comparisons (loner)"));
  EXPECT_THROW(rank(data, {.few = -1}), InvalidArgument);
}

TEST(ItemFlags, AnItemWithoutComparisonsHasFewerThanOne) {
  Comparisons data = circle();
  add(data, "A", "loner", 1, true);
  const RankResult result = rank(data, {.ties = TieRule::drop, .few = 1});
  EXPECT_EQ(flags_of(result)["loner"], Words{"few"});
  EXPECT_TRUE(runs::mentions(result.notes, "1 of 4 items has fewer than 1 comparison (loner)"));
}

TEST(ItemFlags, CountsOfTheGraphAreThoseOfTheFlags) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    Random random(seed);
    zoo::Rows rows = zoo::random_rows(20, 30, 5, random);
    zoo::decorate(rows, 0, 2, 0.2, random);
    const RankResult result = rank(zoo::from_rows(20, rows), {.method = "borda"});
    std::map<std::string, std::uint64_t> counts;
    for (const Place& place : result.ranking) {
      for (const std::string& flag : place.flags) ++counts[flag];
      EXPECT_EQ(std::ranges::count(place.flags, "few") > 0, place.comparisons < 5) << place.item;
      EXPECT_TRUE(std::ranges::count(place.flags, "unbeaten") == 0 || (place.wins > 0 && place.losses == 0))
          << place.item;
      EXPECT_TRUE(std::ranges::count(place.flags, "winless") == 0 || (place.losses > 0 && place.wins == 0))
          << place.item;
    }
    EXPECT_EQ(counts["unbeaten"], result.graph.never_beaten);
    EXPECT_EQ(counts["winless"], result.graph.never_winning);
  }
}

TEST(ItemFlags, NotesOnATreeStayShort) {
  Comparisons data;
  for (int k = 0; k < 500; ++k) add(data, "item-" + std::to_string(k), "item-" + std::to_string(k + 1));
  const RankResult result = rank(data, {.method = "pdrank", .gamma = 1e-6});
  EXPECT_EQ(result.graph.bridges, 500u);
  EXPECT_EQ(result.graph.bridge_pairs.size(), 10u);
  EXPECT_EQ(result.graph.bridge_pairs[0].hanging, 250u);
  EXPECT_LE(result.notes.size(), 5u);
  for (const std::string& note : result.notes) EXPECT_LT(note.size(), 300u) << note;
}

TEST(ItemFlags, LongNamesAreCutShort) {
  Comparisons data = circle();
  add(data, std::string(300, 'x'), "A");
  for (const std::string& note : rank(data, kPdRank).notes) EXPECT_LT(note.size(), 300u) << note;
}

TEST(ItemFlags, WhatIsLeftOutIsCountedInWords) {
  Comparisons data = circle();
  add(data, "A", "loner");
  EXPECT_EQ(plain(rank(data, {.method = "pdrank", .component = RankedPart::strong}).notes),
            Words{"component strong left out 1 of 4 items and 1 comparison."});
}

}  // namespace
}  // namespace pdrank
