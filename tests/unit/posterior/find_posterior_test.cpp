#include "pdrank/posterior/find_posterior.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "pdrank/core/parallel.hpp"
#include "support/gap.hpp"
#include "support/mcmc.hpp"
#include "support/processes.hpp"
#include "support/sourced_answers.hpp"

namespace pdrank {
namespace {

// Of one source.
Answers some_answers(std::uint32_t nodes, int count, double apart, double flip, std::uint64_t seed) {
  return zoo::sourced_answers(nodes, apart, {flip}, count, seed);
}

using testing::Gap;
using testing::gap_of;

void expect_sound(const Posterior& posterior, const Answers& answers) {
  EXPECT_EQ(posterior.draws.nodes(), answers.nodes);
  EXPECT_EQ(posterior.flip.size(), posterior.draws.count());
  for (std::size_t k = 0; k < posterior.draws.count(); ++k)
    for (const float score : posterior.draws[k]) ASSERT_TRUE(std::isfinite(score));
  for (const double variance : posterior.variance) EXPECT_GT(variance, 0);
  EXPECT_LE(posterior.flip_low, posterior.flip_high);
  EXPECT_LE(posterior.spread_low, posterior.spread_high);
  EXPECT_GE(posterior.typical_flip, 0);
  EXPECT_LE(posterior.typical_flip, 0.5);
}

bool same_bytes(const Posterior& a, const Posterior& b) {
  for (std::size_t k = 0; k < a.draws.count(); ++k)
    if (!std::ranges::equal(a.draws[k], b.draws[k])) return false;
  return a.draws.count() == b.draws.count() && a.flip == b.flip && a.mean == b.mean && a.variance == b.variance &&
         a.typical_flip == b.typical_flip && a.class_of_source == b.class_of_source && a.model.flip == b.model.flip;
}

void expect_same_on_threads(const Answers& answers, const PosteriorOptions& options) {
  const auto run = [&](int threads) {
    const ThreadScope scope(threads);
    return find_posterior(answers, options, nullptr);
  };
  const Posterior one = run(1);
  expect_sound(one, answers);
  EXPECT_TRUE(same_bytes(one, run(3)));
}

TEST(Posterior, TheSameOnAnyNumberOfThreads) {
  PosteriorOptions options;
  options.draws = 48;
  expect_same_on_threads(zoo::sourced_answers(20, 5, {0.05, 0.05, 0.05, 0.95}, 60, 1), options);
  options.learn_model = false;  // many nodes: by sampling
  expect_same_on_threads(some_answers(260, 800, 5, 0.05, 1), options);
}

// How often something was handed round.
std::size_t expect_same_by_processes(const Answers& answers, const PosteriorOptions& options) {
  const Posterior alone = find_posterior(answers, options, nullptr);
  std::vector<Posterior> found(2);
  const std::size_t times =
      testing::run_processes(2, [&](std::size_t number) { found[number] = find_posterior(answers, options, nullptr); });
  for (const Posterior& one : found) EXPECT_TRUE(same_bytes(one, alone));
  return times;
}

TEST(Posterior, TheSameByProcessesThatShareTheWork) {
  PosteriorOptions options;
  options.draws = 48;
  expect_same_by_processes(zoo::sourced_answers(20, 5, {0.05, 0.05, 0.05, 0.95}, 60, 1), options);
  // So many that all loops are shared, those of annotators too.
  options.most_sweeps = 1;
  const Answers many = zoo::sourced_answers(16'400, 3, {0.05, 0.05, 0.5}, 6'000, 2);
  EXPECT_GT(expect_same_by_processes(many, options), 300u);
}

TEST(Posterior, AnotherSeedGivesOtherDrawsOfTheSameLaw) {
  const Answers answers = some_answers(5, 30, 4, 0.05, 2);
  const Posterior one = find_posterior(answers, {.draws = 1000, .seed = 1}, nullptr);
  const Posterior other = find_posterior(answers, {.draws = 1000, .seed = 2}, nullptr);
  EXPECT_FALSE(same_bytes(one, other));
  for (std::size_t i = 0; i + 1 < 5; ++i) {
    const Gap a = gap_of(one.draws, i, i + 1), b = gap_of(other.draws, i, i + 1);
    EXPECT_NEAR(a.mean, b.mean, 6 * a.deviation() * std::sqrt(2.0 / 1000));
  }
}

struct StopAfter : Observer {
  explicit StopAfter(int calls) : left(calls) {}
  bool stop_requested() override { return --left < 0; }
  int left;
};

TEST(Posterior, StopsWhenAsked) {
  const Answers answers = some_answers(10, 60, 4, 0.05, 3);
  for (const int calls : {0, 1, 5}) {
    StopAfter observer(calls);
    const Posterior posterior = find_posterior(answers, {.draws = 64}, &observer);
    EXPECT_EQ(posterior.status, Termination::stopped);
    expect_sound(posterior, answers);
  }
}

TEST(Posterior, OnePair) {
  const Answers answers = make_answers({{0, 1, 0, 1, 0, 0}}, 2, 1);
  const Posterior posterior = find_posterior(answers, {}, nullptr);
  EXPECT_EQ(posterior.status, Termination::converged);
  expect_sound(posterior, answers);
  const Gap gap = gap_of(posterior.draws, 0, 1);
  EXPECT_GT(gap.mean, 0);
  double above = 0;
  for (std::size_t k = 0; k < posterior.draws.count(); ++k) above += posterior.draws[k][0] > posterior.draws[k][1];
  // With f -> 0 and s -> infinity one answer makes it certain, with f -> 1/2 or s -> 0 a coin's toss.
  EXPECT_GT(above / static_cast<double>(posterior.draws.count()), 0.65);
  EXPECT_LT(above / static_cast<double>(posterior.draws.count()), 0.95);
}

// The law of one pair's gap and of the flips, by sums over gap, flip and spread; what is believed before any answer as
// docs/MATH.md has it.
struct PairLaw {
  std::vector<std::pair<double, double>> gap = {}, flip = {};  // values in ascending order, and their probabilities

