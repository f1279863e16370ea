// Crowd-BT against its own definition: the penalised likelihood, written again in the plainest way.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "pdrank/core/random.hpp"
#include "pdrank/simulate/simulate.hpp"
#include "support/binomial_bound.hpp"
#include "unit/methods/runs.hpp"

namespace pdrank {
namespace {

constexpr double kGamma = 0.01;  // the default

Simulation crowd(const char* annotators, std::uint64_t comparisons, std::uint64_t seed) {
  return simulate({.items = 12,
                   .comparisons = comparisons,
                   .noise = parse_noise("bt:4"),
                   .annotators = parse_annotators(annotators),
                   .seed = seed});
}

long double sigmoid(long double t) { return 1 / (1 + std::exp(-t)); }

// Minus the log posterior, row by row. Rows without annotator have the last quality.
long double minus_log_posterior(const Comparisons& data, const std::vector<double>& scores,
                                const std::vector<double>& quality) {
  long double sum = 0;
  for (const double score : scores) sum += kGamma * static_cast<long double>(score) * score;
  for (const double eta : quality)
    sum -= 9 * std::log(static_cast<long double>(eta)) + std::log(1 - static_cast<long double>(eta));
  for (std::size_t n = 0; n < data.size(); ++n) {
    const long double eta = quality[std::min<std::size_t>(data.annotator(n), quality.size() - 1)];
    const long double margin = static_cast<long double>(scores[data.winner(n)]) - scores[data.loser(n)];
    const long double won = std::log(eta * sigmoid(margin) + (1 - eta) * sigmoid(-margin));
    const long double lost = std::log(eta * sigmoid(-margin) + (1 - eta) * sigmoid(margin));
    sum -= data.weight(n) * (data.tie(n) ? (won + lost) / 2 : won);
  }
  return sum;
}

// Qualities by annotator, and one more for rows that name none: that of the prior if there are none.
std::vector<double> qualities_in(const RankResult& result) {
  std::vector<double> quality;
  for (const AnnotatorReport& report : result.annotators) quality.push_back(report.reliability);
  quality.push_back(0.9);
  return quality;
}

TEST(CrowdBt, NeedsAnnotators) {
  const Comparisons data = zoo::from_rows(2, {{.winner = 0, .loser = 1}});
  EXPECT_EQ(runs::refusal(data, {.method = "crowd-bt"}),
            "crowd-bt: it must be known who gave each answer, but the data name no annotators");
}

TEST(CrowdBt, EndsWhereTheGradientOfThePosteriorVanishes) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const Simulation simulation = crowd("honest:4,sloppy:2,spammer:1,adversary:1", 400, seed);
    const Comparisons& data = simulation.comparisons;
    const RankResult result = rank(data, {.method = "crowd-bt"});
    ASSERT_TRUE(result.converged()) << result.convergence.message;
    std::vector<double> scores = runs::scores_in(result, data), quality = qualities_in(result);
    const long double found = minus_log_posterior(data, scores, quality);
    EXPECT_NEAR(result.convergence.objective, static_cast<double>(found), 1e-9 * std::abs(static_cast<double>(found)));
    const auto slope = [&](double& coordinate) {
      const double at = coordinate, step = 1e-5;
      coordinate = at + step;
      const long double above = minus_log_posterior(data, scores, quality);
      coordinate = at - step;
      const long double below = minus_log_posterior(data, scores, quality);
      coordinate = at;
      return static_cast<double>((above - below) / (2 * step));
    };
    for (double& score : scores) EXPECT_NEAR(slope(score), 0, 1e-3) << "of forces of about 30";
    for (std::size_t k = 0; k + 1 < quality.size(); ++k) EXPECT_NEAR(slope(quality[k]), 0, 1e-2) << "of about 100";
  }
}

TEST(CrowdBt, NoRoundRaisesTheObjective) {
  const Simulation simulation = crowd("honest:3,spammer:2", 300, 3);
  double before = std::numeric_limits<double>::infinity();
  for (int rounds = 1; rounds <= 25; ++rounds) {
    const RankResult result = rank(simulation.comparisons, {.method = "crowd-bt", .max_rounds = rounds});
    EXPECT_EQ(result.convergence.rounds, rounds);
    EXPECT_EQ(result.convergence.status, Termination::round_limit);
    EXPECT_LE(result.convergence.objective, before * (1 + 1e-12));
    before = result.convergence.objective;
  }
}

