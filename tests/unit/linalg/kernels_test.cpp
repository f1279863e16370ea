#include "pdrank/linalg/kernels.hpp"

#include <gtest/gtest.h>

#include <algorithm>
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

// Likelihoods of flipped answers, padded with numbers that count for nothing.
struct FlippedCases {
  std::vector<float> slope, v, f, times;
  std::size_t count = 0;  // without the padding

  // Margins slope t - v at t = `scale` up to `largest`, half of them small differences of large numbers.
  FlippedCases(std::size_t wanted, float scale, float largest, std::span<const float> flips, Random& random)
      : count(wanted) {
    const auto uniform = [&](float low, float high) { return static_cast<float>(random.uniform(low, high)); };
    for (std::size_t k = 0; k < count; ++k) {
      slope.push_back(uniform(-1, 1) * largest / scale);
      v.push_back(random.chance(0.5) ? slope[k] * scale + uniform(-20, 20) : uniform(-1, 1));
      f.push_back(flips[k % flips.size()]);
      times.push_back(uniform(0.1f, 9));
    }
    while (slope.size() % kernels::kPadding != 0) {
      slope.push_back(uniform(-1e4f, 1e4f));
      v.push_back(uniform(-1e4f, 1e4f));
      f.push_back(uniform(0, 1));
      times.push_back(0);
    }
  }
};

constexpr double kRounding = 0x1.0p-24;  // of single precision, relative

// f + (1 - 2 f) p, as a sum of two positive numbers.
long double mixed(long double f, long double p) { return f * (1 - p) + (1 - f) * p; }

// How far c log(f + (1 - 2 f) p) may be off in single precision. `before`: relative error of p. f + (1 - 2 f) p itself
// comes from three roundings of numbers no larger than f + |1 - 2 f| p, whose error is relative to the result, which is
// smaller where f > 1/2. The logarithm is within 4 units of its last place (Highway), 8 roundings.
double error_of_term(double times, double f, double p, double before) {
  const double result = static_cast<double>(mixed(f, p)), terms = f + std::abs(1 - 2 * f) * p;
  const double of_result = (3 * kRounding * terms + std::abs(1 - 2 * f) * p * before) / result;
  return times * (of_result / (1 - std::min(0.5, of_result)) + 8 * kRounding * std::abs(std::log(result)));
}

// A sum of 32 terms in each lane and of up to 16 lanes, in single precision; of the blocks in double.
double error_of_sums(double sum_of_sizes) { return (32 + 16 + 1) * kRounding * sum_of_sizes; }

const std::vector<std::size_t> kCounts = {1, 2, 15, 16, 17, 31, 64, 500, 513, 4096, 5001};
const std::vector<float> kFlips = {1e-5f, 0.5f, 1 - 1e-5f, 0.1f, 0.9f};

TEST(FlippedLogistic, AgreesWithExtendedPrecision) {
  Random random(11);
  for (const std::size_t count : kCounts)
    for (const float largest : {1.0f, 30.0f, 1e4f})
      for (const float scale : {1.0f, 37.5f, 5000.0f}) {
        const FlippedCases cases(count, scale, largest, kFlips, random);
        long double expected = 0;
        double bound = 0, sizes = 0;
        for (std::size_t k = 0; k < count; ++k) {
          const long double reach = static_cast<long double>(cases.slope[k]) * scale, margin = reach - cases.v[k];
          const auto p = static_cast<double>(sigmoid(margin));
          const long double term = cases.times[k] * std::log(mixed(cases.f[k], sigmoid(margin)));
          expected += term;
          sizes += static_cast<double>(std::abs(term));
          // The margin is rounded once or (without fused operations) twice, which p feels at most in full; the
          // exponential is within 2 units of its last place, then come a sum and a quotient.
          const auto of_margin = static_cast<double>(std::abs(reach) + std::abs(margin)) * kRounding;
          const double before = std::abs(margin) > 200 ? 6 * kRounding : std::expm1(of_margin) + 6 * kRounding;
          bound += error_of_term(cases.times[k], cases.f[k], p, before);
        }
        const double found = kernels::flipped_logistic(scale, cases.slope.data(), cases.v.data(), cases.f.data(),
                                                       cases.times.data(), cases.slope.size());
        EXPECT_NEAR(found, static_cast<double>(expected), bound + error_of_sums(sizes))
            << count << " answers, margins up to " << largest << ", scale " << scale;
      }
}

