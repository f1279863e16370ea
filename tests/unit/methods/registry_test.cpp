// What every method is held to, whoever adds it: the registry says what it needs, gives and reads, and it is so.
#include "pdrank/methods/registry.hpp"
#include "pdrank/core/words.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <thread>

#include "unit/methods/runs.hpp"

namespace pdrank {
namespace {

constexpr std::uint32_t kItems = 8, kAnnotators = 3;

// Every pair of items several times, so that no item has other opponents than another; ties and weights too.
zoo::Rows every_pair(std::uint64_t seed) {
  Random random(seed);
  zoo::Rows rows;
  for (int times = 0; times < 6; ++times)
    for (ItemId i = 0; i < kItems; ++i)
      for (ItemId j = 0; j < i; ++j) {
        rows.push_back({.winner = i, .loser = j});
        if (random.chance(0.2)) std::swap(rows.back().winner, rows.back().loser);
      }
  zoo::decorate(rows, kAnnotators, 3, 0.1, random);
  return zoo::shuffled(std::move(rows), random);
}

Comparisons data_of(const zoo::Rows& rows) { return zoo::from_rows(kItems, rows, kAnnotators); }

class EveryMethod : public testing::TestWithParam<std::string> {
 protected:
  const MethodInfo& info() const { return find_method(GetParam()); }
  RankOptions options() const { return {.method = GetParam()}; }
};

TEST_P(EveryMethod, OutputHoldsWhatIsFlaggedAndNothingElse) {
  const Comparisons data = data_of(every_pair(1));
  const MergedComparisons merged = merge(data, TieRule::half);
  const ComparisonGraph& graph = merged.graph;
  const Components weak = weak_components(graph);
  const Components strong = strong_components(graph);
  const MethodInput input{data, merged, weak, strong};
  RankOptions resolved = options();
  if (info().set_defaults) info().set_defaults(resolved, input.is_strong());
  const MethodOutput output = info().run(input, resolve_preset(resolved, kItems), nullptr);
  EXPECT_EQ(output.scores.size(), kItems);
  EXPECT_EQ(output.edge_weight.size(), info().gives_weights ? graph.edge_count() : 0u);
  EXPECT_EQ(output.standard_error.size(), info().gives_standard_errors ? kItems : 0u);
  EXPECT_EQ(output.draws.empty(), !info().gives_draws);
  EXPECT_EQ(output.annotators.size(), info().gives_annotators ? kAnnotators : 0u);
  for (const AnnotatorQuality& quality : output.annotators) {
    EXPECT_TRUE(quality.reliability > 0 && quality.reliability < 1) << quality.reliability;
    EXPECT_TRUE(quality.low > 0 && quality.low < quality.high && quality.high < 1);
  }
  EXPECT_EQ(info().gives().find("weight") != std::string::npos, info().gives_weights);
  EXPECT_EQ(info().gives().find("standard error") != std::string::npos, info().gives_standard_errors);
  EXPECT_EQ(info().needs().find("annotators") != std::string::npos, info().needs_annotators);
}

TEST_P(EveryMethod, RanksEverything) {
  const RankResult result = rank(data_of(every_pair(2)), options());
  EXPECT_TRUE(result.converged()) << result.convergence.message;
  EXPECT_FALSE(result.convergence.message.empty());
  ASSERT_EQ(result.ranking.size(), kItems);
  for (const Place& place : result.ranking) {
    EXPECT_TRUE(std::isfinite(place.score));
    EXPECT_EQ(place.standard_error.has_value(), info().gives_standard_errors);
  }
  for (std::size_t n = 0; n < result.confidence.size(); ++n) {
    EXPECT_EQ(std::isnan(result.confidence[n].weight), !info().gives_weights);
    EXPECT_NE(result.confidence[n].standing, Standing::unused);
  }
  EXPECT_EQ(result.annotators.size(), kAnnotators);
}

TEST_P(EveryMethod, SaysWhatItNeeds) {
  const Comparisons nobody = zoo::from_rows(2, {{0, 1}, {1, 0}});
  EXPECT_EQ(!runs::refusal(nobody, options()).empty(), info().needs_annotators);
  const Comparisons chain = zoo::from_rows(3, {{0, 1, 0}, {1, 2, 0}, {2, 1, 0}}, 1);
  EXPECT_EQ(!runs::refusal(chain, options()).empty(), info().needs_strong);
}

TEST_P(EveryMethod, RanksPartsOneByOne) {
  zoo::Rows rows = every_pair(6);
  for (const auto& [winner, loser] : {std::pair{8u, 9u}, {9u, 10u}, {10u, 8u}, {8u, 10u}, {8u, 9u}})
    rows.push_back({winner, loser, 0});
  const RankResult result = rank(zoo::from_rows(11, rows, kAnnotators), options());
  ASSERT_EQ(result.ranking.size(), 11u);
  EXPECT_EQ(result.graph.components, 2u);
  for (std::size_t k = 0; k < 11; ++k) EXPECT_EQ(result.ranking[k].component, k < 8 ? 1u : 2u);
}

TEST_P(EveryMethod, SurvivesTiesAlone) {
  zoo::Rows rows;
  for (ItemId item = 0; item < 3; ++item) rows.push_back({item, (item + 1) % 3, 0, 1, Outcome::tie});
  const RankResult result = rank(zoo::from_rows(3, rows, 1), options());
  EXPECT_TRUE(result.converged()) << result.convergence.message;
  for (const Place& place : result.ranking) EXPECT_TRUE(std::isfinite(place.score));
}

// Elo goes by the order of the rows, multistage deals rows to its stages at random.
TEST_P(EveryMethod, TheOrderOfRowsDoesNotMatter) {
  if (GetParam() == "elo" || GetParam() == "multistage") GTEST_SKIP() << "it does there";
  const zoo::Rows rows = every_pair(4);
  Random random(9);
  const std::vector<double> before = runs::scores(data_of(rows), options());
  EXPECT_LT(runs::largest_difference(before, runs::scores(data_of(zoo::shuffled(rows, random)), options())), 1e-6);
}

TEST_P(EveryMethod, ThePaperHasSettingsForPdRankAlone) {
  RankOptions paper = options();
  paper.preset = Preset::paper;
  if (GetParam() == "pdrank")
    EXPECT_NO_THROW(check_options(info(), paper));
  else
    EXPECT_THROW(check_options(info(), paper), InvalidArgument);
}

// Whatever records there are, also those of methods to come.
TEST_P(EveryMethod, EveryOptionIsReadOrRefused) {
  zoo::Rows rows = every_pair(1);  // of few items: there are many options
  std::erase_if(rows, [](const Comparison& row) { return row.winner >= 4 || row.loser >= 4; });
  Comparisons data = zoo::from_rows(4, rows, kAnnotators);
  ContextColumn& column = data.context[data.add_context("1")];  // for `by`
  const std::uint32_t other = column.values.intern("other");
  for (std::size_t n = 0; n < data.size(); n += 2) column.id[n] = other;
  // For `control`: items differ by 1 or by 2.
  for (const std::string& name : {of_winner("1"), of_loser("1")}) {
    ContextColumn& numbers = data.context[data.add_context(name)];
    const std::uint32_t one = numbers.values.intern("1"), three = numbers.values.intern("3"),
                        four = numbers.values.intern("4");
    for (std::size_t n = 0; n < data.size(); ++n)
      numbers.id[n] = name == of_winner("1") ? (n % 3 == 0 ? four : three) : n % 2 == 0 ? one : four;
  }
  for (const OptionRecord<RankOptions>& record : RankOptions::table()) {
    RankOptions set = options();
    const double number = std::clamp(1.0, record.range.low, record.range.high);
    if (record.name == "ahead" && uses_option(info(), "ahead")) set.drift = 1;
    if (record.name == "composite" && uses_option(info(), "composite")) set.by = "1";
    if (record.name == "simultaneous" && !info().gives_draws) set.bootstrap = 20;
    set_option(set, record.name,
               record.name == "method"                     ? GetParam()
               : record.name == "composite"                ? "other=1"
               : record.name == "boundaries"               ? "A=50%,B"
               : record.name == "fragility"                ? "item-0,item-1"
               : record.name == "anchor"                   ? "item-0"
               : std::holds_alternative<bool>(record.type) ? "true"
               : !record.choices.empty()                   ? std::string(record.choices.front())
               : number == std::round(number)              ? std::to_string(static_cast<int>(number))
                                                           : std::to_string(number));
    if (uses_option(info(), record.name)) {
      EXPECT_NO_THROW(rank(data, set)) << record.name;
      continue;
    }
    try {
      rank(data, set);
      ADD_FAILURE() << GetParam() << " takes " << record.name << " and does not read it";
    } catch (const InvalidArgument& error) {
      EXPECT_EQ(error.field(), record.name);
      EXPECT_TRUE(error.rule().starts_with("method " + GetParam() + " does not use it; ")) << error.rule();
    }
  }
}

// s_i + s'_i is the same for all items. Not so for the walks, because the law of a walk turned round is its law turned
// round only where all shares fit the model; for svm, which learns from wins alone; and for multistage and
// posterior, which draw at random; nor for kemeny, where several orders are the best.
TEST_P(EveryMethod, SwappedAnswersNegateTheScores) {
  for (const char* other : {"rank-centrality", "asr", "svm", "multistage", "posterior", "kemeny"})
    if (GetParam() == other) GTEST_SKIP() << "not odd";
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const zoo::Rows rows = every_pair(seed);
    const std::vector<double> before = runs::scores(data_of(rows), options());
    const std::vector<double> after = runs::scores(data_of(zoo::swapped(rows)), options());
    const double size = std::ranges::max(before) - std::ranges::min(before);
    for (ItemId item = 1; item < kItems; ++item)
      EXPECT_NEAR(before[item] + after[item], before[0] + after[0], 1e-5 * size) << "seed " << seed;
  }
}

// All of them turn clear answers round: item i beats item j in 100 + 15 (i - j) of 200, whoever is asked.
TEST_P(EveryMethod, SwappedClearAnswersReverseTheOrder) {
  zoo::Rows rows;
  for (AnnotatorId annotator = 0; annotator < kAnnotators; ++annotator)
    for (ItemId i = 0; i < 7; ++i)
      for (ItemId j = 0; j < i; ++j) {
        rows.push_back({.winner = i, .loser = j, .annotator = annotator, .weight = 100 + 15.0 * (i - j)});
        rows.push_back({.winner = j, .loser = i, .annotator = annotator, .weight = 100 - 15.0 * (i - j)});
      }
  Random random(2);
  rows = zoo::shuffled(std::move(rows), random);
  const Comparisons data = zoo::from_rows(7, rows, kAnnotators);
  const Comparisons turned = zoo::from_rows(7, zoo::swapped(rows), kAnnotators);
  const std::vector<double> before = runs::scores(data, options()), after = runs::scores(turned, options());
  for (std::size_t i = 0; i < before.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      ASSERT_NE(before[i], before[j]);
      EXPECT_EQ(before[i] > before[j], after[i] < after[j]) << i << ' ' << j;
      if (GetParam() != "elo") {
        EXPECT_GT(before[i], before[j]);
      }
    }
}

// In its place, so that it holds for methods that go by the order of the rows as well.
TEST_P(EveryMethod, AWeightIsSoManyRowsInItsPlace) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const zoo::Rows rows = every_pair(seed);
    const std::vector<double> weighted = runs::scores(data_of(rows), options());
    const std::vector<double> spelled_out = runs::scores(data_of(zoo::repeated(rows)), options());
    EXPECT_LT(runs::largest_difference(weighted, spelled_out), 1e-9) << "seed " << seed;
  }
}

