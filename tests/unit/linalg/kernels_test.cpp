#include "pdrank/linalg/kernels.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
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

TEST(Logistic, AgreesWithExtendedPrecision) {
  Random random(3);
  for (const std::size_t count : {0u, 1u, 2u, 3u, 5u, 7u, 8u, 9u, 17u, 1000u}) {
    std::vector<double> margin(count), direction(count), force(count), curvature(count), omega(count);
    for (double& y : margin) y = random.uniform(-40, 40);
    for (double& d : direction) d = random.uniform(-2, 2);
    const std::vector<double> weight = zoo::log_uniform(count, 1e-3, 1e3, random);
    const double loss = kernels::logistic(margin.data(), weight.data(), count, force.data(), curvature.data());
    const double data_term = kernels::reweight(margin.data(), weight.data(), count, 0.01, omega.data());
    const auto line = kernels::logistic_on_line(margin.data(), direction.data(), weight.data(), count, 0.75);
    long double expected_loss = 0, expected_data_term = 0, expected_line = 0, expected_slope = 0;
    for (std::size_t k = 0; k < count; ++k) {
      const long double t = 1.0L - margin[k], u = t - 0.75L * direction[k];
      expected_loss += weight[k] * softplus(t);
      expected_data_term += weight[k] * std::log(softplus(t) + 0.01L);
      expected_line += weight[k] * softplus(u);
      expected_slope -= weight[k] * sigmoid(u) * direction[k];
      EXPECT_NEAR(force[k], static_cast<double>(weight[k] * sigmoid(t)), 1e-14 * weight[k]);
      EXPECT_NEAR(curvature[k], static_cast<double>(weight[k] * sigmoid(t) * sigmoid(-t)), 1e-14 * weight[k]);
      EXPECT_NEAR(omega[k], static_cast<double>(1 / (softplus(t) + 0.01L)), 1e-13 * omega[k]);
    }
    EXPECT_NEAR(loss, static_cast<double>(expected_loss), 1e-12 * loss);
    EXPECT_NEAR(line.loss, static_cast<double>(expected_line), 1e-12 * line.loss);
    EXPECT_NEAR(data_term, static_cast<double>(expected_data_term), 1e-11 * (1 + std::abs(data_term)));
    EXPECT_NEAR(line.slope, static_cast<double>(expected_slope), 1e-11 * (1 + std::abs(line.slope)));
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
