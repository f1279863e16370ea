#include "pdrank/core/option_name.hpp"

#include <gtest/gtest.h>

#include "pdrank/core/errors.hpp"

namespace pdrank {
namespace {

std::string shouted(std::string_view name) { return "<" + std::string(name) + ">"; }

TEST(OptionName, IsSpelledByWhoeverShowsIt) {
  const std::string sentence = "raise " + option_named("max_rounds") + " or " + option_named("gamma");
  EXPECT_EQ(spell_options(sentence, shouted), "raise <max_rounds> or <gamma>");
  EXPECT_EQ(plain(sentence), "raise max_rounds or gamma");
  EXPECT_EQ(plain(std::vector<std::string>{sentence, "x"}),
            (std::vector<std::string>{"raise max_rounds or gamma", "x"}));
}

TEST(OptionName, OtherTextStaysAsItIs) {
  for (const char* text :
       {"", "--gamma", "\xffgamma\xfe", "\xfegamma", "\xfe", "\xfe and \xff", "\xfe\xff", "\uFDD0gamma\uFDD1"})
    EXPECT_EQ(spell_options(text, shouted), text);
}

TEST(OptionName, ErrorsSpeakPlainly) {
  const std::string marked = "see " + option_named("columns");
  EXPECT_STREQ(InvalidArgument("x", "1", marked).what(), "x is 1, but see columns");
  EXPECT_STREQ(InputError("f", 2, marked).what(), "f:2: see columns");
  EXPECT_EQ(spell_options(InputError("f", 2, marked).message(), shouted), "f:2: see <columns>");
  EXPECT_STREQ(NotApplicable("elo", marked).what(), "elo: see columns");
  EXPECT_EQ(spell_options(NotApplicable("elo", marked).message(), shouted), "elo: see <columns>");
}

}  // namespace
}  // namespace pdrank
