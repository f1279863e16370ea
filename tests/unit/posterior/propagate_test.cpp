#include "pdrank/posterior/propagate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "pdrank/core/random.hpp"
#include "support/model_law.hpp"

namespace pdrank {
namespace {

using model_law::Real;

constexpr double kTolerance = 1e-7;
constexpr int kMostRounds = 2000;

struct Settled {
  double evidence;
  std::vector<double> mean, variance;
  double turned;
};

Settled settle(const Answers& answers, const Model& model) {
  Propagation fit(answers, 1);
  EXPECT_TRUE(fit.run(model, kTolerance, kMostRounds));
  const std::span<const double> mean = fit.field().mean();
  return {fit.evidence(), {mean.begin(), mean.end()}, {fit.variances().begin(), fit.variances().end()}, fit.turned()};
}

Answers pairs_of(std::uint32_t nodes, std::vector<AnswerRow> rows, std::uint32_t sources = 1) {
  return make_answers(std::move(rows), nodes, sources);
}

// With one pair, the site sees the law of the difference as it is: mean, variance and evidence are exact.
TEST(Propagation, OnePairIsExact) {
  struct Case {
    float won, lost, tied;
    double flip, deviation;
  };
  for (const Case& one :
       {Case{1, 0, 0, 0.02, 1.5}, {4, 1, 0, 0.1, 2}, {0, 0, 3, 0.02, 1}, {30, 10, 5, 0.001, 0.7}, {1, 9, 1, 0.3, 4}}) {
    const Answers answers = pairs_of(2, {{0, 1, 0, one.won, one.lost, one.tied}});
    const Model model{{{1, 0, one.deviation}}, {one.flip}};
    const Settled found = settle(answers, model);
    const auto reach = static_cast<Real>(7 * one.deviation);
    const model_law::Moments exact = model_law::integrate(answers, model, -reach, reach, 160);
    // tilted_test allows a thousandth.
    EXPECT_NEAR(found.evidence, static_cast<double>(exact.log_evidence), 1e-3);
    const double deviation = std::sqrt(static_cast<double>(exact.variance(0, 1)));
    EXPECT_NEAR(found.mean[0] - found.mean[1], static_cast<double>(exact.difference(0, 1)), 1e-3 * deviation);
    EXPECT_NEAR(found.variance[0] / static_cast<double>(exact.covariance[0][0]), 1, 2e-3);
  }
}

// Three items in a circle: an approximation, with an evidence that is right to a few hundredths and means to a tenth
// of a deviation.
TEST(Propagation, ThreeItemsAreClose) {
  const std::vector<std::vector<AnswerRow>> cases = {
      {{0, 1, 0, 1, 0, 0}, {1, 2, 0, 1, 0, 0}},
      {{0, 1, 0, 1, 0, 0}, {1, 2, 0, 1, 0, 0}, {0, 2, 0, 0, 1, 0}},
      {{0, 1, 0, 7, 3, 2}, {1, 2, 0, 5, 5, 0}, {0, 2, 0, 8, 1, 1}},
      {{0, 1, 0, 2, 0, 0}, {0, 1, 1, 0, 3, 0}, {1, 2, 1, 4, 0, 0}, {0, 2, 0, 3, 0, 0}}};
  for (const std::vector<AnswerRow>& rows : cases) {
    const Answers answers = pairs_of(3, rows, 2);
    for (const Model& model : {Model{{{1, 0, 1.5}}, {0.02, 0.3}}, Model{{{1, 0, 3}}, {0.1, 0.7}}}) {
      const Settled found = settle(answers, model);
      const auto reach = static_cast<Real>(6 * model.shape[0].deviation);
      const model_law::Moments exact = model_law::integrate(answers, model, -reach, reach, 44);
      EXPECT_NEAR(found.evidence, static_cast<double>(exact.log_evidence), 0.05);
      for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = i + 1; j < 3; ++j)
          EXPECT_NEAR(found.mean[i] - found.mean[j], static_cast<double>(exact.difference(i, j)),
                      0.1 * std::sqrt(static_cast<double>(exact.variance(i, j))));
    }
  }
}

// A mixture as the law of scores.
TEST(Propagation, TwoGroupsOfScores) {
  const Answers answers = pairs_of(2, {{0, 1, 0, 3, 1, 0}});
  const Model model{{{0.6, -1, 0.5}, {0.4, 1.5, 1}}, {0.05}};
  Propagation fit(answers, 1);
  ASSERT_TRUE(fit.run(model, kTolerance, kMostRounds));
  const model_law::Moments exact = model_law::integrate(answers, model, -7, 7, 140);
  EXPECT_NEAR(fit.evidence(), static_cast<double>(exact.log_evidence), 0.05);
  EXPECT_NEAR(fit.field().mean()[0] - fit.field().mean()[1], static_cast<double>(exact.difference(0, 1)),
              0.1 * std::sqrt(static_cast<double>(exact.variance(0, 1))));
}

// A mixture of one normal law, twice, is that law.
TEST(Propagation, AMixtureOfEqualsIsOne) {
  const Answers answers = pairs_of(3, {{0, 1, 0, 3, 1, 0}, {1, 2, 0, 1, 0, 0}});
  const Settled one = settle(answers, {{{1, 0, 1.2}}, {0.05}}),
                two = settle(answers, {{{0.3, 0, 1.2}, {0.7, 0, 1.2}}, {0.05}});
  EXPECT_NEAR(one.evidence, two.evidence, 1e-5);
  for (std::size_t node = 0; node < 3; ++node) {
    EXPECT_NEAR(one.mean[node], two.mean[node], 1e-5);
    EXPECT_NEAR(one.variance[node], two.variance[node], 1e-5);
  }
}

Answers random_answers(std::uint32_t nodes, std::size_t count, std::uint64_t seed) {
  Random random(seed);
  std::vector<double> score(nodes);
  for (double& value : score) value = random.uniform(-2.5, 2.5);
  std::vector<AnswerRow> rows;
  for (std::size_t k = 0; k < count; ++k) {
    const auto a = static_cast<std::uint32_t>(random.below(nodes));
    const auto b = static_cast<std::uint32_t>((a + 1 + random.below(nodes - 1)) % nodes);
    const bool won = random.chance(0.05 + 0.9 / (1 + std::exp(score[std::max(a, b)] - score[std::min(a, b)])));
    const bool tie = random.chance(0.1);
    rows.push_back({std::min(a, b), std::max(a, b), 0, tie ? 0.0f : won, tie ? 0.0f : !won, tie ? 1.0f : 0.0f});
  }
  return make_answers(std::move(rows), nodes, 1);
}

// At a fixed point the evidence hangs on the model alone: its derivatives are those of the tilted laws,
//   d / d log s = sum (M^2 + V) / s^2 - nodes,
//   d / df = (answers turned round) / f - (answers not turned round) / (1 - f), of expected ones.
TEST(Propagation, DerivativesOfTheEvidence) {
  const Answers answers = random_answers(8, 40, 1);
  double strict = 0;
  for (std::size_t row = 0; row < answers.rows(); ++row)
    strict += static_cast<double>(answers.won[row] + answers.lost[row]);
  for (const double deviation : {0.7, 2.0})
    for (const double flip : {0.02, 0.2}) {
      const auto evidence = [&](double s, double f) { return settle(answers, {{{1, 0, s}}, {f}}).evidence; };
      const Settled at = settle(answers, {{{1, 0, deviation}}, {flip}});
      double by_spread = -8;
      for (std::size_t node = 0; node < 8; ++node)
        by_spread += (at.mean[node] * at.mean[node] + at.variance[node]) / (deviation * deviation);
      const double by_flip = at.turned / flip - (strict - at.turned) / (1 - flip);
      // Central differences: an error of step^2 times the third derivative, which is of the size of the first.
      constexpr double kStep = 1e-3;
      EXPECT_NEAR(
          (evidence(deviation * std::exp(kStep), flip) - evidence(deviation * std::exp(-kStep), flip)) / (2 * kStep),
          by_spread, 2e-3 * (1 + std::abs(by_spread)));
      const double step = kStep * flip;
      EXPECT_NEAR((evidence(deviation, flip + step) - evidence(deviation, flip - step)) / (2 * step), by_flip,
                  2e-3 * (1 / flip + std::abs(by_flip)));
    }
}

// Answers of another class do not count as turned round.
TEST(Propagation, CountsTurnedAnswersOfTheFirstClass) {
  const Answers answers = pairs_of(2, {{0, 1, 1, 3, 2, 0}}, 2);
  EXPECT_EQ(settle(answers, {{{1, 0, 1}}, {0.02, 0.3}}).turned, 0);
}

// Sites that are stretched are those of scores so many times as far apart.
TEST(Propagation, Stretches) {
  const Answers answers = random_answers(6, 20, 2);
  const Model model{{{1, 0, 1}}, {0.05}};
  Propagation fit(answers, 1);
  ASSERT_TRUE(fit.run(model, kTolerance, kMostRounds));
  const std::vector<double> mean(fit.field().mean().begin(), fit.field().mean().end());
  fit.stretch(2);
  ASSERT_TRUE(fit.round({{{1, 0, 2}}, {0.05}}));
  for (std::size_t node = 0; node < mean.size(); ++node) EXPECT_NEAR(fit.field().mean()[node], 2 * mean[node], 1e-5);
}

// Rounds that go on from the sites of others are there at once.
TEST(Propagation, GoesOnFromSites) {
  const Answers answers = random_answers(6, 20, 3);
  const Model model{{{1, 0, 1}}, {0.05}};
  Propagation fit(answers, 1);
  ASSERT_TRUE(fit.run(model, kTolerance, kMostRounds));
  Propagation again(answers, 1);
  again.restart(fit.sites());
  ASSERT_TRUE(again.run(model, 1e-5, 3));
  EXPECT_NEAR(again.evidence(), fit.evidence(), 1e-6);
}

// A circle of clear majorities fits no scores at all; what is found is in the middle.
TEST(Propagation, Contradictions) {
  for (const float times : {1.0f, 100.0f, 10'000.0f}) {
    const Answers answers = pairs_of(
        3,
        {{0, 1, 0, 6 * times, 4 * times, 0}, {1, 2, 0, 6 * times, 4 * times, 0}, {0, 2, 0, 4 * times, 6 * times, 0}});
    const Settled found = settle(answers, {{{1, 0, 1.5}}, {0.02}});
    for (std::size_t node = 0; node < 3; ++node) EXPECT_NEAR(found.mean[node], 0, 1e-3) << times;
    EXPECT_NEAR(found.variance[0], found.variance[1], 1e-3 * found.variance[0]);
  }
}

TEST(Propagation, WithoutAnswersThereIsThePrior) {
  const Answers answers = make_answers({}, 3, 1);
  const Settled found = settle(answers, {{{1, 0, 1.5}}, {0.02}});
  EXPECT_NEAR(found.evidence, 0, 1e-12);
  for (std::size_t node = 0; node < 3; ++node) {
    EXPECT_EQ(found.mean[node], 0);
    EXPECT_NEAR(found.variance[node], 2.25, 1e-12);
  }
}

struct StopAtOnce : Observer {
  bool stop_requested() override { return true; }
};

TEST(Propagation, StopsWhenAsked) {
  const Answers answers = random_answers(6, 20, 4);
  Propagation fit(answers, 1);
  StopAtOnce observer;
  EXPECT_FALSE(fit.run({}, kTolerance, kMostRounds, &observer));
  EXPECT_LE(fit.rounds(), 2);
}

}  // namespace
}  // namespace pdrank
