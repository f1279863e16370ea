#include "pdrank/posterior/flips.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "pdrank/core/random.hpp"
#include "pdrank/posterior/find_posterior.hpp"

namespace pdrank {
namespace {

// Answers about random pairs of scores with this deviation, of which a share is turned round.
Answers turned_answers(std::uint32_t nodes, int count, double deviation, double flip, std::uint64_t seed) {
  Random random(seed);
  std::vector<double> score(nodes);
  for (double& one : score) one = deviation * random.normal();
  std::vector<AnswerRow> rows;
  for (int k = 0; k < count; ++k) {
    const auto i = static_cast<std::uint32_t>(random.below(nodes));
    auto j = static_cast<std::uint32_t>(random.below(nodes - 1));
    if (j >= i) ++j;
    const double u = random.uniform();
    const bool i_won = (score[i] - score[j] + std::log(u / (1 - u)) > 0) != (random.uniform() < flip);
    const bool first_won = i_won == (i < j);
    rows.push_back({std::min(i, j), std::max(i, j), 0, first_won ? 1.0f : 0.0f, first_won ? 0.0f : 1.0f, 0});
  }
  return make_answers(std::move(rows), nodes, 1);
}

double log_posterior(const Answers& answers, const Model& model, const Beliefs& beliefs) {
  Propagation fit(answers, 1);
  EXPECT_TRUE(fit.run(model, 1e-6, 400));
  return fit.evidence() - model.flip[0] / beliefs.mean_flip;
}

// By differences of the evidence, the scores following. A wide belief about the spread would have it follow too: here
// it is held.
TEST(Flips, SlopeAndInformationAreThoseOfTheEvidence) {
  Beliefs beliefs;
  beliefs.log_spread_scale = 1e-4;
  for (const double flip : {0.05, 0.15}) {
    const Answers answers = turned_answers(12, 6000, 1.5, 0.1, 3);
    Model model{one_part(1.5), {flip}};
    beliefs.log_spread_mean = std::log(1.5);
    Propagation fit(answers, 1);
    ASSERT_TRUE(fit.run(model, 1e-6, 400));
    const FlipSlope found = flip_slope(fit, model, 6000, beliefs, Others::stay);
    constexpr double kStep = 0.01;
    const double here = log_posterior(answers, model, beliefs);
    Model more = model, less = model;
    more.flip[0] += kStep;
    less.flip[0] -= kStep;
    const double above = log_posterior(answers, more, beliefs), below = log_posterior(answers, less, beliefs);
    const double information = (2 * here - above - below) / (kStep * kStep);
    EXPECT_NEAR(found.slope, (above - below) / (2 * kStep), 0.05 * information * kStep + 0.02 * std::abs(found.slope));
    EXPECT_NEAR(found.information / information, 1, 0.3);  // what is expected, not what was observed
    EXPECT_NEAR(found.wider, 0, 1e-3);

    // Where the scores go.
    Propagation with_more(answers, 1), with_less(answers, 1);
    ASSERT_TRUE(with_more.run(more, 1e-6, 400) && with_less.run(less, 1e-6, 400));
    double off = 0, far = 0;
    for (std::size_t node = 0; node < answers.nodes; ++node) {
      const double went = (with_more.field().mean()[node] - with_less.field().mean()[node]) / (2 * kStep);
      off += (went + found.follows[node]) * (went + found.follows[node]);
      far += went * went;
    }
    EXPECT_LT(std::sqrt(off / far), 0.2);
  }
}

// Answers by the dozen about every pair look alike, turned or between closer scores: counting turned ones would stay
// where it began.
TEST(Flips, AreLearnedFromManyAnswers) {
  for (const std::uint32_t nodes : {30u, 100u})
    for (const double flip : {0.0, 0.1}) {
      const Answers answers = turned_answers(nodes, 20'000, 1.5, flip, 5);
      const Posterior found = find_posterior(answers, {}, nullptr);
      EXPECT_NEAR(found.usual_flip, flip, 0.02) << nodes;
      const double half = (found.flip_high - found.flip_low) / 2;  // 1.6 deviations
      EXPECT_LE(found.flip_low, flip + half);
      EXPECT_GE(found.flip_high, flip - half);
      EXPECT_LT(found.flip_high - found.flip_low, 0.06);
      EXPECT_GT(found.flip_high - found.flip_low, 0.004);
    }
}

// A law that is normal but for its limits.
TEST(FlipLaw, HasTheQuantilesOfACutNormalLaw) {
  const auto below = [](double z) { return 0.5 * std::erfc(-z / std::sqrt(2.0)); };
  for (const double mode : {0.1, 0.01, -0.02, -0.1}) {
    const double deviation = 0.02;
    const FlipSlope found{.slope = (mode - 0.05) / (deviation * deviation), .information = 1 / (deviation * deviation)};
    const FlipLaw law(found, 0.05);
    for (const double probability : {0.05, 0.5, 0.95}) {
      const double at = law.quantile(probability), none = below(-mode / deviation);
      EXPECT_GE(at, 0);
      EXPECT_NEAR((below((at - mode) / deviation) - none) / (1 - none), probability, 0.01) << mode;
    }
  }
}

}  // namespace
}  // namespace pdrank
