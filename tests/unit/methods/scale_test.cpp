#include "pdrank/methods/scale.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "pdrank/core/errors.hpp"
#include "pdrank/methods/predict.hpp"
#include "pdrank/methods/rank.hpp"
#include "support/rows.hpp"

namespace pdrank {
namespace {

Comparisons some_data() {
  Random random(11);
  return zoo::from_rows(8, zoo::random_rows(8, 200, 3.0, random));
}

RankOptions scaled(std::string method, std::optional<ScaleKind> scale, std::optional<std::string> anchor = {}) {
  RankOptions options;
  options.method = std::move(method);
  options.scale = scale;
  options.anchor = std::move(anchor);
  return options;
}

TEST(Scale, EloAndJodAreOtherUnits) {
  const Comparisons data = some_data();
  for (const char* method : {"posterior", "bradley-terry"}) {
    const RankResult plain = rank(data, scaled(method, {}));
    const RankResult elo = rank(data, scaled(method, ScaleKind::elo)), jod = rank(data, scaled(method, ScaleKind::jod));
    const RankResult logit = rank(data, scaled(method, ScaleKind::logit));
    double mean = 0;
    for (std::size_t k = 0; k < plain.ranking.size(); ++k) {
      const Place& place = plain.ranking[k];
      EXPECT_EQ(elo.ranking[k].item, place.item);
      EXPECT_NEAR(elo.ranking[k].score, 1000 + 400 / std::log(10.0) * place.score, 1e-6);
      EXPECT_NEAR(*elo.ranking[k].standard_error, 400 / std::log(10.0) * *place.standard_error, 1e-6);
      EXPECT_NEAR(jod.ranking[k].score, place.score / std::log(3.0), 1e-9);
      EXPECT_NEAR(logit.ranking[k].score, place.score, 1e-9);
      if (place.score_low) {
        EXPECT_NEAR(*elo.ranking[k].score_low, 1000 + 400 / std::log(10.0) * *place.score_low, 1e-6);
      }
      mean += elo.ranking[k].score / 8;
    }
    EXPECT_NEAR(mean, 1000, 1e-6);
  }
}

TEST(Scale, SharesAddUpToOne) {
  const Comparisons data = some_data();
  for (const char* method : {"posterior", "bradley-terry"}) {
    const RankResult plain = rank(data, scaled(method, {})), share = rank(data, scaled(method, ScaleKind::share));
    double sum = 0;
    for (std::size_t k = 0; k < plain.ranking.size(); ++k) {
      sum += share.ranking[k].score;
      EXPECT_NEAR(share.ranking[k].score / share.ranking[0].score,
                  std::exp(plain.ranking[k].score - plain.ranking[0].score), 1e-9);
      if (share.ranking[k].score_low) {
        EXPECT_GT(*share.ranking[k].score_low, 0);
        EXPECT_LE(*share.ranking[k].score_low, share.ranking[k].score);
        EXPECT_LT(*share.ranking[k].score_high, 1);
      }
    }
    EXPECT_NEAR(sum, 1, 1e-9);
  }
}

TEST(Scale, AnAnchorHasItsPointsAndNoError) {
  const Comparisons data = some_data();
  const RankResult free = rank(data, scaled("posterior", ScaleKind::elo));
  const std::string name = free.ranking[3].item;
  const RankResult held = rank(data, scaled("posterior", ScaleKind::elo, name + "=1200"));
  for (std::size_t k = 0; k < free.ranking.size(); ++k)
    EXPECT_NEAR(held.ranking[k].score - 1200, free.ranking[k].score - free.ranking[3].score, 1e-6);
  EXPECT_EQ(held.ranking[3].score, 1200);
  EXPECT_NEAR(*held.ranking[3].score_low, 1200, 1e-3);
  EXPECT_NEAR(*held.ranking[3].standard_error, 0, 1e-3);
  EXPECT_GT(*held.ranking[0].standard_error, 1);
  EXPECT_EQ(rank(data, scaled("posterior", ScaleKind::elo, name)).ranking[3].score, 1000);
  EXPECT_EQ(rank(data, scaled("posterior", {}, name)).ranking[3].score, 0);
  EXPECT_THROW(rank(data, scaled("posterior", {}, "nobody")), InvalidArgument);
  EXPECT_THROW(rank(data, scaled("posterior", {}, name + "=much")), InvalidArgument);
}

TEST(Scale, IsRefusedWhereScoresHaveNoUnit) {
  const Comparisons data = some_data();
  EXPECT_THROW(rank(data, scaled("borda", ScaleKind::elo)), InvalidArgument);
  EXPECT_THROW(rank(data, scaled("pdrank", {}, "item-0")), InvalidArgument);
  EXPECT_THROW(rank(data, scaled("posterior", ScaleKind::share, "item-0")), InvalidArgument);
}

TEST(Scale, DoesNotChangePredictions) {
  const Comparisons data = some_data();
  for (const char* method : {"posterior", "bradley-terry"}) {
    RankOptions options = scaled(method, {});
    options.keep_draws = true;
    const RankResult plain = rank(data, options);
    const Prediction wanted = Predictor(plain, 8, 0.9).predict({*plain.law, true}, 0, 5);
    for (const ScaleKind kind : {ScaleKind::elo, ScaleKind::share, ScaleKind::jod}) {
      options.scale = kind;
      const RankResult result = rank(data, options);
      const Prediction found = Predictor(result, 8, 0.9).predict({*result.law, true}, 0, 5);
      EXPECT_NEAR(found.probability, wanted.probability, 1e-9);
      EXPECT_NEAR(*found.low, *wanted.low, 1e-9);
    }
  }
}

// Boundaries are points of the scale.
TEST(Scale, GradesGoByIt) {
  const Comparisons data = some_data();
  RankOptions plain = scaled("posterior", {}), elo = scaled("posterior", ScaleKind::elo);
  plain.boundaries = {"A=0.5", "B"};
  elo.boundaries = {"A=" + std::to_string(1000 + 400 / std::log(10.0) * 0.5), "B"};
  const RankResult a = rank(data, plain), b = rank(data, elo);
  for (std::size_t k = 0; k < a.ranking.size(); ++k) {
    EXPECT_EQ(a.ranking[k].grade, b.ranking[k].grade);
    EXPECT_NEAR(*a.ranking[k].grade_probability, *b.ranking[k].grade_probability, 1e-9);
  }
}

}  // namespace
}  // namespace pdrank
