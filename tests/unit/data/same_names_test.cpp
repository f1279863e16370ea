#include "pdrank/data/same_names.hpp"

#include <gtest/gtest.h>

#include <utility>

#include "pdrank/core/option_name.hpp"
#include "pdrank/data/name_key.hpp"

namespace pdrank {
namespace {

using Pairs = std::vector<std::pair<std::string, std::string>>;

Comparisons comparisons_of(const Pairs& pairs) {
  Comparisons data;
  for (const auto& [winner, loser] : pairs) {
    const ItemId first = data.items.intern(winner);
    data.add({.winner = first, .loser = data.items.intern(loser)});
  }
  return data;
}

std::string note_on(const Pairs& pairs) {
  const Comparisons data = comparisons_of(pairs);
  return plain(same_names_note(data, same_names(data)));
}

TEST(NameKey, TakesOutWhatDoesNotCount) {
  EXPECT_EQ(name_key("  GPT \t 4 "), "gpt 4");
  EXPECT_EQ(name_key("GPT  4", {.folds_case = false}), "GPT 4");
  EXPECT_EQ(name_key("GPT  4", {.folds_blanks = false}), "gpt  4");
  EXPECT_EQ(name_key("gpt4"), "gpt4");
  EXPECT_EQ(name_key("\xff X"), "\xff x") << "no UTF-8";
}

TEST(NameKey, BeyondAscii) {
  if (name_key("\u00c9") != "\u00e9") GTEST_SKIP() << "built without utf8proc";
  EXPECT_EQ(name_key("e\u0301"), name_key("\u00e9")) << "decomposed and composed";
  EXPECT_EQ(name_key("STRASSE"), name_key("stra\u00dfe"));
  EXPECT_EQ(name_key("A\u00a0B"), "a b") << "a no-break blank";
  EXPECT_EQ(name_key("\ufeffA\u200bB\u3000"), "ab") << "what does not show";
  EXPECT_NE(name_key("x\u00b2"), name_key("x2")) << "a square is no number";
}

TEST(SameNames, AreNamedWithWhatTheyDifferIn) {
  EXPECT_EQ(note_on({{"a", "b"}, {"B1", "c"}}), "");
  EXPECT_EQ(note_on({{"GPT-4", "x"}, {"gpt-4", "y"}, {"gpt-4", "x"}}),
            "1 name is spelled in more than one way and counted as different items: 'gpt-4' and 'GPT-4' (case). "
            "merge_names takes them for one.");
  EXPECT_EQ(note_on({{"ab cd", "x"}, {"ab  cd", "y"}, {"Yes", "No"}, {"NO", "yes"}, {"w o", "z"}, {"W  O", "z"}}),
            "4 names are spelled in more than one way and counted as different items: 'ab cd' and 'ab  cd' (blanks); "
            "'Yes' and 'yes' (case); 'No' and 'NO' (case); and 1 more. merge_names takes them for one.");
}

TEST(SameNames, ThatMayMeanTwoThingsAreLeftAlone) {
  EXPECT_EQ(note_on({{"a", "x"}, {"A", "y"}}), "") << "single letters";
  EXPECT_EQ(note_on({{"dQw4w9WgXcQ", "x"}, {"dqW4w9WgXcQ", "y"}}), "") << "codes";
  EXPECT_EQ(note_on({{"Rose", "x"}, {"rose", "y"}, {"Rose", "rose"}}), "") << "compared with each other";
}

TEST(SameNames, AreMergedUnderTheMostFrequentOne) {
  const Comparisons data = comparisons_of({{"GPT-4", "x"}, {"gpt-4", "y"}, {"y", "gpt-4"}, {"GPT-4 ", "y"}});
  const Comparisons merged = with_merged_names(data, same_names(data));
  ASSERT_EQ(merged.size(), data.size());
  EXPECT_EQ(merged.items.size(), 3u);
  for (std::size_t n = 0; n < data.size(); ++n) {
    EXPECT_EQ(name_key(merged.items.name(merged.winner(n))), name_key(data.items.name(data.winner(n))));
    EXPECT_EQ(name_key(merged.items.name(merged.loser(n))), name_key(data.items.name(data.loser(n))));
  }
  EXPECT_EQ(merged.items.name(merged.winner(0)), "gpt-4");
  EXPECT_EQ(merged.items.name(merged.winner(3)), "gpt-4");
}

TEST(MissingNames, AreNamed) {
  const auto note = [](const Pairs& pairs) { return plain(missing_names_note(comparisons_of(pairs))); };
  EXPECT_EQ(note({{"Ann", "Bob"}}), "");
  EXPECT_EQ(note({{"Ann", "N/A"}, {"N/A", "Bobby"}, {"Ann", "Bobby"}, {"Carla", "Bobby"}}),
            "'N/A' is counted as an item, in 2 comparisons. If that means that the item is not known, leave these rows "
            "out (where).");
  EXPECT_EQ(note({{"Ann", "null"}, {"?", "Bob"}, {"Ann", "Bob"}}),
            "'null' and '?' are counted as items, in 2 comparisons. If that means that the item is not known, leave "
            "these rows out (where).");
  EXPECT_EQ(note({{"NA", "ZA"}, {"BW", "NA"}}), "") << "Namibia among countries";
  EXPECT_EQ(note({{"-", "+"}, {"x", "-"}}), "") << "signs";
}

}  // namespace
}  // namespace pdrank