// With noise-free true scores far apart, an answer is right unless the annotator turned it round, so that the qualities
// are shares of right answers, which are binomial.
TEST(CrowdBt, FindsOutWhoCanBeTrusted) {
  const Simulation simulation = simulate({.items = 10,
                                          .comparisons = 20000,
                                          .noise = parse_noise("toggle:0"),
                                          .annotators = parse_annotators("honest:3,spammer:2,adversary:1"),
                                          .seed = 4});
  const RankResult result = rank(simulation.comparisons, {.method = "crowd-bt"});
  for (std::size_t k = 0; k < result.annotators.size(); ++k) {
    const AnnotatorReport& report = result.annotators[k];
    const double flip = simulation.annotator_flips[k], answers = report.comparisons;
    const double bound =
        testing::binomial_bound(static_cast<std::uint64_t>(answers), flip) / answers + 10 / answers + 0.01;
    EXPECT_NEAR(report.reliability, 1 - flip, bound) << report.annotator;
    EXPECT_EQ(report.flag == "adversary", flip > 0.5) << report.annotator;
    EXPECT_LE(report.reliability_low, report.reliability);
    EXPECT_GE(report.reliability_high, report.reliability);
  }
}

TEST(CrowdBt, WeightsAreRepeatedRowsAndTiesAreHalves) {
  Random random(5);
  zoo::Rows weighted, repeated, halves, ties;
  for (int n = 0; n < 120; ++n) {
    const auto winner = static_cast<ItemId>(random.below(6)),
               loser = static_cast<ItemId>((winner + 1 + random.below(5)) % 6);
    const auto annotator = static_cast<AnnotatorId>(random.below(3));
    const int weight = 1 + static_cast<int>(random.below(4));
    weighted.push_back({winner, loser, annotator, static_cast<double>(weight)});
    for (int k = 0; k < weight; ++k) repeated.push_back({winner, loser, annotator});
    ties.push_back({winner, loser, annotator, 1, Outcome::tie});
    halves.push_back({winner, loser, annotator, 0.5});
    halves.push_back({loser, winner, annotator, 0.5});
  }
  const RankOptions options{.method = "crowd-bt"};
  const auto scores = [&](const zoo::Rows& rows) { return runs::scores(zoo::from_rows(6, rows, 3), options); };
  EXPECT_LT(runs::largest_difference(scores(weighted), scores(repeated)), 1e-6);
  EXPECT_LT(runs::largest_difference(scores(ties), scores(halves)), 1e-6);
}

TEST(CrowdBt, RowsWithoutAnnotatorAreOneMore) {
  Random random(6);
  zoo::Rows unnamed, named;
  for (int n = 0; n < 200; ++n) {
    const auto winner = static_cast<ItemId>(random.below(6)),
               loser = static_cast<ItemId>((winner + 1 + random.below(5)) % 6);
    const auto annotator = static_cast<AnnotatorId>(random.below(3));
    named.push_back({winner, loser, annotator});
    unnamed.push_back({winner, loser, annotator == 2 ? kNoAnnotator : annotator});
  }
  const Comparisons all = zoo::from_rows(6, named, 3), some = zoo::from_rows(6, unnamed, 2);
  EXPECT_LT(
      runs::largest_difference(runs::scores(all, {.method = "crowd-bt"}), runs::scores(some, {.method = "crowd-bt"})),
      1e-6);
  EXPECT_EQ(rank(some, {.method = "crowd-bt"}).annotators.size(), 2u);
}

// Whoever only ever tied has a quality too: the prior's, or near it.
TEST(CrowdBt, EveryAnnotatorHasAQuality) {
  zoo::Rows rows;
  for (int n = 0; n < 20; ++n)
    rows.push_back({0, 1, 0}), rows.push_back({1, 2, 0}), rows.push_back({0, 2, 1, 1, Outcome::tie});
  const RankResult result = rank(zoo::from_rows(3, rows, 2), {.method = "crowd-bt"});
  for (const AnnotatorReport& report : result.annotators) EXPECT_FALSE(std::isnan(report.reliability));
}

}  // namespace
}  // namespace pdrank