  static double above(const std::vector<std::pair<double, double>>& law, double value) {
    double sum = 0, all = 0;
    for (const auto& [at, weight] : law) all += weight, sum += at > value ? weight : 0;
    return sum / all;
  }
};

PairLaw integrate(double won, double lost) {
  constexpr int kSpreads = 120, kGaps = 801, kFlips = 120;
  PairLaw law;
  const auto flip_at = [](double place) { return 0.011 * std::pow(0.46 / 0.011, place / kFlips) - 0.01; };
  for (int k = 0; k < kFlips; ++k) law.flip.emplace_back(flip_at(k + 0.5), 0);
  for (int k = 0; k < kGaps; ++k) {
    const double u = -7 + 14.0 * k / (kGaps - 1), d = 0.5 * std::sinh(u), win = 1 / (1 + std::exp(-d));
    double before = 0;
    for (int j = 0; j < kSpreads; ++j) {
      const double log_spread = std::log(0.02) + std::log(64 / 0.02) * (j + 0.5) / kSpreads, s = std::exp(log_spread);
      const double z = (log_spread - 0.5) / 0.7;
      before += std::pow(1 + z * z / 4, -2.5) * std::exp(-d * d / (4 * s * s)) / s;
    }
    double after = 0;
    for (auto& [flip, weight] : law.flip) {
      const double right = flip + (1 - 2 * flip) * win;
      const double value = before * std::cosh(u) * (flip + 0.01) *
                           std::exp(-flip / 0.06 + won * std::log(right / 0.9) + lost * std::log((1 - right) / 0.1));
      weight += value;
      after += value;
    }
    law.gap.emplace_back(d, after);
  }
  return law;
}

// Every end of a 90 % interval cuts off a twentieth; of gaps, whose law is very skew, a little more.
TEST(Posterior, OnePairByIntegration) {
  for (const auto& [won, lost] : {std::pair{10.f, 0.f}, {20.f, 1.f}, {7.f, 3.f}, {60.f, 20.f}}) {
    const Posterior posterior = find_posterior(make_answers({{0, 1, 0, won, lost, 0}}, 2, 1), {}, nullptr);
    const PairLaw law = integrate(static_cast<double>(won), static_cast<double>(lost));
    std::vector<double> gaps;
    for (std::size_t k = 0; k < posterior.draws.count(); ++k)
      gaps.push_back(static_cast<double>(posterior.draws[k][0]) - static_cast<double>(posterior.draws[k][1]));
    std::ranges::sort(gaps);
    const auto at = [&](double share) {
      return gaps[static_cast<std::size_t>(share * static_cast<double>(gaps.size()))];
    };
    EXPECT_NEAR(PairLaw::above(law.gap, at(0.95)), 0.05, 0.03) << won << ':' << lost;
    EXPECT_NEAR(PairLaw::above(law.gap, at(0.5)), 0.5, 0.05) << won << ':' << lost;
    EXPECT_NEAR(PairLaw::above(law.gap, at(0.05)), 0.95, 0.02) << won << ':' << lost;
    EXPECT_NEAR(PairLaw::above(law.flip, posterior.flip_high), 0.05, 0.02) << won << ':' << lost;
    EXPECT_NEAR(PairLaw::above(law.flip, posterior.flip_low), 0.95, 0.02) << won << ':' << lost;
  }
}

TEST(Posterior, AllTies) {
  const Answers answers = make_answers({{0, 1, 0, 0, 0, 5}, {1, 2, 0, 0, 0, 5}, {0, 2, 0, 0, 0, 5}}, 3, 1);
  const Posterior posterior = find_posterior(answers, {}, nullptr);
  EXPECT_EQ(posterior.status, Termination::converged);
  expect_sound(posterior, answers);
  for (const double mean : posterior.mean) EXPECT_NEAR(mean, 0, 1e-9);
  EXPECT_NEAR(posterior.variance[0], posterior.variance[1], 1e-9);
  EXPECT_LT(posterior.model.shape[0].deviation, 1) << "ties say that scores are close";
}

TEST(Posterior, ACircleOfAnswers) {
  const Answers answers = make_answers({{0, 1, 0, 600, 400, 0}, {1, 2, 0, 600, 400, 0}, {0, 2, 0, 400, 600, 0}}, 3, 1);
  const Posterior posterior = find_posterior(answers, {}, nullptr);
  expect_sound(posterior, answers);
  for (std::size_t node = 1; node < 3; ++node) {
    const Gap gap = gap_of(posterior.draws, 0, node);
    EXPECT_NEAR(gap.mean, 0, 0.2 * gap.deviation());
  }
}

// A million answers against one.
TEST(Posterior, HugeWeights) {
  const Answers answers = make_answers({{0, 1, 0, 1e6, 1, 0}, {1, 2, 0, 1, 0, 0}}, 3, 1);
  const Posterior posterior = find_posterior(answers, {}, nullptr);
  expect_sound(posterior, answers);
  for (std::size_t k = 0; k < posterior.draws.count(); ++k) ASSERT_GT(posterior.draws[k][0], posterior.draws[k][1]);
}

// Answers counted in one row, or one by one by the same source, are the same answers.
TEST(Posterior, AWeightIsANumberOfAnswers) {
  std::vector<AnswerRow> counted = {{0, 1, 0, 3, 1, 2}, {1, 2, 0, 2, 2, 0}}, one_by_one;
  for (const AnswerRow& row : counted) {
    for (float k = 0; k < row.won; ++k) one_by_one.push_back({row.first, row.second, 0, 1, 0, 0});
    for (float k = 0; k < row.lost; ++k) one_by_one.push_back({row.first, row.second, 0, 0, 1, 0});
    for (float k = 0; k < row.tied; ++k) one_by_one.push_back({row.first, row.second, 0, 0, 0, 1});
  }
  EXPECT_TRUE(same_bytes(find_posterior(make_answers(counted, 3, 1), {.draws = 64}, nullptr),
                         find_posterior(make_answers(one_by_one, 3, 1), {.draws = 64}, nullptr)));
}

// The paper's noise and Bradley and Terry's are told apart, and their sizes found. A share of 0.15 among 2,500 answers
// has a standard error of 0.007; that of the spread is about 1.4 / sqrt(2 nodes).
TEST(Posterior, FindsNoiseAndSpread) {
  const Posterior toggled = find_posterior(some_answers(201, 2500, 80, 0.15, 4), {.draws = 32}, nullptr);
  EXPECT_NEAR(toggled.model.flip[0], 0.15, 0.03);
  EXPECT_GT(spread(toggled.model.shape), 4);
  const Posterior bradley_terry = find_posterior(some_answers(201, 2500, 5, 0, 5), {.draws = 32}, nullptr);
  EXPECT_LT(bradley_terry.model.flip[0], 0.03);
  EXPECT_NEAR(spread(bradley_terry.model.shape), 5 / std::sqrt(12.0), 0.4);
}

TEST(Posterior, KnownFlipsAreKept) {
  const Answers answers = zoo::sourced_answers(8, 4, {0.05, 0.9, 0.4}, 40, 6);
  const std::vector<double> flips = {0.05, 0.9, 0.05};
  const Posterior posterior = find_posterior(answers, {.draws = 64, .known_flips = flips}, nullptr);
  EXPECT_EQ(posterior.model.flip.size(), 3u) << "what most are, and sources with the same one share a class";
  EXPECT_EQ(posterior.model.flip[0], Model().flip[0]);
  for (std::size_t source = 0; source < 3; ++source)
    EXPECT_EQ(posterior.model.flip[posterior.class_of_source[source]], flips[source]);
  EXPECT_TRUE(posterior.sources.empty());
  expect_sound(posterior, answers);
}

TEST(Posterior, AKnownModelIsKept) {
  const Answers answers = some_answers(8, 60, 4, 0.05, 7);
  const Model model{{{0.5, -1, 0.5}, {0.5, 1, 0.7}}, {0.07}};
  const Posterior posterior = find_posterior(answers, {.draws = 64, .learn_model = false, .model = model}, nullptr);
  EXPECT_EQ(posterior.model.flip, model.flip);
  EXPECT_EQ(posterior.model.shape.size(), 2u);
  EXPECT_EQ(posterior.model.shape[1].deviation, 0.7);
}

// With a known model, all of it against the slow twin; tests/statistical has more of this.
TEST(Posterior, AgreesWithTheSlowTwin) {
  const Answers answers = some_answers(8, 40, 4, 0.1, 8);
  const Model model{{{1, 0, 1.5}}, {0.1}};
  const Posterior posterior = find_posterior(answers, {.draws = 4000, .learn_model = false, .model = model}, nullptr);
  const mcmc::Moments twin = mcmc::sample(answers, model, 6000, 9);
  for (std::size_t i = 0; i < 8; ++i)
    for (std::size_t j = i + 1; j < 8; ++j) {
      const Gap gap = gap_of(posterior.draws, i, j);
      const double deviation = twin.gap_deviation[twin.at(i, j)];
      EXPECT_NEAR(gap.mean, twin.gap[twin.at(i, j)], 0.1 * deviation + 3 * twin.gap_error[twin.at(i, j)]);
      EXPECT_NEAR(gap.deviation() / deviation, 1, 0.1);
    }
}

TEST(Posterior, NoAnswersAtAll) {
  const Answers answers = make_answers({}, 3, 1);
  const Posterior posterior = find_posterior(answers, {.draws = 64}, nullptr);
  expect_sound(posterior, answers);
}

}  // namespace
}  // namespace pdrank
