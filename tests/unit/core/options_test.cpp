#include "pdrank/core/options.hpp"

#include <gtest/gtest.h>

#include <set>

#include "pdrank/core/errors.hpp"

namespace pdrank {
namespace {

TEST(OptionRecords, AreCompleteAndDefaultsPass) {
  std::set<std::string_view> names;
  for (const OptionRecord& record : rank_option_records()) {
    EXPECT_TRUE(names.insert(record.name).second) << record.name;
    EXPECT_FALSE(record.help.empty());
  }
  EXPECT_NO_THROW(validate(RankOptions{}));
  for (const char* preset : {"default", "paper"})
    for (const std::uint64_t items : {2u, 500u, 501u}) {
      const RankOptions resolved = resolve_preset({.preset = preset}, items);
      EXPECT_NO_THROW(validate(resolved));
      for (const OptionRecord& record : rank_option_records())
        EXPECT_FALSE(option_text(resolved, record).empty()) << record.name << " has no value under " << preset;
    }
}

TEST(OptionRecords, EveryFieldIsChecked) {
  EXPECT_THROW(validate({.preset = "none"}), InvalidArgument);
  EXPECT_THROW(validate({.ties = "many"}), InvalidArgument);
  EXPECT_THROW(validate({.component = "some"}), InvalidArgument);
  EXPECT_THROW(validate({.few = -1}), InvalidArgument);
  EXPECT_THROW(validate({.epsilon = 0.0}), InvalidArgument);
  EXPECT_THROW(validate({.round_tolerance = -1.0}), InvalidArgument);
  EXPECT_THROW(validate({.inner_rule = "luck"}), InvalidArgument);
  EXPECT_THROW(validate({.inner_tolerance = 2.0}), InvalidArgument);
  EXPECT_THROW(validate({.max_iterations = 0}), InvalidArgument);
}

TEST(OptionRecords, AutoIsAValueWhereTheRecordSaysSo) {
  RankOptions options;
  EXPECT_TRUE(is_left_open(options.gamma));
  set_option(options, "gamma", "auto");
  EXPECT_EQ(options.gamma, kAuto);
  EXPECT_TRUE(is_left_open(options.gamma));
  EXPECT_NO_THROW(validate(options));
  for (const OptionRecord& record : rank_option_records()) {
    EXPECT_EQ(record.may_be_auto, record.name == "gamma");
    if (record.may_be_auto) {
      EXPECT_EQ(option_text(options, record), "auto");
    }
  }
  set_option(options, "gamma", "0");
  EXPECT_FALSE(is_left_open(options.gamma));
  EXPECT_THROW(set_option(options, "gamma", "Auto"), InvalidArgument);
  EXPECT_THROW(set_option(options, "epsilon", "auto"), InvalidArgument);
  EXPECT_THROW(validate({.gamma = -1.0}), InvalidArgument);
  EXPECT_THROW(validate({.epsilon = kAuto}), InvalidArgument);
}

TEST(OptionRecords, AutoIsTheDefaultAndStandsAgainstThePreset) {
  EXPECT_EQ(resolve_preset({}, 2).gamma, kAuto);
  EXPECT_EQ(resolve_preset({.preset = "paper"}, 2).gamma, 1e-4);
  EXPECT_EQ(resolve_preset({.preset = "paper", .gamma = kAuto}, 2).gamma, kAuto);
}

TEST(OptionRecords, TextOfAValue) {
  const RankOptions options{.method = "pdrank", .gamma = 1e-4};
  for (const OptionRecord& record : rank_option_records()) {
    if (record.name == "method") {
      EXPECT_EQ(option_text(options, record), "pdrank");
    }
    if (record.name == "gamma") {
      EXPECT_EQ(option_text(options, record), "0.0001");
    }
    if (record.name == "epsilon") {
      EXPECT_EQ(option_text(options, record), "");
    }
  }
}

TEST(SplitMethod, NameAndSettings) {
  EXPECT_EQ(split_method("borda").method, "borda");
  EXPECT_TRUE(split_method("borda").settings.empty());
  const MethodText text = split_method("pdrank:max-rounds=3:gamma=auto:ties=a=b");
  EXPECT_EQ(text.method, "pdrank");
  const std::vector<std::pair<std::string, std::string>> settings = {
      {"max_rounds", "3"}, {"gamma", "auto"}, {"ties", "a=b"}};
  EXPECT_EQ(text.settings, settings);
  for (const char* bad : {"pdrank:", "pdrank:gamma", "pdrank:gamma=1:", ":x"})
    EXPECT_THROW(split_method(bad), InvalidArgument) << bad;
}

}  // namespace
}  // namespace pdrank