// Rows, distinct pairs and pairs of ends fill several blocks of core/parallel.
zoo::Rows large_rows() {
  Random random(3);
  zoo::Rows rows = zoo::strong_rows(8000, 140'000, 1, random);
  zoo::decorate(rows, 20, 2, 0.05, random);
  return rows;
}

// The rounds are cut short: a few show a difference as well as many.
RankOptions short_run(const MethodInfo& method) {
  RankOptions options = {.method = std::string(method.name)};
  if (uses_option(method, "max_rounds")) options.max_rounds = 2;
  return options;
}

TEST_P(EveryMethod, LargeDataGivesTheSameBitsOnAnyNumberOfThreads) {
  if (GetParam() == "svm") GTEST_SKIP() << "it works on one thread, and takes seconds here";
  if (GetParam() == "posterior") GTEST_SKIP() << "its sweeps take long here, and have tests of their own";
  const Comparisons data = zoo::from_rows(8000, large_rows(), 20);
  RankOptions one = short_run(info()), three = one;
  one.threads = 1;
  three.threads = 3;
  const RankResult a = rank(data, one), b = rank(data, three);
  EXPECT_EQ(runs::scores_in(a, data), runs::scores_in(b, data));
  for (std::size_t k = 0; k < a.ranking.size(); ++k)
    EXPECT_EQ(a.ranking[k].standard_error, b.ranking[k].standard_error);
  const auto same = [](double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); };
  for (std::size_t n = 0; n < a.confidence.size(); ++n)
    ASSERT_TRUE(same(a.confidence[n].weight, b.confidence[n].weight)) << n;
  for (std::size_t k = 0; k < a.annotators.size(); ++k)
    EXPECT_EQ(a.annotators[k].reliability, b.annotators[k].reliability);
  ASSERT_EQ(a.figures.size(), b.figures.size());
  for (std::size_t k = 0; k < a.figures.size(); ++k)
    EXPECT_TRUE(same(a.figures[k].second, b.figures[k].second)) << a.figures[k].first;
  EXPECT_EQ(a.convergence.iterations, b.convergence.iterations);
  EXPECT_TRUE(same(a.convergence.objective, b.convergence.objective));
}

