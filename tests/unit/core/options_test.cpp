#include "pdrank/core/options.hpp"

#include <gtest/gtest.h>

#include <set>

#include "pdrank/core/errors.hpp"

namespace pdrank {
namespace {

using Record = OptionRecord<RankOptions>;

TEST(RankOptions, AreCompleteAndDefaultsPass) {
  std::set<std::string_view> names;
  for (const Record& record : RankOptions::table()) {
    EXPECT_TRUE(names.insert(record.name).second) << record.name;
    EXPECT_FALSE(record.help.empty());
  }
  EXPECT_NO_THROW(validate(RankOptions{}));
  for (const Preset preset : {Preset::standard, Preset::paper})
    for (const std::uint64_t items : {2u, 500u, 501u}) {
      const RankOptions resolved = resolve_preset({.preset = preset}, items);
      EXPECT_NO_THROW(validate(resolved));
      const std::set<std::string_view> done_on_request = {"drift",      "ahead",     "half_life", "by",
                                                          "composite",  "control",   "cluster",   "adjustment",
                                                          "boundaries", "fragility", "scale",     "anchor"};
      for (const Record& record : RankOptions::table())
        EXPECT_EQ(option_text(resolved, record).empty(), done_on_request.contains(record.name))
            << record.name << " under " << name_of(preset);
    }
}

TEST(RankOptions, EveryFieldIsChecked) {
  EXPECT_THROW(validate(RankOptions{.few = -1}), InvalidArgument);
  EXPECT_THROW(validate(RankOptions{.epsilon = 0.0}), InvalidArgument);
  EXPECT_THROW(validate(RankOptions{.round_tolerance = -1.0}), InvalidArgument);
  EXPECT_THROW(validate(RankOptions{.inner_tolerance = 2.0}), InvalidArgument);
  EXPECT_THROW(validate(RankOptions{.max_iterations = 0}), InvalidArgument);
  RankOptions options;
  for (const char* name : {"preset", "ties", "component", "solver", "inner_rule", "transform"})
    EXPECT_THROW(set_option(options, name, "luck"), InvalidArgument) << name;
}

TEST(RankOptions, AutoIsAValueWhereTheRecordSaysSo) {
  RankOptions options;
  EXPECT_TRUE(is_left_open(options.gamma));
  set_option(options, "gamma", "auto");
  EXPECT_EQ(options.gamma, kAuto);
  EXPECT_TRUE(is_left_open(options.gamma));
  EXPECT_NO_THROW(validate(options));
  set_option(options, "drift", "auto");
  for (const Record& record : RankOptions::table()) {
    EXPECT_EQ(record.may_be_auto, record.name == "gamma" || record.name == "drift");
    if (record.may_be_auto) {
      EXPECT_EQ(option_text(options, record), "auto");
    }
  }
  set_option(options, "gamma", "0");
  EXPECT_FALSE(is_left_open(options.gamma));
  EXPECT_THROW(set_option(options, "gamma", "Auto"), InvalidArgument);
  EXPECT_THROW(set_option(options, "epsilon", "auto"), InvalidArgument);
  EXPECT_THROW(validate(RankOptions{.gamma = -1.0}), InvalidArgument);
  EXPECT_THROW(validate(RankOptions{.epsilon = kAuto}), InvalidArgument);
}

TEST(RankOptions, AutoIsTheDefaultAndStandsAgainstThePreset) {
  EXPECT_EQ(resolve_preset({}, 2).gamma, kAuto);
  EXPECT_EQ(resolve_preset({.preset = Preset::paper}, 2).gamma, 1e-4);
  EXPECT_EQ(resolve_preset({.preset = Preset::paper, .gamma = kAuto}, 2).gamma, kAuto);
}

TEST(RankOptions, TextOfAValue) {
  const RankOptions options{.method = "pdrank", .gamma = 1e-4};
  for (const Record& record : RankOptions::table()) {
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