TEST(FlippedLogistic, ExtremeMargins) {
  const std::vector<float> slope(kernels::kPadding, 1.0f), v(kernels::kPadding, 0.0f);
  std::vector<float> times(kernels::kPadding, 0.0f);
  times[0] = 2;
  for (const float f : {1e-5f, 0.5f, 1 - 1e-5f})
    for (const float margin : {100.0f, 1e4f}) {
      const std::vector<float> flip(kernels::kPadding, f);
      const auto at = [&](float t) {
        return kernels::flipped_logistic(t, slope.data(), v.data(), flip.data(), times.data(), kernels::kPadding);
      };
      EXPECT_NEAR(at(-margin), 2 * std::log(double{f}), 1e-6 * 12) << "turned round";
      // 1 - f comes from 1 - 2 f + f: absolute error of two roundings, relative to 1 - f.
      EXPECT_NEAR(at(margin), 2 * std::log1p(-double{f}), 2 * 3 * kRounding / (1 - double{f}) + 1e-6 * 12) << f;
    }
}

// Without any flips an impossible answer costs much, but not infinitely much: log 1e-30.
TEST(FlippedLogistic, NoFlipsAtAll) {
  const std::vector<float> slope(kernels::kPadding, 1.0f), zero(kernels::kPadding, 0.0f);
  std::vector<float> times(kernels::kPadding, 0.0f);
  times[3] = 1;
  const auto at = [&](float t) {
    return kernels::flipped_logistic(t, slope.data(), zero.data(), zero.data(), times.data(), kernels::kPadding);
  };
  EXPECT_NEAR(at(-50), -50, 1e-4);
  EXPECT_NEAR(at(-1e4f), std::log(1e-30), 1e-4);
  EXPECT_EQ(at(1e4f), 0);
}

TEST(Flipped, AgreesWithExtendedPrecision) {
  Random random(12);
  for (const std::size_t count : kCounts)
    for (const float f : kFlips) {
      FlippedCases cases(count, 1, 1, kFlips, random);
      std::vector<float> p(cases.slope.size());
      for (float& value : p)
        value = random.chance(0.1) ? 0 : random.chance(0.1) ? 1 : static_cast<float>(random.uniform());
      long double expected = 0;
      double bound = 0, sizes = 0;
      for (std::size_t k = 0; k < count; ++k) {
        const long double term = cases.times[k] * std::log(mixed(f, p[k]));
        expected += term;
        sizes += static_cast<double>(std::abs(term));
        bound += error_of_term(cases.times[k], f, p[k], 0);
      }
      EXPECT_NEAR(kernels::flipped(f, p.data(), cases.times.data(), p.size()), static_cast<double>(expected),
                  bound + error_of_sums(sizes))
          << count << " answers, flip " << f;
    }
}

// Both see the same law.
TEST(Flipped, IsTheOtherKernelOfItsProbabilities) {
  Random random(13);
  const FlippedCases cases(200, 4, 6, {{0.2f}}, random);
  std::vector<float> p;
  for (std::size_t k = 0; k < cases.slope.size(); ++k)
    p.push_back(static_cast<float>(sigmoid(4.0L * cases.slope[k] - cases.v[k])));
  const double one = kernels::flipped(0.2f, p.data(), cases.times.data(), p.size());
  EXPECT_NEAR(
      one,
      kernels::flipped_logistic(4, cases.slope.data(), cases.v.data(), cases.f.data(), cases.times.data(), p.size()),
      1e-5 * std::abs(one));
}

TEST(Flipped, NothingIsNothing) {
  EXPECT_EQ(kernels::flipped_logistic(1, nullptr, nullptr, nullptr, nullptr, 0), 0);
  EXPECT_EQ(kernels::flipped(0.5f, nullptr, nullptr, 0), 0);
  const std::vector<float> wild(kernels::kPadding, 1e4f), half(kernels::kPadding, 0.5f), none(kernels::kPadding, 0.0f);
  EXPECT_EQ(kernels::flipped_logistic(-1, wild.data(), wild.data(), half.data(), none.data(), kernels::kPadding), 0);
  EXPECT_EQ(kernels::flipped(0, none.data(), none.data(), kernels::kPadding), 0);
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
