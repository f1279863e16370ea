// What every method is held to, whoever adds it: the registry says what it needs, gives and reads, and it is so.
#include "pdrank/methods/registry.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "unit/methods/runs.hpp"

namespace pdrank {
namespace {

// Strongly connected, with three annotators, repeated pairs and answers both ways.
zoo::Rows strong_rows(std::uint64_t seed) {
  Random random(seed);
  zoo::Rows rows;
  for (int n = 0; n < 400; ++n) {
    const auto a = static_cast<ItemId>(random.below(8)), b = static_cast<ItemId>((a + 1 + random.below(7)) % 8);
    const bool wrong = random.chance(0.15);
    rows.push_back({wrong ? std::max(a, b) : std::min(a, b), wrong ? std::min(a, b) : std::max(a, b),
                    static_cast<AnnotatorId>(random.below(3))});
  }
  return rows;
}

Comparisons data_of(const zoo::Rows& rows) { return zoo::from_rows(8, rows, 3); }

class EveryMethod : public testing::TestWithParam<std::string> {
 protected:
  const MethodInfo& info() const { return find_method(GetParam()); }
  RankOptions options() const { return {.method = GetParam()}; }
};

TEST_P(EveryMethod, RanksAndGivesWhatItSays) {
  const Comparisons data = data_of(strong_rows(1));
  const RankResult result = rank(data, options());
  EXPECT_TRUE(result.converged()) << result.convergence.message;
  EXPECT_FALSE(result.convergence.message.empty());
  EXPECT_GE(result.convergence.seconds, 0);
  ASSERT_EQ(result.ranking.size(), 8u);
  for (const Place& place : result.ranking) {
    EXPECT_TRUE(std::isfinite(place.score));
    EXPECT_EQ(place.standard_error.has_value(), info().gives_standard_errors);
  }
  for (const Confidence& confidence : result.confidence) {
    EXPECT_EQ(std::isnan(confidence.weight), !info().gives_weights);
    EXPECT_NE(confidence.standing, Standing::unused);
  }
  EXPECT_EQ(result.annotators.size(), 3u);
  for (const std::string_view text : {info().summary, info().paper, info().cost}) EXPECT_GT(text.size(), 3u);
}

TEST_P(EveryMethod, FindsTheOrderOfPlentifulData) {
  zoo::Rows rows;
  for (std::uint64_t seed = 1; seed <= 10; ++seed)
    for (const Comparison& row : strong_rows(seed)) rows.push_back(row);
  const RankResult result = rank(data_of(rows), options());
  const std::vector<double> scores = runs::scores_in(result, data_of(rows));
  int wrong = 0;
  for (std::size_t i = 0; i < 8; ++i)
    for (std::size_t j = i + 1; j < 8; ++j) wrong += scores[i] <= scores[j];
  EXPECT_LE(wrong, GetParam() == "elo" ? 8 : 0) << "Elo sees little more than the last answers";
}

TEST_P(EveryMethod, ReadsOnlyTheOptionsItNames) {
  const Comparisons data = data_of(strong_rows(1));
  for (const std::string_view option : info().options) {
    const auto known = [&](const OptionRecord& record) { return record.name == option; };
    EXPECT_TRUE(std::ranges::any_of(rank_option_records(), known)) << option;
  }
  const auto refused = [&](const char* name, const char* value) {
    RankOptions set = options();
    set_option(set, name, value);
    try {
      check_options(info(), set);
    } catch (const InvalidArgument& error) {
      return error.field() == name;
    }
    return false;
  };
  const std::pair<const char*, const char*> values[] = {
      {"solver", "pdhg"},      {"gamma", "0.5"},  {"epsilon", "0.1"}, {"max_rounds", "7"},
      {"transform", "probit"}, {"svm_cost", "2"}, {"elo_k", "10"}};
  for (const auto& [name, value] : values) EXPECT_EQ(refused(name, value), !uses_option(info(), name)) << name;
  EXPECT_EQ(refused("preset", "paper"), GetParam() != "pdrank");
}

TEST_P(EveryMethod, SaysWhatItNeeds) {
  const Comparisons nobody = zoo::from_rows(2, {{0, 1}, {1, 0}});
  EXPECT_EQ(!runs::refusal(nobody, options()).empty(), info().needs_annotators);
  const Comparisons chain = zoo::from_rows(3, {{0, 1, 0}, {1, 2, 0}, {2, 1, 0}}, 1);
  EXPECT_EQ(!runs::refusal(chain, options()).empty(), info().needs_strong);
}

// Every answer turned round turns the ranking round. Not so for svm, which learns from the wins of an item and not from
// its losses, and for multistage, which counts wins, so that an item gains by being compared often either way.
TEST_P(EveryMethod, SwappedAnswersReverseTheOrder) {
  if (GetParam() == "svm" || GetParam() == "multistage") GTEST_SKIP() << "wins and losses are not alike there";
  zoo::Rows rows = strong_rows(3), swapped;
  for (Comparison row : rows) {
    std::swap(row.winner, row.loser);
    swapped.push_back(row);
  }
  const std::vector<double> before = runs::scores(data_of(rows), options()),
                            after = runs::scores(data_of(swapped), options());
  for (std::size_t i = 0; i < 8; ++i)
    for (std::size_t j = 0; j < 8; ++j)
      if (std::abs(before[i] - before[j]) > 1e-6) {
        EXPECT_EQ(before[i] > before[j], after[i] < after[j]) << i << ' ' << j;
      }
}

// Elo goes by the order of the rows, multistage deals rows to its stages at random.
TEST_P(EveryMethod, TheOrderOfRowsDoesNotMatter) {
  if (GetParam() == "elo" || GetParam() == "multistage") GTEST_SKIP() << "it does there";
  zoo::Rows rows = strong_rows(4);
  const std::vector<double> before = runs::scores(data_of(rows), options());
  Random(9).shuffle(std::span(rows));
  EXPECT_LT(runs::largest_difference(before, runs::scores(data_of(rows), options())), 1e-6);
}

// Multistage deals the comparisons of a row one by one, with other draws than those of several rows.
TEST_P(EveryMethod, WeightsAreRepeatedRows) {
  if (GetParam() == "multistage") GTEST_SKIP() << "only in law";
  zoo::Rows weighted, repeated;
  Random random(5);
  for (Comparison row : strong_rows(5)) {
    row.weight = 1 + static_cast<double>(random.below(3));
    weighted.push_back(row);
    for (int k = 0; k < static_cast<int>(row.weight); ++k) repeated.push_back({row.winner, row.loser, row.annotator});
  }
  EXPECT_LT(
      runs::largest_difference(runs::scores(data_of(weighted), options()), runs::scores(data_of(repeated), options())),
      1e-6);
}

TEST_P(EveryMethod, RanksPartsOneByOne) {
  zoo::Rows rows = strong_rows(6);
  for (const auto& [winner, loser] : {std::pair{8u, 9u}, {9u, 10u}, {10u, 8u}, {8u, 10u}, {8u, 9u}})
    rows.push_back({winner, loser, 0});
  const RankResult result = rank(zoo::from_rows(11, rows, 3), options());
  ASSERT_EQ(result.ranking.size(), 11u);
  EXPECT_EQ(result.graph.components, 2u);
  for (std::size_t k = 0; k < 11; ++k) EXPECT_EQ(result.ranking[k].component, k < 8 ? 1u : 2u);
}

TEST_P(EveryMethod, SurvivesTiesAlone) {
  zoo::Rows rows;
  for (ItemId item = 0; item < 3; ++item) rows.push_back({item, (item + 1) % 3, 0, 1, true});
  const RankResult result = rank(zoo::from_rows(3, rows, 1), options());
  EXPECT_TRUE(result.converged()) << result.convergence.message;
  for (const Place& place : result.ranking) EXPECT_TRUE(std::isfinite(place.score));
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
  EXPECT_EQ(find_method("auto").name, "pdrank");
}

}  // namespace
}  // namespace pdrank
