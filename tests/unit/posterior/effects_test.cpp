#include "pdrank/posterior/effects.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <vector>

#include "pdrank/core/random.hpp"
#include "pdrank/posterior/find_posterior.hpp"

namespace pdrank {
namespace {

double noise(Random& random) {
  const double u = random.uniform();
  return std::log(u / (1 - u));
}

// Scores, and answers about random pairs: what stands first is `order` ahead, margins within +-cut are ties.
Answers sided_answers(std::uint32_t nodes, int count, double order, double cut, std::uint64_t seed) {
  Random random(seed);
  std::vector<double> score(nodes);
  for (double& one : score) one = 1.5 * random.normal();
  auto known = std::make_shared<Circumstances>(Circumstances{.effects = 1, .feature = {0}, .has_sides = true});
  std::uint32_t number[2][2];
  for (const std::uint32_t tie : {0u, 1u})
    for (const std::uint32_t turned : {0u, 1u}) {
      const float side = turned ? -1.0f : 1.0f;
      number[tie][turned] = known->add({&side, 1}, tie ? kTie : kWin);
    }
  std::vector<AnswerRow> rows;
  for (int k = 0; k < count; ++k) {
    const auto i = static_cast<std::uint32_t>(random.below(nodes));
    auto j = static_cast<std::uint32_t>(random.below(nodes - 1));
    if (j >= i) ++j;
    const double margin = score[i] - score[j] + order + noise(random);  // i stands first
    const bool turned = j < i, tie = std::abs(margin) < cut, first_won = (margin > 0) != turned;
    rows.push_back({std::min(i, j), std::max(i, j), 0, tie || first_won ? 1.0f : 0.0f, !tie && !first_won ? 1.0f : 0.0f,
                    0, number[tie][turned]});
  }
  return make_answers(std::move(rows), nodes, 1, known);
}

// The evidence of a model, times what is believed of its effect and its cut, at the end of the rounds.
double log_posterior(const Answers& answers, const Model& model) {
  Propagation fit(answers, 1);
  EXPECT_TRUE(fit.run(model, 1e-6, 400));
  const double z = model.effect[0] / kEffectDeviation, log_cut = model.cut.empty() ? 0 : std::log(model.cut[0]) + 0.5;
  return fit.evidence() - z * z / 2 - log_cut * log_cut / (2 * 1.5 * 1.5);
}

// Newton's steps end where the evidence is greatest, and say how far it reaches.
TEST(Effects, AreWhereTheEvidenceIsGreatest) {
  for (const double cut : {0.0, 0.5}) {
    const Answers answers = sided_answers(12, 600, 0.4, cut, 3);
    Model model;
    model.shape = {{1, 0, 1.5}};
    model.effect = {0};
    model.in_use = {true};
    start_cuts(answers, false, model);
    Propagation fit(answers, 1);
    for (int step = 0; step < 12; ++step) {
      ASSERT_TRUE(fit.run(model, 1e-6, 400));
      improve_effects(fit, model);
    }
    ASSERT_TRUE(fit.run(model, 1e-6, 400));
    EXPECT_LT(improve_effects(fit, model), 1e-3);
    const EffectsFound found = find_effects(fit, model);
    const double deviation = found.effect[0].deviation, best = log_posterior(answers, model);
    const auto at = [&](double order, double widened) {
      Model other = model;
      other.effect[0] += order;
      if (cut > 0) other.cut[0] *= std::exp(widened);
      return log_posterior(answers, other) - best;
    };
    // Two deviations away a normal law is lower by 2; with the top where it should be, by as much on either side.
    EXPECT_NEAR((at(2 * deviation, 0) + at(-2 * deviation, 0)) / 2, -2, 0.25);
    EXPECT_NEAR(at(2 * deviation, 0) - at(-2 * deviation, 0), 0, 0.4) << "the top is within 0.1 deviations";
    if (cut > 0) {
      const double of_cut = found.cut_deviation[0];
      EXPECT_NEAR((at(0, 2 * of_cut) + at(0, -2 * of_cut)) / 2, -2, 0.3);
      EXPECT_NEAR(at(0, 2 * of_cut) - at(0, -2 * of_cut), 0, 0.5);
    }
  }
}

TEST(Effects, OfManyNodesAreThoseOfFew) {
  const Answers answers = sided_answers(300, 4000, 0.4, 0.5, 5);
  const Posterior posterior = find_posterior(answers, {.draws = 32}, nullptr);
  ASSERT_TRUE(posterior.model.in_use[0]);
  const EffectFound& order = posterior.effects.effect[0];
  EXPECT_NEAR(order.estimate, 0.4, 3.5 * order.deviation);
  EXPECT_NEAR(order.deviation, 2 / std::sqrt(4000.0), 0.3 * order.deviation) << "of as many coins, nearly";
  EXPECT_NEAR(std::log(posterior.model.cut[0]), std::log(0.5), 3.5 * posterior.effects.cut_deviation[0]);
}

TEST(Effects, WithoutEvidenceThereIsNone) {
  int used = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const Posterior posterior = find_posterior(sided_answers(10, 400, 0, 0, seed), {.draws = 32}, nullptr);
    used += posterior.model.in_use[0];
    EXPECT_EQ(posterior.model.in_use[0], posterior.effects.effect[0].log_evidence > 0);
    EXPECT_EQ(posterior.model.effect[0] != 0, posterior.model.in_use[0]);
  }
  EXPECT_LE(used, 3);
  const Posterior sure =
      find_posterior(sided_answers(10, 400, 0, 0, 1), {.draws = 32, .sure_effects = {true}}, nullptr);
  EXPECT_TRUE(sure.model.in_use[0]);
}

// Turning every pair round, with its sides, changes nothing.
TEST(Effects, DoNotDependOnHowPairsAreWritten) {
  const Answers answers = sided_answers(10, 500, 0.3, 0.4, 8);
  Answers turned = answers;
  auto known = std::make_shared<Circumstances>(*answers.circumstances);
  for (float& side : known->feature) side = -side;
  turned.circumstances = known;
  for (std::size_t row = 0; row < turned.rows(); ++row)
    if (turned.is_strict(row)) std::swap(turned.won[row], turned.lost[row]);
  const Posterior a = find_posterior(answers, {.draws = 32}, nullptr),
                  b = find_posterior(turned, {.draws = 32}, nullptr);
  EXPECT_NEAR(a.model.effect[0], b.model.effect[0], 1e-6);
  for (std::size_t node = 0; node < a.mean.size(); ++node) EXPECT_NEAR(a.mean[node], -b.mean[node], 1e-5);
}

}  // namespace
}  // namespace pdrank
