#include "pdrank/core/spelling.hpp"

#include <gtest/gtest.h>

#include <array>

namespace pdrank {
namespace {

constexpr std::array<std::string_view, 5> kNames = {"rank", "predict", "compare", "completion", "bradley-terry"};

TEST(Spelling, NamesAreTheSameButForCaseAndDashes) {
  EXPECT_TRUE(is_same_name("Bradley Terry", "bradley_terry"));
  EXPECT_TRUE(is_same_name("PD-Rank", "pdrank"));
  EXPECT_FALSE(is_same_name("bradley-terry", "bradley-tery"));
}

TEST(Spelling, SwappedNeighboursAreOneMistake) {
  EXPECT_EQ(edit_distance("rnak", "rank"), 1u);
  EXPECT_EQ(edit_distance("methd", "method"), 1u);
  EXPECT_EQ(edit_distance("", "abc"), 3u);
  EXPECT_EQ(edit_distance("abc", ""), 3u);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3u);
  EXPECT_EQ(edit_distance("ca", "abc"), 3u);  // nothing is changed twice
}

TEST(Spelling, ACloseNameIsSuggested) {
  EXPECT_EQ(did_you_mean("rnak", kNames), "; did you mean rank?");
  EXPECT_EQ(did_you_mean("Bradly_Terry", kNames), "; did you mean bradley-terry?");
}

TEST(Spelling, TheOnlyNameThatBeginsSoIsSuggested) {
  EXPECT_EQ(did_you_mean("pred", kNames), "; did you mean predict?");
  EXPECT_EQ(did_you_mean("com", kNames), "");  // two do
  EXPECT_EQ(did_you_mean("b", kNames), "");
}

TEST(Spelling, NothingIsSuggestedForOtherWords) {
  EXPECT_EQ(did_you_mean("frobnicate", kNames), "");
  EXPECT_EQ(did_you_mean("b", std::array<std::string_view, 2>{"a", "c"}), "");
}

}  // namespace
}  // namespace pdrank
