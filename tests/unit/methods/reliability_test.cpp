#include "pdrank/methods/reliability.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "pdrank/core/parallel.hpp"
#include "pdrank/methods/agreement.hpp"
#include "pdrank/methods/grades.hpp"
#include "unit/methods/runs.hpp"

namespace pdrank {
namespace {

double sigmoid(double t) { return 1 / (1 + std::exp(-t)); }

MergedComparisons merged_of(const Comparisons& data) { return merge(data, TieRule::half); }

TEST(Fit, IsTheSquaredResidualsOverTheirVariance) {
  const Comparisons data = zoo::from_rows(3,
                                          {{.winner = 0, .loser = 1, .annotator = 0, .weight = 2},
                                           {.winner = 1, .loser = 0, .annotator = 1},
                                           {.winner = 1, .loser = 2, .annotator = 0}},
                                          2);
  const std::vector<double> score = {1, 0, -2};
  const AnswerFit fit = measure_fit(data, merged_of(data).edge_of, score, {});
  const double p = sigmoid(1), q = sigmoid(2);
  const double squares = 2 * (1 - p) * (1 - p) + p * p, variance = 3 * p * (1 - p);
  EXPECT_NEAR(fit.item[0].infit(), squares / variance, 1e-8);
  EXPECT_NEAR(fit.item[0].outfit(), squares / (p * (1 - p)) / 3, 1e-8);
  EXPECT_NEAR(fit.item[1].infit(), (squares + (1 - q) * (1 - q)) / (variance + q * (1 - q)), 1e-8);
  EXPECT_NEAR(fit.item[1].outfit(), (squares / (p * (1 - p)) + (1 - q) / q) / 4, 1e-8);
  EXPECT_NEAR(fit.annotator[1].infit(), p / (1 - p), 1e-8);
  EXPECT_NEAR(fit.annotator[0].outfit(), (2 * (1 - p) / p + (1 - q) / q) / 3, 1e-8);
}

TEST(Fit, ATieIsHalfAnAnswerEachWayOrAnAnswerOfItsOwn) {
  const Comparisons data =
      zoo::from_rows(2, {{.winner = 0, .loser = 1, .outcome = Outcome::tie}, {.winner = 0, .loser = 1}});
  const std::vector<double> score = {0.5, 0};
  const double p = sigmoid(0.5);
  const AnswerFit half = measure_fit(data, merged_of(data).edge_of, score, {});
  const double tie = ((1 - p) * (1 - p) + p * p) / 2;
  EXPECT_NEAR(half.item[0].infit(), (tie + (1 - p) * (1 - p)) / (2 * p * (1 - p)), 1e-8);
  AnswerLaws law;
  law.cut = 0.7;
  const AnswerFit own = measure_fit(data, merged_of(data).edge_of, score, law);
  const AnswerLaw::Outcomes chance = law.outcomes(0.5);
  const double mean = chance.win + chance.tie / 2, variance = chance.win + chance.tie / 4 - mean * mean;
  EXPECT_NEAR(own.item[0].infit(), ((0.5 - mean) * (0.5 - mean) + (1 - mean) * (1 - mean)) / (2 * variance), 1e-8);
}

// Answers drawn by the law have squares as the law says: their deviation from it is a standard normal number.
TEST(Fit, SurpriseIsStandardNormalUnderTheLaw) {
  Random random(5);
  double sum = 0, squares = 0;
  constexpr int kRuns = 400;
  for (int run = 0; run < kRuns; ++run) {
    std::vector<double> score(10);
    for (double& value : score) value = 2 * random.normal();
    zoo::Rows rows(200);
    for (Comparison& row : rows) {
      row.winner = static_cast<ItemId>(random.below(10));
      row.loser = (row.winner + 1 + static_cast<ItemId>(random.below(9))) % 10;
      if (!random.chance(sigmoid(score[row.winner] - score[row.loser]))) std::swap(row.winner, row.loser);
      row.annotator = 0;
    }
    const Comparisons data = zoo::from_rows(10, rows, 1);
    const double surprise = measure_fit(data, merged_of(data).edge_of, score, {}).annotator[0].surprise();
    sum += surprise, squares += surprise * surprise;
  }
  EXPECT_LT(std::abs(sum) / std::sqrt(kRuns), 4);                        // of a standard normal number
  EXPECT_LT(std::abs(squares / kRuns - 1), 4 * std::sqrt(3.0 / kRuns));  // kurtosis of at most 4
}

TEST(Reliability, OfEstimatesAndOfMeans) {
  const Comparisons data = zoo::from_rows(3, {{.winner = 0, .loser = 1}, {.winner = 1, .loser = 2}});
  const MergedComparisons merged = merged_of(data);
  const Components weak = weak_components(merged.graph);
  const std::vector<double> scores = {2, 0, -2}, errors = {1, 0.5, 1.5};  // variance 4, mean square 3.5 / 3
  const double error = 3.5 / 3;
  const Reliability estimates = measure_reliability(merged.graph, weak, {scores, errors, false});
  EXPECT_NEAR(*estimates.ssr, 1 - error / 4, 1e-12);
  EXPECT_NEAR(*estimates.separation, 2 / std::sqrt(error), 1e-12);
  EXPECT_EQ(estimates.answers, 2);
  const Reliability means = measure_reliability(merged.graph, weak, {scores, errors, true});
  EXPECT_NEAR(*means.ssr, 4 / (4 + error), 1e-12);
  EXPECT_EQ(measure_reliability(merged.graph, weak, {scores, {}, false}).ssr, std::nullopt);
  const std::vector<double> one_missing = {1, 0.5, kNone};
  EXPECT_EQ(measure_reliability(merged.graph, weak, {scores, one_missing, false}).ssr, std::nullopt);
}

TEST(Reliability, TheAnswersItAsksForGiveTheReliabilityAimedAt) {
  const Comparisons data = zoo::from_rows(3, {{.winner = 0, .loser = 1, .weight = 300}, {.winner = 1, .loser = 2}});
  const MergedComparisons merged = merged_of(data);
  const std::vector<double> scores = {2, 0, -2}, errors = {1, 1, 1};
  const Reliability found = measure_reliability(merged.graph, weak_components(merged.graph), {scores, errors, false});
  ASSERT_NEAR(*found.ssr, 0.75, 1e-12);
  EXPECT_EQ(*found.more_for_80, std::ceil(301 / 3.0));
  EXPECT_NEAR(ssr_with(*found.ssr, (301 + *found.more_for_90) / 301), 0.9, 1e-3);
  EXPECT_NEAR(ssr_with(*found.ssr, 1), *found.ssr, 1e-12);
  for (const ReliabilityPoint& point : found.curve) EXPECT_NEAR(point.ssr, ssr_with(0.75, point.answers / 301), 1e-12);
}

// Krippendorff's own formula for two categories, of the answers and the same turned round: n values in all, n / 2 of
// each; alpha = 1 - (n - 1) o / (n_a n_b), o being the disagreeing entries of the coincidence matrix on one side.
TEST(AgreementOfAnnotators, IsKrippendorffsAlpha) {
  // Pair 01: three say 0, one says 1. Pair 12: two agree. Pair 02: one answer alone, which does not count.
  const Comparisons data = zoo::from_rows(3,
                                          {{.winner = 0, .loser = 1, .annotator = 0},
                                           {.winner = 0, .loser = 1, .annotator = 1},
                                           {.winner = 1, .loser = 0, .annotator = 2},
                                           {.winner = 0, .loser = 1, .annotator = 3},
                                           {.winner = 1, .loser = 2, .annotator = 0},
                                           {.winner = 1, .loser = 2, .annotator = 1},
                                           {.winner = 2, .loser = 0, .annotator = 1}},
                                          4);
  const AgreementFound found = measure_agreement(data, merged_of(data).edge_of, 0.9);
  const double n = 12, disagreeing = 2 * (3.0 * 1 / 3);  // twice: 3 x 1 pairs by 4 - 1
  EXPECT_NEAR(*found.all.alpha, 1 - (n - 1) * disagreeing / (n / 2 * n / 2), 1e-12);
  EXPECT_EQ(found.all.questions, 2u);
  EXPECT_EQ(found.all.answers, 6u);
  // The mean over annotators, by answers, of how far they agree with the others is alpha.
  const std::vector<double> answers = {2, 2, 1, 1};
  double mean = 0;
  for (std::size_t k = 0; k < 4; ++k) mean += answers[k] * found.of_annotator[k] / 6;
  EXPECT_NEAR(mean, *found.all.alpha, 1e-12);
}

TEST(AgreementOfAnnotators, DoesNotDependOnWhichItemIsTheFirst) {
  Random random(3);
  zoo::Rows rows = zoo::random_rows(6, 80, 3, random);
  for (Comparison& row : rows) {
    row.annotator = static_cast<AnnotatorId>(random.below(5));
    if (random.chance(0.2)) row.outcome = Outcome::tie;
  }
  zoo::Rows renamed = rows;
  for (Comparison& row : renamed) row.winner = 5 - row.winner, row.loser = 5 - row.loser;
  const Comparisons data = zoo::from_rows(6, rows, 5), other = zoo::from_rows(6, renamed, 5);
  const AgreementFound a = measure_agreement(data, merged_of(data).edge_of, 0.9);
  const AgreementFound b = measure_agreement(other, merged_of(other).edge_of, 0.9);
  EXPECT_NEAR(*a.all.alpha, *b.all.alpha, 1e-12);
  EXPECT_NEAR(*a.all.alpha_low, *b.all.alpha_low, 1e-12);
}

TEST(AgreementOfAnnotators, NamesThoseWhoContradictEachOther) {
  zoo::Rows rows;
  for (ItemId item = 1; item < 20; ++item)
    for (AnnotatorId annotator = 0; annotator < 4; ++annotator) {
      Comparison row{.winner = 0, .loser = item, .annotator = annotator};
      if (annotator == 3) std::swap(row.winner, row.loser);
      rows.push_back(row);
    }
  const Comparisons data = zoo::from_rows(20, rows, 4);
  const AgreementFound found = measure_agreement(data, merged_of(data).edge_of, 0.9);
  ASSERT_EQ(found.all.furthest.size(), 3u);
  ASSERT_EQ(found.all.closest.size(), 3u);
  for (const AnnotatorPair& pair : found.all.furthest) {
    EXPECT_EQ(pair.other, "annotator-3");
    EXPECT_EQ(pair.questions, 19u);
    EXPECT_NEAR(pair.agreement, -1, 0.02);
  }
  for (const AnnotatorPair& pair : found.all.closest) EXPECT_EQ(pair.agreement, 1);
  EXPECT_LT(found.of_annotator[3], found.of_annotator[0]);
}

std::string refusal_of(const std::vector<std::string>& texts) {
  try {
    parse_boundaries(texts);
  } catch (const InvalidArgument& error) {
    EXPECT_EQ(error.field(), "boundaries");
    return error.what();
  }
  return "";
}

TEST(Grades, BoundariesThatAreNone) {
  EXPECT_EQ(refusal_of({"A=1", "B=20%", "C=@x", "D"}), "");
  for (const std::vector<std::string>& texts : std::vector<std::vector<std::string>>{{"A"},
                                                                                     {"A=1", "B=0"},
                                                                                     {"A", "B"},
                                                                                     {"A=x", "B"},
                                                                                     {"A=0%", "B"},
                                                                                     {"A=100%", "B"},
                                                                                     {"A=1", "A"},
                                                                                     {"A=0", "B=1", "C"},
                                                                                     {"A=30%", "B=20%", "C"},
                                                                                     {"=1", "B"}})
    EXPECT_NE(refusal_of(texts), "");
}

RankOptions graded(std::vector<std::string> boundaries, std::string method) {
  RankOptions options;
  options.method = std::move(method);
  options.boundaries = std::move(boundaries);
  return options;
}

// Each kind of boundary divides the ranking where it says, whatever the method.
TEST(Grades, AreThoseThatTheBoundariesSay) {
  Random random(11);
  const Comparisons data = zoo::from_rows(10, zoo::strong_rows(10, 300, 4, random));
  for (const std::string method : {"posterior", "bradley-terry", "borda"}) {
    const RankResult by_share = rank(data, graded({"A=20%", "B=50%", "C"}, method));
    std::string grades;
    for (const Place& place : by_share.ranking) grades += place.grade;
    EXPECT_EQ(grades, "AABBBCCCCC");
    const RankResult by_item = rank(data, graded({"A=@" + by_share.ranking[3].item, "B"}, method));
    const double middle = (by_share.ranking[3].score + by_share.ranking[4].score) / 2;
    const RankResult by_score = rank(data, graded({"A=" + std::to_string(middle), "B"}, method));
    for (std::size_t k = 0; k < 10; ++k) {
      EXPECT_EQ(by_item.ranking[k].grade, k < 4 ? "A" : "B");
      EXPECT_EQ(by_score.ranking[k].grade, k < 4 ? "A" : "B");
      EXPECT_EQ(by_item.ranking[k].grade_probability.has_value(), method != "borda");
    }
  }
}

// The probabilities of the best grade and of the others are those of the score: with two grades, the normal law.
TEST(Grades, ProbabilitiesAreThoseOfTheScores) {
  Random random(12);
  const Comparisons data = zoo::from_rows(8, zoo::strong_rows(8, 200, 3, random));
  const RankResult result = rank(data, graded({"A=0.25", "B"}, "bradley-terry"));
  for (const Place& place : result.ranking) {
    const double z = (place.score - 0.25) / *place.standard_error;
    EXPECT_NEAR(*place.grade_probability, 0.5 * std::erfc(-std::abs(z) / std::sqrt(2)), 1e-9);
  }
  RankOptions options = graded({"A=0.25", "B"}, "posterior");
  options.keep_draws = true;
  const RankResult drawn = rank(data, options);
  const ScoreDraws& scores = drawn.draws->scores;
  for (const Place& place : drawn.ranking) {
    const auto column =
        static_cast<std::size_t>(std::ranges::find(drawn.draws->item, place.id) - drawn.draws->item.begin());
    double with_it = 0.5;
    for (std::size_t k = 0; k < scores.count(); ++k)
      with_it += (scores[k][column] >= 0.25f) == (place.grade == "A") ? 1 : 0;
    EXPECT_NEAR(*place.grade_probability, with_it / static_cast<double>(scores.count() + 1), 1e-9);
  }
}

RankOptions halved(int times, std::uint64_t seed) {
  RankOptions options;
  options.method = "bradley-terry";
  options.split_half = times;
  options.seed = seed;
  return options;
}

Comparisons judged(bool alike, std::uint64_t seed) {
  Random random(seed);
  zoo::Rows rows;
  for (AnnotatorId annotator = 0; annotator < 6; ++annotator) {
    Random same(99);
    for (Comparison row : zoo::strong_rows(8, 60, 3, alike ? same : random)) {
      row.annotator = annotator;
      rows.push_back(row);
    }
  }
  return zoo::from_rows(8, rows, 6);
}

TEST(SplitHalf, IsOneWhereAllAnswerAlikeAndLessWhereTheyDoNot) {
  const Reliability alike = rank(judged(true, 1), halved(5, 1)).reliability;
  EXPECT_NEAR(*alike.split_half, 1, 1e-9);
  EXPECT_NEAR(*alike.split_half_low, 1, 1e-9);
  const Reliability apart = rank(judged(false, 1), halved(20, 1)).reliability;
  EXPECT_LT(*apart.split_half, 0.99);
  EXPECT_LT(*apart.split_half_low, *apart.split_half);
  EXPECT_LT(*apart.split_half, *apart.split_half_high);
}

TEST(SplitHalf, DependsOnTheSeedAndNotOnTheOrderOfTheRows) {
  const Comparisons data = judged(false, 2);
  zoo::Rows rows;
  for (std::size_t n = data.size(); n-- > 0;) rows.push_back(data[n]);
  const double one = *rank(data, halved(7, 1)).reliability.split_half;
  EXPECT_NEAR(*rank(zoo::from_rows(8, rows, 6), halved(7, 1)).reliability.split_half, one, 1e-9);
  std::set<double> found;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) found.insert(*rank(data, halved(1, seed)).reliability.split_half);
  EXPECT_GT(found.size(), 1u);
}

// Scores of another component have a zero of their own, so they are no part of the correlation.
TEST(SplitHalf, IsThatOfTheLargestComponent) {
  const Comparisons data = judged(false, 3);
  zoo::Rows rows;
  for (std::size_t n = 0; n < data.size(); ++n) rows.push_back(data[n]);
  for (AnnotatorId annotator = 0; annotator < 6; ++annotator)
    for (int times = 0; times < 9; ++times)
      for (const ItemId item : {8u, 9u, 10u})
        rows.push_back({.winner = item, .loser = item < 10 ? item + 1 : 8, .annotator = annotator});
  const Reliability alone = rank(data, halved(9, 1)).reliability,
                    beside = rank(zoo::from_rows(11, rows, 6), halved(9, 1)).reliability;
  EXPECT_NEAR(*beside.split_half, *alone.split_half, 1e-9);
  EXPECT_NEAR(*beside.split_half_low, *alone.split_half_low, 1e-9);
}

TEST(SplitHalf, SaysHowFarItCameWhenItIsStopped) {
  struct Impatient final : Observer {
    explicit Impatient(std::uint64_t most) : most_(most) {}
    void on_progress(const Progress& progress) override {
      if (progress.stage == "splitting") done_ = progress.done;
    }
    bool stop_requested() override { return done_ >= most_; }
    std::uint64_t most_, done_ = 0;
  };
  Impatient impatient(3);
  const RankResult some = rank(judged(false, 5), halved(20, 1), &impatient);
  EXPECT_EQ(some.convergence.status, Termination::stopped);
  EXPECT_TRUE(some.convergence.message.ends_with("; split-half stopped after 3 of 20 splits"));
  EXPECT_TRUE(some.reliability.split_half);
  for (const std::string& note : some.notes) EXPECT_EQ(note.find("could be split"), std::string::npos) << note;
}

TEST(SplitHalf, NeedsAnnotators) {
  Random random(4);
  EXPECT_THROW(rank(zoo::from_rows(5, zoo::strong_rows(5, 30, 2, random)), halved(3, 1)), InvalidArgument);
}

}  // namespace
}  // namespace pdrank
