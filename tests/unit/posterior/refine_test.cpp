#include "pdrank/posterior/refine.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "pdrank/core/parallel.hpp"
#include "pdrank/core/random.hpp"
#include "support/gap.hpp"
#include "support/mcmc.hpp"
#include "support/model_law.hpp"

namespace pdrank {
namespace {

using model_law::Real;

void refine(const Propagation& fit, const Model& model, int sweeps, std::uint64_t seed, ScoreDraws& draws) {
  const Refiner refiner(fit, model);
  for (int k = 0; k < sweeps; ++k) refiner.sweep(mixed(seed) + static_cast<std::uint64_t>(k), draws);
}

constexpr std::size_t kDraws = 4000;

ScoreDraws refined(const Answers& answers, const Model& model, int sweeps, std::uint64_t seed,
                   std::size_t count = kDraws) {
  Propagation fit(answers, 1);
  fit.run(model, 1e-5, 500);
  ScoreDraws draws = fit.field().draw(fit.sites(), count, seed);
  refine(fit, model, sweeps, seed, draws);
  return draws;
}

using testing::Gap;
using testing::gap_of;

// The draws are independent after so many sweeps, and were before but for being mirrored: means are within 5 standard
// errors, deviation / sqrt(n); variances, whose relative standard error is sqrt((kurtosis - 1) / n), kurtosis below 6
// for such laws, within 5 of those.
void expect_exact(const Answers& answers, const Model& model, Real reach, int points, int sweeps = 25) {
  const model_law::Moments exact = model_law::integrate(answers, model, -reach, reach, points);
  const ScoreDraws draws = refined(answers, model, sweeps, 2);
  for (std::size_t i = 0; i < answers.nodes; ++i)
    for (std::size_t j = i + 1; j < answers.nodes; ++j) {
      const Gap gap = gap_of(draws, i, j);
      const auto variance = static_cast<double>(exact.variance(i, j));
      EXPECT_NEAR(gap.mean, static_cast<double>(exact.difference(i, j)), 5 * std::sqrt(variance / kDraws)) << i << j;
      EXPECT_NEAR(gap.variance / variance, 1, 5 * std::sqrt(5.0 / kDraws)) << i << j;
    }
}

TEST(Refine, OnePairIsExact) {
  expect_exact(make_answers({{0, 1, 0, 1, 0, 0}}, 2, 1), {{{1, 0, 1.5}}, {0.05}}, 10, 140);
  expect_exact(make_answers({{0, 1, 0, 5, 1, 0}, {0, 1, 1, 1, 0, 0}}, 2, 2), {{{1, 0, 2}}, {0.05, 0.8}}, 13, 140);
  expect_exact(make_answers({{0, 1, 0, 2, 0, 3}}, 2, 1), {{{1, 0, 1}}, {0.05}}, 7, 140);
}

// Laws far from normal: scores that lie far apart, of which a third of the answers is turned round; two groups.
TEST(Refine, WhatIsNotNormal) {
  expect_exact(make_answers({{0, 1, 0, 2, 1, 0}, {1, 2, 0, 2, 0, 0}, {0, 2, 0, 1, 0, 0}}, 3, 1), {{{1, 0, 4}}, {0.2}},
               22, 56);
  expect_exact(make_answers({{0, 1, 0, 3, 1, 0}, {1, 2, 0, 1, 0, 0}}, 3, 1), {{{0.6, -1, 0.5}, {0.4, 1.5, 1}}, {0.05}},
               6, 56);
}

// Answers that contradict each other: the sites are far from the law, which has several peaks, and it takes many
// sweeps.
TEST(Refine, Contradictions) {
  expect_exact(make_answers({{0, 1, 0, 3, 0, 0}, {1, 2, 0, 3, 0, 0}, {0, 2, 0, 0, 3, 0}}, 3, 1), {{{1, 0, 3}}, {0.02}},
               16, 56, 300);
}

// Started from the law of the model, sweeps leave it as it is; and so does none at all.
TEST(Refine, NoSweepsNoChange) {
  const Answers answers = make_answers({{0, 1, 0, 1, 0, 0}}, 2, 1);
  const Model model;
  Propagation fit(answers, 1);
  fit.run(model, 1e-5, 100);
  ScoreDraws draws = fit.field().draw(fit.sites(), 40, 3);
  const ScoreDraws before = draws;
  refine(fit, model, 0, 3, draws);
  for (std::size_t k = 0; k < 40; ++k)
    for (std::size_t node = 0; node < 2; ++node) EXPECT_EQ(draws[k][node], before[k][node]);
}

TEST(Refine, TheSameOnAnyNumberOfThreads) {
  const Answers answers = make_answers({{0, 1, 0, 1, 0, 0}, {1, 2, 0, 0, 4, 1}}, 3, 1);
  const auto draw = [&](int threads) {
    const ThreadScope scope(threads);
    return refined(answers, {}, 3, 4, 37);  // the last batch is not full
  };
  const ScoreDraws one = draw(1), three = draw(3);
  for (std::size_t k = 0; k < one.count(); ++k)
    for (std::size_t node = 0; node < 3; ++node) EXPECT_EQ(one[k][node], three[k][node]);
}

// Rankings by one judge and by several, with ties, and beside answers about pairs.
// Two groups, between which a score has to jump.
TEST(Refine, BetweenGroups) {
  const Model model{{{0.5, -3, 0.3}, {0.5, 3, 0.3}}, {0.1}};
  expect_exact(make_answers({{0, 1, 0, 1, 0, 0}, {1, 2, 0, 1, 1, 0}}, 3, 1), model, 5, 100);
}

// A few sweeps at the size that they are made for, against the slow twin: means within 0.1 deviations, deviations
// within a tenth, both of which are far above the errors of either.
TEST(Refine, AgreesWithTheSlowTwin) {
  Random random(6);
  std::vector<AnswerRow> rows;
  for (int k = 0; k < 60; ++k) {
    const auto a = static_cast<std::uint32_t>(random.below(12)),
               b = static_cast<std::uint32_t>((a + 1 + random.below(11)) % 12);
    const bool won = random.chance(a < b ? 0.75 : 0.25);
    rows.push_back({std::min(a, b), std::max(a, b), 0, won ? 1.0f : 0.0f, won ? 0.0f : 1.0f, 0});
  }
  const Answers answers = make_answers(std::move(rows), 12, 1);
  const Model model{{{1, 0, 1.5}}, {0.05}};
  const mcmc::Moments twin = mcmc::sample(answers, model, 8000, 7);
  const ScoreDraws draws = refined(answers, model, 6, 8);
  for (std::size_t i = 0; i < 12; ++i)
    for (std::size_t j = i + 1; j < 12; ++j) {
      const Gap gap = gap_of(draws, i, j);
      const double deviation = twin.gap_deviation[twin.at(i, j)];
      EXPECT_NEAR(gap.mean, twin.gap[twin.at(i, j)], 0.1 * deviation + 3 * twin.gap_error[twin.at(i, j)]);
      EXPECT_NEAR(std::sqrt(gap.variance) / deviation, 1, 0.1);
    }
}

}  // namespace
}  // namespace pdrank
