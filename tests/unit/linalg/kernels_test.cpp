#include "pdrank/linalg/kernels.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

#include "support/problem_zoo.hpp"

namespace pdrank {
namespace {

long double softplus(long double t) { return std::max(t, 0.0L) + std::log1p(std::exp(-std::abs(t))); }
long double sigmoid(long double t) { return t >= 0 ? 1 / (1 + std::exp(-t)) : std::exp(t) / (1 + std::exp(t)); }

// One million (s, w): w log-uniform over 1e-6 .. 1e6, s uniform, and log-uniform of either sign, up to 1e4.
struct ProxCases {
  std::vector<double> s, w;
};

ProxCases prox_cases() {
  constexpr std::size_t kCount = 1'000'000;
  Random random(7);
  ProxCases cases;
  cases.w = zoo::log_uniform(kCount, 1e-6, 1e6, random);
  cases.s.resize(kCount);
  for (double& s : cases.s) {
    const double size = random.chance(0.5) ? random.uniform(0, 1e4) : std::exp(random.uniform(-20, std::log(1e4)));
    s = random.chance(0.5) ? size : -size;
  }
  return cases;
}

std::vector<double> proximal_points(const std::vector<double>& s, const std::vector<double>& w) {
  std::vector<double> root(s.size());
  kernels::prox_pull(s.data(), w.data(), s.size(), root.data());
  for (std::size_t k = 0; k < s.size(); ++k) root[k] += s[k];
  return root;
}

TEST(Prox, SolvesItsEquationForAMillionPoints) {
  const ProxCases cases = prox_cases();
  const std::vector<double> root = proximal_points(cases.s, cases.w);
  double worst = 0;
  for (std::size_t k = 0; k < root.size(); ++k) {
    ASSERT_TRUE(std::isfinite(root[k])) << "s " << cases.s[k] << " w " << cases.w[k];
    const long double pull = cases.w[k] * sigmoid(1.0L - root[k]);
    const long double residual = std::abs(root[k] - cases.s[k] - pull);
    // Relative to the terms of the equation themselves, not to a floor of 1.
    const long double scale = std::abs(static_cast<long double>(root[k])) + std::abs(cases.s[k]) + pull;
    worst = std::max(worst, static_cast<double>(residual / scale));
    EXPECT_GE(root[k], cases.s[k] - 1e-12 * std::abs(cases.s[k]));
    EXPECT_LE(root[k], cases.s[k] + cases.w[k] + 1e-12 * (std::abs(cases.s[k]) + cases.w[k]));
  }
  EXPECT_LT(worst, 1e-10);
  RecordProperty("worst_relative_residual", std::to_string(worst));
  std::printf("worst relative residual of the prox: %.3g\n", worst);
}

// Where the answer is all but s itself, u - s still has all its digits.
TEST(Prox, PullIsRelativelyExact) {
  Random random(8);
  const std::vector<double> w = zoo::log_uniform(10'000, 1e-9, 1e3, random);
  std::vector<double> s(w.size()), pull(w.size());
  for (double& value : s) value = random.uniform(20, 300);
  kernels::prox_pull(s.data(), w.data(), s.size(), pull.data());
  for (std::size_t k = 0; k < s.size(); ++k) {
    const long double expected = w[k] * sigmoid(1.0L - s[k] - pull[k]);
    EXPECT_NEAR(pull[k], static_cast<double>(expected), 1e-12 * pull[k]);
  }
}

TEST(Prox, EdgesOfTheRange) {
  const std::vector<double> s = {0, -0.0, 1, 1e4, -1e4, 1e300, -1e300, 0.5, 5e-324};
  const std::vector<double> w = {0, 1e-300, 2, 1e6, 1e6, 1, 1, 1e300, 1};
  const std::vector<double> root = proximal_points(s, w);
  for (const double u : root) EXPECT_TRUE(std::isfinite(u));
  EXPECT_EQ(root[0], 0);
  EXPECT_DOUBLE_EQ(root[2], 2 * static_cast<double>(sigmoid(1.0L - root[2])) + 1);
  EXPECT_EQ(root[5], 1e300);
  EXPECT_EQ(root[6], -1e300);
}

// The root of sigma t + w sigmoid(t) = c, which lies between (c - w) / sigma and c / sigma, by bisection.
long double dual_root(long double sigma, long double w, long double c) {
  long double low = (c - w) / sigma, high = c / sigma;
  for (int k = 0; k < 200; ++k) {
    const long double middle = (low + high) / 2;
    (sigma * middle + w * sigmoid(middle) < c ? low : high) = middle;
  }
  return (low + high) / 2;
}

// Far from the solution too: a dual outside its range, margins up to 1000, steps from far too short to far too long.
TEST(DualStep, AgreesWithBisection) {
  Random random(9);
  for (const std::size_t count : {1u, 2u, 3u, 5u, 7u, 8u, 9u, 4099u}) {
    const std::vector<double> w = zoo::log_uniform(count, 1e-6, 1e6, random);
    const std::vector<double> step = zoo::log_uniform(count, 1e-9, 1e3, random);
    std::vector<double> margin(count), sigma(count), dual(count);
    for (std::size_t k = 0; k < count; ++k) {
      margin[k] = random.chance(0.5) ? random.uniform(-10, 10) : random.uniform(-1000, 1000);
      sigma[k] = step[k] * w[k];
      dual[k] = w[k] * random.uniform(-2, 1);
    }
    const std::vector<double> before = dual;
    kernels::dual_step(margin.data(), w.data(), sigma.data(), 1.8, count, dual.data());
    for (std::size_t k = 0; k < count; ++k) {
      const long double c = sigma[k] * (1.0L - margin[k]) - before[k];
      const long double prox = -w[k] * sigmoid(dual_root(sigma[k], w[k], c));
      // The terms of the equation are rounded, and an error in them is felt at most in full.
      const double terms = sigma[k] * std::abs(1 - margin[k]) + std::abs(before[k]) + w[k];
      EXPECT_NEAR(dual[k], static_cast<double>(before[k] + 1.8L * (prox - before[k])), 1e-14 * terms)
          << "w " << w[k] << " sigma " << sigma[k] << " margin " << margin[k] << " dual " << before[k];
    }
  }
}

// Where the margin has the force that the dual says, nothing moves; a lost last bit of a small force would.
TEST(DualStep, RestsAtTheSolution) {
  Random random(10);
  const std::vector<double> w = zoo::log_uniform(1000, 1e-3, 1e3, random);
  std::vector<double> margin(w.size()), sigma(w.size()), dual(w.size());
  for (std::size_t k = 0; k < w.size(); ++k) {
    margin[k] = random.uniform(-30, 30);
    const long double force = w[k] * sigmoid(1.0L - margin[k]);
    sigma[k] = static_cast<double>(force * sigmoid(margin[k] - 1.0L));
    dual[k] = -static_cast<double>(force);
  }
  const std::vector<double> before = dual;
  kernels::dual_step(margin.data(), w.data(), sigma.data(), 1.8, w.size(), dual.data());
  for (std::size_t k = 0; k < w.size(); ++k) EXPECT_NEAR(dual[k], before[k], 2e-14 * std::abs(before[k]));
}

TEST(Logistic, AgreesWithExtendedPrecision) {
  Random random(3);
  for (const std::size_t count : {0u, 1u, 2u, 3u, 5u, 7u, 8u, 9u, 17u, 1000u}) {
    std::vector<double> margin(count), force(count), curvature(count), omega(count);
    for (double& y : margin) y = random.uniform(-40, 40);
    const std::vector<double> weight = zoo::log_uniform(count, 1e-3, 1e3, random);
    const double loss = kernels::logistic(margin.data(), weight.data(), count, force.data(), curvature.data());
    const double data_term = kernels::reweight(margin.data(), weight.data(), count, 0.01, omega.data());
    long double expected_loss = 0, expected_data_term = 0;
    for (std::size_t k = 0; k < count; ++k) {
      const long double t = 1.0L - margin[k];
      const double expected_curvature = static_cast<double>(weight[k] * sigmoid(t) * sigmoid(-t));
      expected_loss += weight[k] * softplus(t);
      expected_data_term += weight[k] * std::log(softplus(t) + 0.01L);
      EXPECT_NEAR(force[k], static_cast<double>(weight[k] * sigmoid(t)), 1e-14 * weight[k]);
      EXPECT_NEAR(curvature[k], expected_curvature, 1e-14 * expected_curvature);
      EXPECT_NEAR(omega[k], static_cast<double>(1 / (softplus(t) + 0.01L)), 1e-13 * omega[k]);
    }
    EXPECT_NEAR(loss, static_cast<double>(expected_loss), 1e-12 * loss);
    EXPECT_NEAR(data_term, static_cast<double>(expected_data_term), 1e-11 * (1 + std::abs(data_term)));
  }
}

TEST(Advance, IsAStepAndItsSum) {
  Random random(4);
  for (const std::size_t count : {0u, 1u, 3u, 8u, 9u, 100u}) {
    std::vector<double> p(count), q(count), inverse(count), x(count), r(count);
    for (auto* values : {&p, &q, &inverse, &x, &r})
      for (double& value : *values) value = random.uniform(-1, 1);
    std::vector<double> expected_x = x, expected_r = r;
    double expected = 0;
    for (std::size_t k = 0; k < count; ++k) {
      expected_x[k] += 0.3 * p[k];
      expected_r[k] -= 0.3 * q[k];
      expected += expected_r[k] * expected_r[k] * inverse[k];
    }
    EXPECT_NEAR(kernels::advance(0.3, p.data(), q.data(), inverse.data(), count, x.data(), r.data()), expected, 1e-13);
    for (std::size_t k = 0; k < count; ++k) {
      EXPECT_NEAR(x[k], expected_x[k], 1e-15);
      EXPECT_NEAR(r[k], expected_r[k], 1e-15);
    }
  }
}

// L(then - other) / L(now - other) of one answer, in extended precision.
long double flip_ratio_of(long double f, long double sign, long double now, long double then, long double other) {
  const auto likelihood = [&](long double score) {
    const long double d = std::clamp(sign * (score - other), -30.0L, 30.0L);
    return f * sigmoid(-d) + (1 - f) * sigmoid(d);
  };
  return likelihood(then) / likelihood(now);
}

using LaneValues = std::array<float, kernels::kPadding>;

// Answers about node 0 and others, with the room behind them that is asked for.
std::vector<kernels::NeighbourAnswers> with_room(std::vector<kernels::NeighbourAnswers> answers) {
  answers.resize(answers.size() + kernels::kNeighboursAhead);
  return answers;
}

// Single precision: a difference of scores up to 60 is rounded to 2^-19 at most, which the ratio feels in full, and for
// every answer again; the exponentials, sums, products and the quotient add some twenty roundings of 2^-24, and the
// logarithm, up to 69 for ten answers at once, one of 2^-18 for as many.
TEST(AddLogRatio, AgreesWithExtendedPrecision) {
  Random random(11);
  const std::array<float, 4> flip = {0.001f, 0.05f, 0.5f, 0.95f};
  for (const std::uint32_t many : {0u, 1u, 3u, 40u})
    for (const double reach : {1.0, 30.0}) {
      std::vector<LaneValues> values(5);
      LaneValues then;
      for (float& score : then) score = static_cast<float>(random.uniform(-reach, reach));
      for (LaneValues& scores : values)
        for (float& score : scores) score = static_cast<float>(random.uniform(-reach, reach));
      std::vector<kernels::NeighbourAnswers> answers;
      double all = 0;
      for (std::uint32_t k = 0; k < many; ++k) {
        answers.push_back({1 + k % 4, 0.5f, random.below(4) & 3u, random.below(3) & 3u, random.below(3) & 3u});
        all += answers.back().won + answers.back().lost;
      }
      std::array<double, kernels::kPadding> sum;
      sum.fill(0.25);
      kernels::add_log_ratio(with_room(answers).data(), many, flip.data(), values[0].data(), values[0].data(),
                             then.data(), sum.data());
      for (std::size_t k = 0; k < sum.size(); ++k) {
        long double expected = 0.25L;
        for (const auto& [other, weight, source, won, lost] : answers)
          for (const auto& [sign, count] : {std::pair{1, won + 0u}, {-1, lost + 0u}})
            expected += count * std::log(flip_ratio_of(flip[source], sign, values[0][k], then[k], values[other][k]));
        EXPECT_NEAR(sum[k], static_cast<double>(expected), 2e-5 * all) << many << ' ' << reach;
      }
    }
}

TEST(AddLogRatio, FarAwayNothingOverflows) {
  std::vector<LaneValues> values(2);
  LaneValues then;
  values[0].fill(-1e4f);
  then.fill(1e4f);
  const float flip = 0.001f;
  std::array<double, kernels::kPadding> sum{};
  const auto won = with_room(std::vector<kernels::NeighbourAnswers>(30, {1, 1, 0, 1, 0})),
             lost = with_room(std::vector<kernels::NeighbourAnswers>(30, {1, 1, 0, 0, 1}));
  kernels::add_log_ratio(won.data(), 30, &flip, values[0].data(), values[0].data(), then.data(), sum.data());
  for (const double value : sum) EXPECT_NEAR(value, 30 * std::log(999), 1e-3);
  kernels::add_log_ratio(lost.data(), 30, &flip, values[0].data(), values[0].data(), then.data(), sum.data());
  for (const double value : sum) EXPECT_NEAR(value, 0, 1e-3) << "and back";
}

TEST(AddNeighbours, AgreesWithAPlainLoop) {
  Random random(14);
  std::vector<LaneValues> values(6);
  for (LaneValues& scores : values)
    for (float& score : scores) score = static_cast<float>(random.uniform(-1, 1));
  std::vector<kernels::NeighbourAnswers> answers;
  for (std::uint32_t k = 0; k < 20; ++k) answers.push_back({k % 6, static_cast<float>(random.uniform()), 0, 0, 0});
  LaneValues sum;
  sum.fill(0.5f);
  kernels::add_neighbours(with_room(answers).data(), answers.size(), values[0].data(), sum.data());
  for (std::size_t k = 0; k < sum.size(); ++k) {
    double expected = 0.5;
    for (const auto& answer : answers)
      expected += static_cast<double>(answer.weight) * static_cast<double>(values[answer.other][k]);
    EXPECT_NEAR(sum[k], expected, 1e-5);
  }
}

TEST(Accept, TakesWhatIsLikelyEnough) {
  std::array<double, kernels::kPadding> log_ratio{};
  LaneValues uniform, then, now{};
  then.fill(1);
  uniform.fill(0.5f);
  log_ratio[0] = std::log(0.49), log_ratio[1] = std::log(0.51), log_ratio[2] = 1e6, log_ratio[3] = -1e6;
  log_ratio[4] = std::nan("");
  kernels::accept(log_ratio.data(), uniform.data(), then.data(), now.data());
  for (std::size_t k = 0; k < now.size(); ++k) EXPECT_EQ(now[k], k == 0 || k == 3 || k == 4 ? 0 : 1) << k;
}

TEST(FewAnswers, AgreeWithAPlainLoop) {
  Random random(13);
  const kernels::FewRows rows = {{{{2, 1, 0.01, true}, {0, 3, 0.3, false}, {1, 0, 0.8, true}}}, 3};
  std::array<double, 2 * kernels::kPadding> up, down, likelihood, turned;
  for (std::size_t k = 0; k < up.size(); ++k) down[k] = 1 - (up[k] = random.uniform());
  kernels::few_answers(rows, up.data(), down.data(), up.size(), likelihood.data(), turned.data());
  for (std::size_t k = 0; k < up.size(); ++k) {
    double product = 1, sum = 0;
    for (std::size_t n = 0; n < rows.size; ++n) {
      const auto& [won, lost, flip, counts] = rows.row[n];
      const double p = (1 - flip) * up[k] + flip * down[k], q = 1 - p;
      product *= std::pow(p, won) * std::pow(q, lost);
      if (counts) sum += flip * (won * down[k] / p + lost * up[k] / q);
    }
    EXPECT_NEAR(likelihood[k], product, 1e-13 * product);
    EXPECT_NEAR(turned[k], sum, 1e-13 * (1 + sum));
  }
}

// Differences of scores are rounded as above; the rest is in double precision.
TEST(FlipLogRatio, AgreesWithExtendedPrecision) {
  Random random(12);
  for (const double flip : {0.001, 0.05, 0.5, 0.95})
    for (const auto& [won, lost] : {std::pair{3.0, 0.0}, {0.0, 2.5}, {4.0, 9.0}})
      for (const double reach : {1.0, 30.0}) {
        std::array<float, kernels::kPadding> now, then, other;
        for (auto* scores : {&now, &then, &other})
          for (float& score : *scores) score = static_cast<float>(random.uniform(-reach / 2, reach / 2));
        std::array<double, kernels::kPadding> sum;
        sum.fill(0.25);
        kernels::flip_log_ratio(flip, won, lost, now.data(), then.data(), other.data(), sum.data());
        for (std::size_t k = 0; k < sum.size(); ++k) {
          const long double for_won = flip_ratio_of(flip, 1, now[k], then[k], other[k]),
                            for_lost = flip_ratio_of(flip, -1, now[k], then[k], other[k]);
          EXPECT_NEAR(sum[k], static_cast<double>(0.25L + won * std::log(for_won) + lost * std::log(for_lost)),
                      2e-5 * (won + lost))
              << flip << ' ' << reach;
        }
      }
}

// P of kernels.hpp by the margin, as the law of a stretch of a logistic variable has it, or Davidson's.
long double chance_of(const kernels::AnswerLawRow& row, long double margin) {
  const auto logistic = [](long double t) { return 1 / (1 + std::exp(-t)); };
  if (row.tie > 0) {
    const long double all = 1 + std::exp(-margin) + row.tie * std::exp(-margin / 2);
    return (row.is_tie ? row.tie * std::exp(-margin / 2) : 1) / all;
  }
  const long double low = std::log(static_cast<long double>(row.low));
  const long double above = row.high > 0 ? logistic(margin + std::log(static_cast<long double>(row.high))) : 0;
  return logistic(margin - low) - above;
}

TEST(LawRatio, AgreesWithExtendedPrecision) {
  using Row = kernels::AnswerLawRow;
  const auto stretch = [](double low, double high) {
    return Row{.low = std::exp(low), .high = std::exp(-high), .inside = -std::expm1(low - high), .tie = 0};
  };
  const Row win{.low = std::exp(0.4), .high = 0, .inside = 1, .tie = 0},
      tie = stretch(-0.4, 0.4), weak = stretch(0.4, 1.7), davidson{.low = 1, .high = 0, .inside = 1, .tie = 0.8},
      davidson_tie{.low = 1, .high = 0, .inside = 1, .tie = 0.8, .is_tie = true};
  Random random(13);
  for (Row row : {win, tie, weak, davidson, davidson_tie})
    for (const double flip : {0.001, 0.3})
      for (const auto& [won, lost] : {std::pair{1.0, 0.0}, {0.0, 1.0}, {2.0, 3.5}})
        for (const double sign : {1.0, -1.0}) {
          row.flip = flip, row.won = won, row.lost = lost, row.sign = sign, row.offset = 0.3;
          std::array<float, kernels::kPadding> now, then, other;
          for (auto* scores : {&now, &then, &other})
            for (float& score : *scores) score = static_cast<float>(random.uniform(-4, 4));
          std::array<double, kernels::kPadding> ratio, sum;
          ratio.fill(2), sum.fill(0.25);
          kernels::law_ratio(row, now.data(), then.data(), other.data(), ratio.data(), sum.data());
          for (std::size_t k = 0; k < sum.size(); ++k) {
            const auto log_of = [&](float score, long double count, int for_first) {
              const long double margin = sign * static_cast<double>(score - other[k]) + row.offset;
              return count * std::log((1 - flip) * chance_of(row, for_first * margin) +
                                      flip * chance_of(row, -for_first * margin));
            };
            const long double expected =
                log_of(then[k], won, 1) - log_of(now[k], won, 1) + log_of(then[k], lost, -1) - log_of(now[k], lost, -1);
            EXPECT_NEAR(std::log(ratio[k] / 2) + sum[k], static_cast<double>(0.25L + expected), 1e-12 * (won + lost));
            EXPECT_EQ(row.is_single(), sum[k] == 0.25);
          }
        }
}

TEST(Dot, AgreesWithASimpleLoop) {
  Random random(5);
  for (const std::size_t count : {0u, 1u, 4u, 11u, 4097u}) {
    std::vector<double> a(count), b(count);
    for (double& value : a) value = random.uniform(-1, 1);
    for (double& value : b) value = random.uniform(-1, 1);
    long double expected = 0;
    for (std::size_t k = 0; k < count; ++k) expected += static_cast<long double>(a[k]) * b[k];
    EXPECT_NEAR(kernels::dot(a.data(), b.data(), count), static_cast<double>(expected), 1e-12);
  }
}

}  // namespace
}  // namespace pdrank
