// What "auto" stands for: by the options that are set, then by the size of the data.
#include "pdrank/methods/automatic.hpp"

#include <gtest/gtest.h>

#include "unit/methods/runs.hpp"

namespace pdrank {
namespace {

constexpr std::size_t kMostForPosterior = 60'000;  // items and comparisons

// Two items and so many rows: what counts is the sum.
Comparisons rows_of_one_pair(std::size_t rows) {
  zoo::Rows all(rows, {.winner = 0, .loser = 1, .annotator = 0});  // rows by an annotator count one by one
  for (std::size_t n = 0; n < rows; n += 3) std::swap(all[n].winner, all[n].loser);
  return zoo::from_rows(2, all, 1);
}

AutomaticChoice choice_for(const RankOptions& options, std::size_t size) {
  const Comparisons data = rows_of_one_pair(size - 2);
  const MergedComparisons merged = merge(data, TieRule::half);
  const Components weak = weak_components(merged.graph);
  const Components strong = strong_components(merged.graph);
  return choose_method(options, {data, merged, weak, strong});
}

TEST(Automatic, GoesByTheSizeOfTheData) {
  const AutomaticChoice small = choice_for({}, kMostForPosterior), large = choice_for({}, kMostForPosterior + 1);
  EXPECT_EQ(small.method->name, "posterior");
  EXPECT_FALSE(small.options.bootstrap);
  EXPECT_EQ(large.method->name, "pdrank");
  EXPECT_EQ(large.options.bootstrap, 40);
  for (const AutomaticChoice* choice : {&small, &large})
    EXPECT_NE(choice->reason.find("chosen because"), std::string::npos) << choice->reason;
  EXPECT_NE(small.reason, large.reason);
}

TEST(Automatic, OptionsThatPdRankAloneReadsDecide) {
  for (const RankOptions& options :
       {RankOptions{.gamma = 0.5}, RankOptions{.preset = "paper"}, RankOptions{.bootstrap = 12},
        RankOptions{.solver = "pdhg"}, RankOptions{.max_rounds = 5}, RankOptions{.epsilon = 0.1}})
    for (const std::size_t size : {std::size_t{10}, kMostForPosterior + 1}) {
      const AutomaticChoice choice = choice_for(options, size);
      EXPECT_EQ(choice.method->name, "pdrank");
      EXPECT_EQ(method_for(options).name, "pdrank");
      EXPECT_EQ(choice.options.bootstrap, options.bootstrap) << "no resamples that were not asked for";
      EXPECT_FALSE(choice.reason.empty());
    }
}

// However large the data: an option that is set is never passed over in silence.
TEST(Automatic, OptionsThatThePosteriorAloneReadsDecide) {
  for (const std::size_t size : {std::size_t{10}, kMostForPosterior + 1}) {
    const AutomaticChoice choice = choice_for({.max_sweeps = 500}, size);
    EXPECT_EQ(choice.method->name, "posterior");
    EXPECT_EQ(choice.options.max_sweeps, 500);
    EXPECT_FALSE(choice.reason.empty());
  }
}

TEST(Automatic, OptionsThatBothReadDecideNothing) {
  const RankOptions options = {.ties = "drop", .component = "largest", .few = 2, .level = 0.8, .seed = 9, .threads = 2};
  EXPECT_EQ(choice_for(options, 10).method->name, "posterior");
  EXPECT_EQ(choice_for(options, kMostForPosterior + 1).method->name, "pdrank");
}

// Every option is read by the method that is chosen for it, or refused: whatever options there will be.
TEST(Automatic, EveryOptionIsReadOrRefused) {
  const Comparisons data = rows_of_one_pair(20);
  for (const OptionRecord& record : rank_option_records()) {
    if (record.name == "method") continue;
    RankOptions options;
    const double number = std::clamp(1.0, record.low, record.high);
    set_option(options, record.name,
               !record.choices.empty()        ? std::string(record.choices.back())
               : number == std::round(number) ? std::to_string(static_cast<int>(number))
                                              : std::to_string(number));
    const bool posterior = uses_option(find_method("posterior"), record.name);
    const bool pdrank = uses_option(find_method("pdrank"), record.name);
    if (posterior || pdrank) {
      EXPECT_TRUE(uses_option(method_for(options), record.name)) << record.name;
    } else {
      EXPECT_THROW(rank(data, options), InvalidArgument) << record.name;
    }
  }
}

TEST(Automatic, OptionsThatNoMethodReadsTogether) {
  const Comparisons data = rows_of_one_pair(20);
  EXPECT_THROW(rank(data, {.gamma = 0.5, .max_sweeps = 500}), InvalidArgument);
  EXPECT_THROW(rank(data, {.preset = "paper", .max_sweeps = 500}), InvalidArgument);
  EXPECT_THROW(rank(data, {.max_sweeps = 500, .bootstrap = 12}), InvalidArgument);
  EXPECT_THROW(rank(data, {.elo_k = 32}), InvalidArgument);
  EXPECT_THROW(rank(data, {.transform = "probit"}), InvalidArgument);
}

TEST(Automatic, ANamedMethodIsTakenAsItIs) {
  for (const char* name : {"posterior", "pdrank", "borda"})
    for (const std::size_t size : {std::size_t{10}, kMostForPosterior + 1}) {
      const AutomaticChoice choice = choice_for({.method = name}, size);
      EXPECT_EQ(choice.method->name, name);
      EXPECT_EQ(choice.reason, "");
      EXPECT_FALSE(choice.options.bootstrap);
    }
  EXPECT_THROW(method_for({.method = "eloo"}), InvalidArgument);
}

TEST(Automatic, TheResultSaysWhatWasChosenAndWhy) {
  const RankResult small = rank(rows_of_one_pair(20), {});
  EXPECT_EQ(small.method, "posterior");
  EXPECT_FALSE(small.chosen_because.empty());
  const RankResult large = rank(rows_of_one_pair(kMostForPosterior), {});
  EXPECT_EQ(large.method, "pdrank");
  EXPECT_FALSE(large.chosen_because.empty());
  EXPECT_TRUE(large.ranking[0].rank_low && large.ranking[0].tier) << "from the resamples";
  const auto has = [](const RankResult& result, std::pair<std::string, std::string> option) {
    return std::ranges::find(result.options, option) != result.options.end();
  };
  EXPECT_TRUE(has(large, {"bootstrap", "40"}));
  EXPECT_TRUE(has(small, {"max_sweeps", "5000"}));
  EXPECT_EQ(rank(rows_of_one_pair(20), {.method = "posterior"}).chosen_because, "");
}

// Whatever the first choice was: at its limit of rounds, PD-Rank is not run again, nor in the posterior's name.
TEST(Automatic, OnlyThePosteriorHasASecondChoice) {
  const Comparisons data = rows_of_one_pair(20);
  const MergedComparisons merged = merge(data, TieRule::half);
  const Components weak = weak_components(merged.graph);
  const Components strong = strong_components(merged.graph);
  const MethodInput input{data, merged, weak, strong};
  const auto second = [&](const RankOptions& options, Termination status) {
    Convergence ended;
    ended.status = status;
    return second_choice(options, input, choose_method(options, input), ended);
  };
  const auto chosen = second({}, Termination::round_limit);
  ASSERT_TRUE(chosen);
  EXPECT_EQ(chosen->method->name, "pdrank");
  EXPECT_FALSE(second({}, Termination::converged));
  EXPECT_FALSE(second({}, Termination::stopped));
  EXPECT_FALSE(second({.max_rounds = 1}, Termination::round_limit));
  EXPECT_FALSE(second({.max_sweeps = 100}, Termination::round_limit));
  EXPECT_FALSE(second({.method = "posterior"}, Termination::round_limit));
}

TEST(Automatic, TheLimitOfRoundsIsReportedAsSuch) {
  const RankResult result = rank(rows_of_one_pair(20), {.max_rounds = 1});
  EXPECT_EQ(result.method, "pdrank");
  EXPECT_EQ(result.convergence.status, Termination::round_limit);
  EXPECT_EQ(result.chosen_because, "chosen because of the options given");
}

}  // namespace
}  // namespace pdrank
