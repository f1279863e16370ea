#include "pdrank/methods/rank.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/option_name.hpp"
#include "pdrank/methods/registry.hpp"
#include "pdrank/simulate/simulate.hpp"
#include "support/problem_zoo.hpp"
#include "support/rows.hpp"

namespace pdrank {
namespace {

const RankOptions kPdRank = {.method = "pdrank"};

void add(Comparisons& data, const char* winner, const char* loser, int times = 1, bool tie = false) {
  const ItemId a = data.items.intern(winner), b = data.items.intern(loser);
  for (int k = 0; k < times; ++k) data.add({.winner = a, .loser = b, .outcome = tie_if(tie)});
}

std::string message_of(const Comparisons& data, const RankOptions& options) {
  try {
    rank(data, options);
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  return "no error";
}

TEST(Rank, OrdersThreeItems) {
  Comparisons data;
  add(data, "B", "C", 3);
  add(data, "A", "B", 3);
  const RankResult result = rank(data, kPdRank);
  ASSERT_TRUE(result.converged());
  EXPECT_EQ(result.method, "pdrank");
  ASSERT_EQ(result.ranking.size(), 3u);
  EXPECT_EQ(result.ranking[0].item, "A");
  EXPECT_EQ(result.ranking[1].item, "B");
  EXPECT_EQ(result.ranking[2].item, "C");
  EXPECT_EQ(result.ranking[1].rank, 2u);
  EXPECT_EQ(result.ranking[1].wins, 3);
  EXPECT_EQ(result.ranking[1].losses, 3);
  EXPECT_EQ(result.ranking[1].comparisons, 6);
  EXPECT_NEAR(result.ranking[0].score, -result.ranking[2].score, 1e-9);
  EXPECT_FALSE(result.ranking[0].rank_low) << "PD-Rank gives no interval";
}

TEST(Rank, WeightsGoBackToRows) {
  Comparisons data;
  add(data, "A", "B", 10);
  add(data, "B", "A");  // row 11 contradicts ten others
  const RankResult result = rank(data, kPdRank);
  ASSERT_EQ(result.confidence.size(), 11u);
  EXPECT_GT(result.confidence[0].weight, 1);
  EXPECT_EQ(result.confidence[0].weight, result.confidence[9].weight);
  EXPECT_LT(result.confidence[10].weight, 1);
  for (std::size_t n = 0; n < 11; ++n)
    EXPECT_NEAR(result.confidence[n].probability_correct, 1 / (1 + std::exp(-result.confidence[n].weight)), 1e-15);
}

TEST(Rank, ATieIsAsCredibleAsTheLessCredibleOrder) {
  Comparisons data;
  add(data, "A", "B", 10);
  add(data, "A", "B", 1, true);
  add(data, "B", "A", 1, true);
  add(data, "B", "A");
  const RankResult result = rank(data, kPdRank);
  EXPECT_EQ(result.confidence[10].weight, result.confidence[12].weight);
  EXPECT_EQ(result.confidence[11].weight, result.confidence[12].weight);
  EXPECT_EQ(result.ranking[0].ties, 2);
  EXPECT_EQ(result.data.ties, 2u);
}

TEST(Rank, EqualItemsShareARank) {
  Comparisons data;
  for (const char* middle : {"M2", "M1"}) {
    add(data, "top", middle, 4);
    add(data, middle, "bottom", 4);
  }
  const RankResult result = rank(data, kPdRank);
  EXPECT_EQ(result.ranking[1].item, "M1") << "in the order of their names";
  EXPECT_EQ(result.ranking[1].rank, 2u);
  EXPECT_EQ(result.ranking[2].rank, 2u);
  EXPECT_EQ(result.ranking[3].rank, 4u);
}

Comparisons two_parts() {
  Comparisons data;
  add(data, "x", "y", 2);
  add(data, "a", "b", 2);
  add(data, "b", "c", 2);
  add(data, "c", "b");
  return data;
}

TEST(Rank, PartsAreRankedOneByOneAndCentred) {
  const RankResult result = rank(two_parts(), kPdRank);
  ASSERT_EQ(result.ranking.size(), 5u);
  const std::vector<std::string> items = {"a", "b", "c", "x", "y"};
  const std::vector<std::uint32_t> ranks = {1, 2, 3, 1, 2}, components = {1, 1, 1, 2, 2};
  double sum[3] = {};
  for (std::size_t k = 0; k < 5; ++k) {
    EXPECT_EQ(result.ranking[k].item, items[k]);
    EXPECT_EQ(result.ranking[k].rank, ranks[k]);
    EXPECT_EQ(result.ranking[k].component, components[k]);
    sum[components[k]] += result.ranking[k].score;
  }
  EXPECT_NEAR(sum[1], 0, 1e-9);
  EXPECT_NEAR(sum[2], 0, 1e-9);
  EXPECT_EQ(result.graph.components, 2u);
  ASSERT_FALSE(result.notes.empty());
  EXPECT_NE(result.notes[0].find("2 parts"), std::string::npos) << result.notes[0];
}

// A part alone and the same part beside another, large and heavy one.
TEST(Rank, OnePartDoesNotTouchAnother) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    const Comparisons small = zoo::random_comparisons(8, 30, 0.2, random);
    const Comparisons large = zoo::random_comparisons(40, 3000, 0.1, random);
    Comparisons both;
    for (const Comparisons* part : {&large, &small})
      for (std::size_t n = 0; n < part->size(); ++n) {
        const std::string prefix = part == &small ? "small " : "large ";
        const ItemId winner = both.items.intern(prefix + std::string(part->items.name(part->winner(n))));
        const ItemId loser = both.items.intern(prefix + std::string(part->items.name(part->loser(n))));
        both.add({.winner = winner, .loser = loser, .weight = part == &small ? 1.0 : 1e6});
      }
    const RankResult alone = rank(small, kPdRank), beside = rank(both, kPdRank);
    ASSERT_TRUE(beside.converged());
    std::map<std::string, double> expected;
    for (const Place& place : alone.ranking) expected["small " + place.item] = place.score;
    for (const Place& place : beside.ranking)
      if (place.item.starts_with("small")) {
        EXPECT_NEAR(place.score, expected.at(place.item), 1e-6) << "seed " << seed;
      }
  }
}

TEST(Rank, HeavyTieHidesNothing) {
  Comparisons data, with_tie;
  add(data, "C", "D"), add(data, "C", "E"), add(data, "D", "E");
  add(with_tie, "C", "D"), add(with_tie, "C", "E"), add(with_tie, "D", "E");
  const ItemId a = with_tie.items.intern("A"), b = with_tie.items.intern("B");
  with_tie.add({.winner = a, .loser = b, .weight = 1e9, .outcome = Outcome::tie});
  EXPECT_NEAR(rank(data, kPdRank).ranking[0].score, rank(with_tie, kPdRank).ranking[0].score, 1e-6);
}

TEST(Rank, SaysWhereThePullOutweighsAgreement) {
  Comparisons chain;
  for (int k = 0; k < 300; ++k) add(chain, std::to_string(k).c_str(), std::to_string(k + 1).c_str());
  const RankResult result = rank(chain, {.method = "pdrank", .gamma = 1e-3});
  EXPECT_NE(result.notes.back().find("do not contradict each other"), std::string::npos) << result.notes.back();
  for (const double gamma : {1e-8, kAuto})
    for (const std::string& note : rank(chain, {.method = "pdrank", .gamma = gamma}).notes)
      EXPECT_EQ(note.find("do not contradict each other"), std::string::npos) << "a smaller gamma helps: " << note;
}

// Ties, left out items, and an order that nobody but a tie speaks for.
TEST(Rank, StandingsAreCounted) {
  Comparisons data;
  add(data, "A", "B", 3), add(data, "B", "C", 3), add(data, "A", "C", 1, true), add(data, "C", "B"),
      add(data, "D", "A");
  for (const RankedPart component : {RankedPart::all, RankedPart::strong}) {
    const RankResult result = rank(data, {.method = "pdrank", .component = component});
    std::map<Standing, std::uint64_t> counts;
    for (std::size_t n = 0; n < data.size(); ++n) ++counts[result.confidence[n].standing];
    for (const Standing standing : {Standing::unused, Standing::with, Standing::level, Standing::against})
      EXPECT_EQ(result.confidence.count(standing), counts[standing]);
    EXPECT_EQ(result.confidence[6].standing, Standing::with) << "a tie";
    EXPECT_EQ(result.confidence[7].standing, Standing::against);
    const auto answers_used = std::ranges::count_if(result.confidence.standing,
                                                    [](Standing standing) { return standing != Standing::unused; });
    EXPECT_EQ(answers_used, component == RankedPart::all ? 5 : 4);
  }
}

TEST(Rank, LevelItemsDoNotContradictTheirTie) {
  Comparisons data;
  add(data, "A", "B", 2), add(data, "A", "C", 2), add(data, "B", "C", 1, true);
  EXPECT_EQ(rank(data, kPdRank).confidence.count(Standing::with), 5u);
}

TEST(Rank, AnswersThatCancelOut) {
  Comparisons circle;
  add(circle, "A", "B"), add(circle, "B", "C"), add(circle, "C", "A");
  EXPECT_EQ(rank(circle, kPdRank).confidence.count(Standing::level), 3u);
}

TEST(Rank, NothingToSolve) {
  Comparisons tied;
  add(tied, "A", "B", 1, true);
  for (const InnerRule rule : {InnerRule::kkt, InnerRule::cost})
    for (const SolverKind solver : {SolverKind::newton, SolverKind::pdhg}) {
      const RankResult result = rank(tied, {.method = "pdrank", .solver = solver, .inner_rule = rule});
      EXPECT_TRUE(result.converged()) << name_of(solver) << ' ' << name_of(rule) << ": " << result.convergence.message;
      EXPECT_EQ(result.ranking[1].rank, 1u);
    }
  EXPECT_TRUE(rank(tied, {.ties = TieRule::drop}).converged());
  Comparisons acyclic;
  add(acyclic, "A", "B");
  EXPECT_EQ(message_of(acyclic, {.component = RankedPart::strong}),
            "component is strong, but the data have no such part of two items or more");
}

TEST(Rank, MeanIsZeroEvenForATinyGamma) {
  Random random(9);
  const RankResult result = rank(zoo::random_comparisons(20, 300, 0.2, random), {.method = "pdrank", .gamma = 1e-12});
  double sum = 0, largest = 0;
  for (const Place& place : result.ranking) sum += place.score, largest = std::max(largest, place.score);
  EXPECT_LT(std::abs(sum), 1e-12 * largest * 20);
}

TEST(Rank, HeavyRowsAreNotManyAnswers) {
  Comparisons data;
  add(data, "A", "B", 50);
  const AnnotatorId judge = data.annotators.intern("judge");
  for (const double weight : {300.0, 400.0}) data.add({.winner = 1, .loser = 0, .annotator = judge, .weight = weight});
  add(data, "A", "B", 5000);
  const AnnotatorReport report = rank(data, kPdRank).annotators.front();
  EXPECT_EQ(report.reliability, 0);
  EXPECT_EQ(report.flag, "") << "two answers prove nothing";
}

TEST(Rank, LargestAndStrongPart) {
  const Comparisons data = two_parts();
  const RankResult largest = rank(data, {.method = "pdrank", .component = RankedPart::largest});
  EXPECT_EQ(largest.ranking.size(), 3u);
  EXPECT_EQ(largest.data.outside_component, 2u);
  EXPECT_EQ(largest.data.rows_used, 5u);
  EXPECT_TRUE(std::isnan(largest.confidence[0].weight));
  EXPECT_FALSE(std::isnan(largest.confidence[2].weight));
  const RankResult strong = rank(data, {.method = "pdrank", .component = RankedPart::strong});
  ASSERT_EQ(strong.ranking.size(), 2u);
  EXPECT_EQ(strong.ranking[0].item, "b");
  EXPECT_EQ(strong.ranking[0].wins, 2) << "only comparisons inside the part count";
  EXPECT_EQ(strong.graph.strong_components, 1u);
}

TEST(Rank, PresetsAndExplicitValues) {
  Random random(1);
  const Comparisons small = zoo::random_comparisons(20, 100, 0.1, random);
  const auto option = [](const RankResult& result, const std::string& name) {
    for (const auto& [key, value] : result.options)
      if (key == name) return value;
    return std::string("absent");
  };
  const RankResult paper = rank(small, {.preset = Preset::paper});
  EXPECT_EQ(option(paper, "gamma"), "0.0001");
  EXPECT_EQ(option(paper, "solver"), "pdhg");
  EXPECT_EQ(option(paper, "inner_tolerance"), "0.01");
  EXPECT_EQ(option(paper, "round_tolerance"), "0.01");
  EXPECT_EQ(option(paper, "threads"), "absent") << "does not affect the result";
  EXPECT_EQ(option(rank(small, {.preset = Preset::paper, .gamma = 0.5}), "gamma"), "0.5");
  const Comparisons large = zoo::random_comparisons(501, 2505, 0.1, random);
  const RankResult paper_large = rank(large, {.preset = Preset::paper});
  EXPECT_EQ(option(paper_large, "inner_tolerance"), "0.001");
  EXPECT_EQ(option(paper_large, "round_tolerance"), "0.1");
}

TEST(Rank, LimitsAreReportedAndTheResultKept) {
  Random random(3);
  const Comparisons data = zoo::random_comparisons(20, 100, 0.2, random);
  const RankResult result = rank(data, {.method = "pdrank", .max_rounds = 1});
  EXPECT_EQ(result.convergence.status, Termination::round_limit);
  EXPECT_FALSE(result.converged());
  EXPECT_EQ(plain(result.convergence.message), "not settled after 1 rounds; raise max_rounds or round_tolerance");
  EXPECT_EQ(result.ranking.size(), 20u);
  const RankResult inner =
      rank(data, {.method = "pdrank", .solver = SolverKind::pdhg, .max_rounds = 1, .max_iterations = 3});
  EXPECT_FALSE(inner.converged());
}

TEST(Rank, MistakesOfTheCaller) {
  Comparisons data;
  EXPECT_EQ(message_of(data, {}), "data is empty, but there must be at least one comparison");
  add(data, "A", "B");
  EXPECT_EQ(message_of(data, {.method = "eloo"}),
            "method is 'eloo', but must be one of auto, posterior, pdrank, bradley-terry, i-lsr, rank-centrality, asr, "
            "hodgerank, borda, win-rate, svm, multistage, crowd-bt, elo, kemeny; did you mean elo?");
  EXPECT_EQ(message_of(data, {.method = "pdrank", .gamma = 0.0}), "gamma is 0, but method pdrank needs at least 1e-12");
  EXPECT_EQ(message_of(data, {.gamma = std::nan("")}), "gamma is nan, but must be between 0 and 1000000000000");
  EXPECT_EQ(message_of(data, {.max_rounds = 0}), "max_rounds is 0, but must be between 1 and 1000000");
  EXPECT_EQ(message_of(data, {.threads = -1}), "threads is -1, but must be between 0 and 4096");
}

TEST(Rank, AnnotatorsWhoContradictTheRest) {
  const Simulation simulation = simulate({.items = 20,
                                          .comparisons = 4000,
                                          .noise = parse_noise("toggle:0"),
                                          .annotators = parse_annotators("honest:16,spammer:2,adversary:2"),
                                          .seed = 5});
  const RankResult result = rank(simulation.comparisons, kPdRank);
  ASSERT_EQ(result.annotators.size(), 20u);
  for (std::size_t k = 0; k < result.annotators.size(); ++k) {
    const AnnotatorReport& report = result.annotators[k];
    const std::string& kind = simulation.annotator_kinds[k];
    if (kind == "spammer")  // a coin is on the wrong side of half as often as not
      EXPECT_NE(report.flag, "") << report.annotator;
    else
      EXPECT_EQ(report.flag, kind == "adversary" ? "adversary" : "") << report.annotator;
    EXPECT_NEAR(report.reliability, 1 - simulation.annotator_flips[k], 0.15);
    EXPECT_LE(report.reliability_low, report.reliability);
    EXPECT_GE(report.reliability_high, report.reliability);
  }
}

// Weights and grades that no data have: then there are no numbers, or the usual ones, and never NaN.
TEST(Rank, WhatIsBeyondTheRangeOfNumbersHasNoIntervals) {
  const zoo::Rows rows = {{.winner = 0, .loser = 5, .annotator = 0, .weight = 0.5, .share = 0.9, .grade = 2},
                          {.winner = 3, .loser = 4, .annotator = 0, .weight = 1e9},
                          {.winner = 2, .loser = 3, .annotator = 1, .weight = 3, .grade = 2},
                          {.winner = 3, .loser = 5, .annotator = 1, .share = 0.75, .grade = 1e9},
                          {.winner = 2, .loser = 5, .annotator = 0, .weight = 0.5, .grade = 2},
                          {.winner = 0, .loser = 2, .annotator = 1, .share = 0.75, .grade = 1e-9},
                          {.winner = 5, .loser = 2, .annotator = 1, .weight = 3, .outcome = Outcome::tie}};
  for (const char* method : {"posterior", "bradley-terry", "pdrank", "hodgerank"}) {
    const RankResult result = rank(zoo::from_rows(6, rows, 2), {.method = method});
    for (const Place& place : result.ranking) {
      EXPECT_TRUE(std::isfinite(place.score)) << method;
      EXPECT_FALSE(place.score_low && !(*place.score_low <= *place.score_high)) << method;
      EXPECT_FALSE(place.standard_error && !std::isfinite(*place.standard_error)) << method;
    }
  }
}

TEST(Methods, NamesAreUniqueAndDescribed) {
  for (const MethodInfo& method : methods()) {
    EXPECT_EQ(&find_method(method.name), &method);
    EXPECT_FALSE(method.summary.empty() || method.paper.empty() || method.run == nullptr);
  }
}

}  // namespace
}  // namespace pdrank
