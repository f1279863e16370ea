#include "pdrank/methods/predict.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "pdrank/core/option_name.hpp"
#include "pdrank/simulate/simulate.hpp"
#include "unit/methods/runs.hpp"

namespace pdrank {
namespace {

double sigmoid(double t) { return 1 / (1 + std::exp(-t)); }

using Pairs = std::vector<std::pair<ItemId, ItemId>>;

PredictResult predicted(const Comparisons& data, RankOptions options, const Pairs& pairs) {
  options.keep_draws = true;
  const RankResult result = rank(data, options);
  return predict(data, result, law_of(data, result, options, nullptr), options.level, pairs);
}

Comparisons two_parts() {
  return zoo::from_rows(5, {{.winner = 0, .loser = 1, .weight = 30},
                            {.winner = 1, .loser = 0, .weight = 10},
                            {.winner = 1, .loser = 2, .weight = 9},
                            {.winner = 2, .loser = 1, .weight = 6},
                            {.winner = 3, .loser = 4, .weight = 5},
                            {.winner = 4, .loser = 3, .weight = 5}});
}

// On a tree the odds of Bradley and Terry are those of the answers.
TEST(Predict, BradleyTerryHasALawOfItsOwn) {
  const PredictResult result =
      predicted(two_parts(), {.method = "bradley-terry", .level = 0.8}, {{0, 1}, {1, 0}, {0, 2}});
  EXPECT_TRUE(result.own_law);
  EXPECT_EQ(result.level, 0.8);
  EXPECT_NEAR(result.pairs[0].probability, 0.75, 1e-9);
  EXPECT_NEAR(result.pairs[1].probability, 0.25, 1e-9);
  EXPECT_NEAR(result.pairs[2].probability, 3 * 1.5 / (3 * 1.5 + 1), 1e-9);
  EXPECT_EQ(result.pairs[0].left, "item-0");
  for (const PairPrediction& pair : result.pairs) {
    ASSERT_TRUE(pair.low && pair.high);
    EXPECT_LT(*pair.low, pair.probability);
    EXPECT_GT(*pair.high, pair.probability);
  }
  EXPECT_NEAR(*result.pairs[0].low, 1 - *result.pairs[1].high, 1e-12);
  EXPECT_TRUE(runs::mentions(result.notes, "bradley-terry's own model"));
}

// Two items: the standard error of the log-odds is sqrt(1/30 + 1/10).
TEST(Predict, ARangeFromStandardErrorsIsThatOfTheLogOdds) {
  const Comparisons data =
      zoo::from_rows(2, {{.winner = 0, .loser = 1, .weight = 30}, {.winner = 1, .loser = 0, .weight = 10}});
  const Prediction prediction = predicted(data, {.method = "bradley-terry"}, {{0, 1}}).pairs[0];
  const double reach = 1.6448536269514722 * std::sqrt(1 / 30.0 + 1 / 10.0);
  EXPECT_NEAR(*prediction.low, sigmoid(std::log(3) - reach), 1e-7);
  EXPECT_NEAR(*prediction.high, sigmoid(std::log(3) + reach), 1e-7);
}

TEST(Predict, DrawsAreAveragedByTheLaw) {
  RankResult result;
  result.method = "made-up";
  result.law = AnswerLaws{{.flip = 0.1}};
  for (const ItemId id : {0u, 1u, 2u}) {
    Place& place = result.ranking.emplace_back();
    place.id = id;
    place.score = -1.0 * id;
    place.component = id == 2 ? 2 : 1;
  }
  ScoreDraws draws(3, 5);
  for (std::size_t k = 0; k < 5; ++k) draws[k][2] = static_cast<float>(k);  // column 2 is item 0
  auto kept = std::make_shared<KeptDraws>(KeptDraws{draws, {1, 2, 0}});
  result.draws = kept;
  const UsedLaw used{*result.law, true};
  const Prediction near = Predictor(result, 3, 0.5).predict(used, 0, 1);
  double mean = 0;
  for (int k = 0; k < 5; ++k) mean += (0.1 + 0.8 * sigmoid(k)) / 5;
  EXPECT_NEAR(near.probability, mean, 1e-12);
  EXPECT_NEAR(*near.low, 0.1 + 0.8 * sigmoid(1), 1e-12) << "a quarter of the way";
  EXPECT_NEAR(*near.high, 0.1 + 0.8 * sigmoid(3), 1e-12);
  EXPECT_FALSE(near.guess);
  const Prediction apart = Predictor(result, 3, 0.5).predict(used, 0, 2);
  EXPECT_TRUE(apart.guess);
  EXPECT_EQ(apart.probability, 0.5);
  EXPECT_FALSE(apart.low);
}

TEST(Predict, DrawsMayHaveFlipsOfTheirOwn) {
  RankResult result;
  result.method = "made-up";
  result.law = AnswerLaws{{.flip = 0.2}};
  result.law->flip_of = {0.3};
  result.law->flip_draws = {0.1f, 0.2f, 0.3f};
  for (const ItemId id : {0u, 1u}) {
    Place& place = result.ranking.emplace_back();
    place.id = id;
    place.component = 1;
  }
  ScoreDraws draws(2, 3);
  for (std::size_t k = 0; k < 3; ++k) draws[k][0] = 50;
  result.draws = std::make_shared<KeptDraws>(KeptDraws{draws, {0, 1}});
  const Predictor predictor(result, 2, 0.5);
  const UsedLaw used{*result.law, true};
  const Prediction anybody = predictor.predict(used, 0, 1);
  EXPECT_NEAR(anybody.probability, 0.8, 1e-7);
  EXPECT_NEAR(*anybody.low, 0.75, 1e-7);
  EXPECT_NEAR(*anybody.high, 0.85, 1e-7);
  const Prediction known = predictor.predict(used, 0, 1, 0, 0), other = predictor.predict(used, 0, 1, 0, 7);
  EXPECT_NEAR(*known.low, 0.7, 1e-7);
  EXPECT_NEAR(*known.high, 0.7, 1e-7);
  EXPECT_NEAR(*other.low, 0.75, 1e-7);
}

// The share of 90 % ranges that hold the true probability of an answer, over 40 runs with all pairs of 8 items.
template <class Truth>
double share_held(SimulateOptions options, RankOptions ranking, bool left_first, Truth truth) {
  options.items = 8, options.comparisons = 200;
  ranking.method = "posterior", ranking.keep_draws = true;
  Pairs pairs;
  for (ItemId left = 0; left < 8; ++left)
    for (ItemId right = 0; right < left; ++right) pairs.emplace_back(left, right);
  int held = 0, all = 0;
  for (options.seed = 1; options.seed <= 40; ++options.seed) {
    const Simulation simulation = simulate(options);
    const RankResult ranked = rank(simulation.comparisons, ranking);
    const UsedLaw law = law_of(simulation.comparisons, ranked, ranking, nullptr);
    const PredictResult result = predict(simulation.comparisons, ranked, law, 0.9, pairs, left_first);
    for (std::size_t k = 0; k < pairs.size(); ++k, ++all) {
      const double wanted = truth(simulation.truth[pairs[k].first] - simulation.truth[pairs[k].second]);
      held += *result.pairs[k].low <= wanted && wanted <= *result.pairs[k].high;
    }
  }
  return static_cast<double>(held) / all;
}

// The standard error of such a share is some 0.02, pairs of a run being alike.
TEST(Predict, RangesHoldTheTrueProbabilityOfAnAnswer) {
  const double gaps = share_held({.noise = parse_noise("bt:4")}, {}, false, sigmoid);
  EXPECT_GT(gaps, 0.84);
  EXPECT_LT(gaps, 0.96);
  // So many mistakes among items whose order is clear are hardly expected before any answer. With the mistakes taken
  // for known the share was 0.55.
  const double turned =
      share_held({.noise = parse_noise("toggle:0.15")}, {}, false, [](double lead) { return lead > 0 ? 0.85 : 0.15; });
  EXPECT_GT(turned, 0.62);
}

// What is not known of the advantage is not known of the probability.
TEST(Predict, RangesAllowForTheOrderEffect) {
  const SimulateOptions world{.noise = parse_noise("bt:4"), .order_effect = 0.5};
  RankOptions ranking;
  ranking.order_effect = OrderEffect::common;
  const double held = share_held(world, ranking, true, [](double lead) { return sigmoid(lead + 0.5); });
  EXPECT_GT(held, 0.84);
  EXPECT_LT(held, 0.96);
}

TEST(Predict, GuessesAreSaidToBe) {
  const PredictResult result = predicted(two_parts(), {.method = "bradley-terry"}, {{0, 3}, {3, 4}});
  EXPECT_TRUE(result.pairs[0].guess);
  EXPECT_EQ(result.pairs[0].probability, 0.5);
  EXPECT_FALSE(result.pairs[1].guess);
  EXPECT_TRUE(runs::mentions(result.notes, "connects the items of 1 pair: its probability is a guess"));
}

TEST(Predict, CrowdBtFlipsAsItsAnnotatorsDo) {
  Random random(2);
  zoo::Rows rows = zoo::random_rows(6, 400, 4, random);
  zoo::decorate(rows, 3, 1, 0, random);
  const RankResult result = rank(zoo::from_rows(6, rows, 3), {.method = "crowd-bt"});
  ASSERT_TRUE(result.law);
  double turned = 0, total = 0;
  for (const AnnotatorReport& report : result.annotators) {
    turned += report.comparisons * (1 - report.reliability);
    total += report.comparisons;
  }
  EXPECT_NEAR(result.law->flip, turned / total, 1e-9);
}

// Scores in a unit of their own have the slope of the law that made the answers.
TEST(Predict, OneSlopeIsFittedToHeldOutAnswers) {
  const Simulation simulation = simulate({.items = 12, .comparisons = 3000, .noise = parse_noise("bt:4"), .seed = 2});
  Pairs pairs;
  for (ItemId left = 0; left < 12; ++left)
    for (ItemId right = 0; right < left; ++right) pairs.emplace_back(left, right);
  const PredictResult own = predicted(simulation.comparisons, {.method = "bradley-terry"}, pairs);
  for (const char* method : {"pdrank", "hodgerank", "elo"}) {
    const PredictResult result = predicted(simulation.comparisons, {.method = method}, pairs);
    EXPECT_FALSE(result.own_law);
    EXPECT_EQ(result.law.flip, 0);
    EXPECT_TRUE(runs::mentions(result.notes, "one slope, fitted to held-out answers")) << method;
    double error = 0;
    for (std::size_t k = 0; k < pairs.size(); ++k)
      error += std::abs(result.pairs[k].probability - own.pairs[k].probability) / static_cast<double>(pairs.size());
    EXPECT_LT(error, 0.06) << method;
    EXPECT_FALSE(result.pairs[0].low);
    EXPECT_TRUE(runs::mentions(plain(result.notes), "bootstrap 200"));
  }
  const PredictResult resampled = predicted(simulation.comparisons, {.method = "borda", .bootstrap = 50}, {{0, 1}});
  EXPECT_LE(*resampled.pairs[0].low, resampled.pairs[0].probability);
  EXPECT_GE(*resampled.pairs[0].high, resampled.pairs[0].probability);
}

TEST(Predict, TooFewAnswersToHoldAnyOut) {
  const PredictResult result = predicted(zoo::from_rows(2, {{0, 1}}), {.method = "borda"}, {{0, 1}});
  EXPECT_NEAR(result.pairs[0].probability, 0.75, 1e-9) << "Jeffreys: 1.5 wins to 0.5";
}

}  // namespace
}  // namespace pdrank