// As from several threads of a Python program: each call has the result that it has alone.
TEST_P(EveryMethod, SeveralCallsAtTheSameTime) {
  const Comparisons data = data_of(every_pair(6));
  RankOptions several = options();
  several.threads = 2;
  const std::vector<double> alone = runs::scores(data, several);
  std::vector<std::vector<double>> found(3);
  std::vector<std::thread> threads;
  for (std::vector<double>& scores : found) threads.emplace_back([&] { scores = runs::scores(data, several); });
  for (std::thread& thread : threads) thread.join();
  for (const std::vector<double>& scores : found) EXPECT_EQ(scores, alone);
}

struct Stop final : Observer {
  bool stop_requested() override { return true; }
};

// What takes iterations stops before they are done; what does not may finish. There is a ranking either way.
TEST_P(EveryMethod, StopsWhenAsked) {
  const Comparisons data = data_of(every_pair(4));
  Stop stop;
  const RankResult whole = rank(data, options()), stopped = rank(data, options(), &stop);
  EXPECT_EQ(stopped.ranking.size(), kItems);
  for (const Place& place : stopped.ranking) EXPECT_TRUE(std::isfinite(place.score));
  if (whole.convergence.iterations > 0) {
    EXPECT_EQ(stopped.convergence.status, Termination::stopped) << stopped.convergence.message;
    EXPECT_NE(stopped.convergence.message.find("stopped"), std::string::npos) << stopped.convergence.message;
  }
}

std::vector<std::string> names() {
  std::vector<std::string> all;
  for (const MethodInfo& method : methods()) all.emplace_back(method.name);
  return all;
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryMethod, testing::ValuesIn(names()), [](const auto& tested) {
  std::string name = tested.param;
  std::ranges::replace(name, '-', '_');
  return name;
});

TEST(Registry, NamesAreUnique) {
  const std::vector<std::string> all = names();
  EXPECT_EQ(std::set<std::string>(all.begin(), all.end()).size(), all.size());
  EXPECT_THROW(find_method("auto"), InvalidArgument) << "it stands for one, and is none";
}

TEST(Registry, EveryOptionIsReadBySomeMethod) {
  for (const OptionRecord<RankOptions>& record : RankOptions::table())
    EXPECT_TRUE(std::ranges::any_of(methods(), [&](const MethodInfo& method) {
      return uses_option(method, record.name);
    })) << record.name;
}

}  // namespace
}  // namespace pdrank
