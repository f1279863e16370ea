// What "auto" stands for: the posterior, at every size; PD-Rank where the preset of the paper is asked for.
#include "pdrank/methods/automatic.hpp"

#include <gtest/gtest.h>

#include "unit/methods/runs.hpp"

namespace pdrank {
namespace {

Comparisons one_pair() { return zoo::from_rows(2, {{0, 1}, {0, 1}, {1, 0}}); }

// What is wrong with the options; empty if nothing is.
std::string refusal_of(const RankOptions& options) {
  try {
    check_method(options);
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  return {};
}

// The record's option set to a value that it may have.
RankOptions with_set(const OptionRecord<RankOptions>& record, const char* method) {
  RankOptions options;
  options.method = method;
  const double number = std::clamp(1.0, record.range.low, record.range.high);
  set_option(options, record.name,
             !record.choices.empty()                     ? std::string(record.choices.back())
             : record.name == "boundaries"               ? "A=1,B"
             : std::holds_alternative<bool>(record.type) ? "true"
             : number == std::round(number)              ? std::to_string(static_cast<int>(number))
                                                         : std::to_string(number));
  return options;
}

TEST(Automatic, IsThePosterior) {
  EXPECT_EQ(method_for({}).name, "posterior");
  const RankResult result = rank(one_pair(), {});
  EXPECT_EQ(result.method, "posterior");
  EXPECT_EQ(result.chosen_because, "");
  EXPECT_TRUE(result.ranking[0].rank_low && result.ranking[0].tier && result.ranking[0].score_low);
}

TEST(Automatic, IsPdRankWithThePresetOfThePaper) {
  const RankOptions paper = {.preset = Preset::paper};
  EXPECT_EQ(method_for(paper).name, "pdrank");
  EXPECT_EQ(rank(one_pair(), paper).method, "pdrank");
  RankOptions with_gamma = paper;
  with_gamma.gamma = 0.5;
  EXPECT_EQ(refusal_of(with_gamma), "");
}

TEST(Automatic, OptionsThatEveryMethodReadsAreTaken) {
  const RankOptions options = {
      .ties = TieRule::drop, .component = RankedPart::largest, .few = 2, .level = 0.8, .seed = 9, .threads = 2};
  EXPECT_EQ(refusal_of(options), "");
  EXPECT_EQ(rank(one_pair(), options).method, "posterior");
}

TEST(Automatic, OptionsOfAnotherMethodAreRefusedInASentence) {
  EXPECT_EQ(refusal_of({.gamma = 0.5}),
            "gamma is 0.5, but the default method, posterior, has no such option; add method pdrank");
  EXPECT_EQ(refusal_of({.solver = SolverKind::pdhg}),
            "solver is pdhg, but the default method, posterior, has no such option; add method pdrank");
  EXPECT_EQ(refusal_of({.elo_k = 32}),
            "elo_k is 32, but the default method, posterior, has no such option; add method elo");
  EXPECT_EQ(refusal_of({.transform = Transform::probit}),
            "transform is probit, but the default method, posterior, has no such option; add method hodgerank");
  EXPECT_THROW(rank(one_pair(), {.gamma = 0.5}), InvalidArgument);
  EXPECT_THROW(rank(one_pair(), {.preset = Preset::paper, .elo_k = 32}), InvalidArgument);
}

// Whatever options there will be: taken or refused, and where refused the method that is named takes it.
TEST(Automatic, EveryOptionIsReadOrRefused) {
  for (const OptionRecord<RankOptions>& record : RankOptions::table()) {
    if (record.name == "method") continue;
    const RankOptions options = with_set(record, "auto");
    const std::string text = refusal_of(options);
    EXPECT_EQ(text.empty(), !is_set(options, record) || uses_option(method_for(options), record.name)) << record.name;
    if (text.empty()) continue;
    const std::string add = "add method ";
    ASSERT_NE(text.find(add), std::string::npos) << text;
    const std::string named = text.substr(text.find(add) + add.size());
    EXPECT_TRUE(uses_option(find_method(named), record.name)) << text;
    EXPECT_EQ(refusal_of(with_set(record, named.c_str())), "") << record.name;
  }
}

TEST(Automatic, ANamedMethodIsTakenAsItIs) {
  for (const char* name : {"posterior", "pdrank", "borda"}) EXPECT_EQ(method_for({.method = name}).name, name);
  EXPECT_THROW(method_for({.method = "eloo"}), InvalidArgument);
  EXPECT_EQ(rank(one_pair(), {.method = "posterior"}).chosen_because, "");
}

TEST(Automatic, MethodsWithTheirOptions) {
  EXPECT_EQ(with_method({}, "auto").method, "auto");
  EXPECT_EQ(with_method({}, "pdrank:gamma=0.5").gamma, 0.5);
  EXPECT_THROW(with_method({}, "auto:gamma=0.5"), InvalidArgument);
  EXPECT_THROW(with_method({}, "posterior:gamma=0.5"), InvalidArgument);
}

}  // namespace
}  // namespace pdrank
