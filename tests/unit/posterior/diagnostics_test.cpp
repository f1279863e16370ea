#include "pdrank/posterior/diagnostics.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <vector>

#include "pdrank/core/random.hpp"

namespace pdrank {
namespace {

using Chains = std::vector<std::vector<float>>;

std::vector<float> joined(const Chains& chains) {
  std::vector<float> all;
  for (const auto& chain : chains) all.insert(all.end(), chain.begin(), chain.end());
  return all;
}

double r_hat(const Chains& chains) {
  const std::vector<float> all = joined(chains);
  return split_r_hat({all, chains.front().size()});
}

double effective(const Chains& chains) {
  const std::vector<float> all = joined(chains);
  return effective_sample_size({all, chains.front().size()});
}

// x(t) = r x(t - 1) + e, e uniform with variance 1: autocorrelation r^lag, variance 1 / (1 - r^2).
Chains autoregressive(std::size_t chains, std::size_t length, double r, std::uint64_t seed) {
  Random random(seed);
  Chains result(chains, std::vector<float>(length));
  for (auto& chain : result) {
    double x = 0;
    for (int warm_up = 0; warm_up < 1000; ++warm_up) x = r * x + std::sqrt(3.0) * random.uniform(-1, 1);
    for (float& value : chain) {
      x = r * x + std::sqrt(3.0) * random.uniform(-1, 1);
      value = static_cast<float>(x);
    }
  }
  return result;
}

// The formulas of Gelman et al., section 11.4, in long double: W, B / n, and var+ = (n - 1) / n W + B / n.
struct Twin {
  std::vector<std::vector<long double>> chains;
  long double within = 0, between = 0, overall = 0;

  explicit Twin(std::vector<std::vector<long double>> given) : chains(std::move(given)) {
    std::vector<long double> means;
    for (const auto& chain : chains) {
      means.push_back(mean(chain));
      long double squares = 0;
      for (const long double x : chain) squares += (x - means.back()) * (x - means.back());
      within += squares / (length() - 1) / count();
    }
    for (const long double m : means)
      between += count() == 1 ? 0 : (m - mean(means)) * (m - mean(means)) / (count() - 1);
    overall = (length() - 1) / length() * within + between;
  }

  long double count() const { return static_cast<long double>(chains.size()); }
  long double length() const { return static_cast<long double>(chains.front().size()); }

  static long double mean(const std::vector<long double>& values) {
    long double sum = 0;
    for (const long double value : values) sum += value;
    return sum / static_cast<long double>(values.size());
  }

  // 1 - (W - mean over the chains of the covariance at this lag) / var+.
  long double correlation(std::size_t lag) const {
    long double covariance = 0;
    for (const auto& chain : chains) {
      const long double centre = mean(chain);
      for (std::size_t t = lag; t < chain.size(); ++t)
        covariance += (chain[t] - centre) * (chain[t - lag] - centre) / length() / count();
    }
    return 1 - (within - covariance) / overall;
  }

  long double effective() const {
    std::vector<long double> rho = {1};
    while (rho.size() < chains.front().size()) rho.push_back(correlation(rho.size()));
    long double sum = 0;
    for (std::size_t lag = 0; lag + 1 < rho.size(); lag += 2) {
      if (rho[lag] + rho[lag + 1] <= 0) break;
      sum += rho[lag] + rho[lag + 1];
    }
    const long double total = count() * length(), time = 2 * sum - 1;
    return time > 1 ? total / time : total;
  }
};

Twin whole(const Chains& chains) {
  std::vector<std::vector<long double>> wide;
  for (const auto& chain : chains) wide.emplace_back(chain.begin(), chain.end());
  return Twin(std::move(wide));
}

// The middle draw of an odd number belongs to neither half.
Twin halves(const Chains& chains) {
  std::vector<std::vector<long double>> wide;
  for (const auto& chain : chains) {
    const auto half = static_cast<std::ptrdiff_t>(chain.size() / 2);
    wide.emplace_back(chain.begin(), chain.begin() + half);
    wide.emplace_back(chain.begin() + half, chain.begin() + 2 * half);
  }
  return Twin(std::move(wide));
}

TEST(Diagnostics, AgreeWithTheFormulas) {
  for (const std::size_t chains : {1u, 2u, 3u, 4u, 7u})
    for (const std::size_t length : {4u, 5u, 10u, 33u, 128u})
      for (const double r : {-0.9, 0.0, 0.5, 0.95}) {
        const Chains draws = autoregressive(chains, length, r, 100 * chains + length);
        const Twin split = halves(draws);
        // Some 1e3 additions in double.
        EXPECT_NEAR(r_hat(draws), static_cast<double>(std::sqrt(split.overall / split.within)), 1e-10);
        const double expected = static_cast<double>(whole(draws).effective());
        EXPECT_NEAR(effective(draws), expected, 1e-9 * expected) << chains << ' ' << length << ' ' << r;
      }
}

// n (1 - r) / (1 + r) for autocorrelation r^lag. The estimate is a sum of autocorrelations up to some 4 / (1 - r) lags,
// each with a standard error of about sqrt((1 + r) / (1 - r) / n): for n = 80,000 and r <= 0.9, at most 2 * 40 *
// 0.015 = 1.2 of a sum of 19, 6 %; three times that.
TEST(EffectiveSampleSize, AutoregressiveChains) {
  for (const double r : {0.0, 0.3, 0.6, 0.9}) {
    const Chains draws = autoregressive(4, 20'000, r, 5);
    EXPECT_NEAR(effective(draws) / 80'000, (1 - r) / (1 + r), 0.2 * (1 - r) / (1 + r)) << r;
    EXPECT_LT(r_hat(draws), 1.01);
  }
}

TEST(EffectiveSampleSize, IsAtMostTheNumberOfDraws) {
  EXPECT_EQ(effective(autoregressive(4, 500, -0.9, 6)), 2000);
  EXPECT_EQ(effective({{0, 1, 0, 1, 0, 1, 0, 1}, {1, 0, 1, 0, 1, 0, 1, 0}}), 16);
}

// Chains that stay apart tell hardly more than one draw each.
TEST(EffectiveSampleSize, ChainsThatStayApart) {
  Chains draws = autoregressive(4, 1000, 0, 7);
  for (std::size_t chain = 0; chain < 4; ++chain)
    for (float& value : draws[chain]) value += 100 * static_cast<float>(chain);
  EXPECT_LT(effective(draws), 10);
  EXPECT_GT(r_hat(draws), 10);
}

TEST(SplitRHat, SeesATrendThatAllChainsShare) {
  Chains draws = autoregressive(4, 1000, 0, 8);
  for (auto& chain : draws)
    for (std::size_t t = 0; t < chain.size(); ++t) chain[t] += 0.01f * static_cast<float>(t);
  EXPECT_GT(r_hat(draws), 1.5);
}

// Any number of chains: also those by which a mean of equal numbers might be rounded.
TEST(Diagnostics, DrawsThatNeverChange) {
  for (const std::size_t chains : {1u, 2u, 3u, 4u, 5u, 7u})
    for (const float value : {0.0f, 0.1f, -3e7f, 1e-20f}) {
      const Chains draws(chains, std::vector<float>(50, value));
      EXPECT_EQ(r_hat(draws), 1) << chains << ' ' << value;
      EXPECT_EQ(effective(draws), 50.0 * static_cast<double>(chains)) << chains << ' ' << value;
    }
}

TEST(SplitRHat, ChainsAtDifferentConstants) {
  EXPECT_EQ(r_hat({std::vector<float>(20, 1.0f), std::vector<float>(20, 2.0f)}),
            std::numeric_limits<double>::infinity());
  std::vector<float> jump(20, 1.0f);
  std::fill(jump.begin() + 10, jump.end(), 1.5f);
  EXPECT_EQ(r_hat({jump, jump}), std::numeric_limits<double>::infinity());
}

TEST(Diagnostics, TooFewDrawsToTell) {
  for (const std::size_t length : {1u, 2u, 3u}) {
    const Chains draws(4, std::vector<float>(length, 1.0f));
    EXPECT_TRUE(std::isnan(r_hat(draws))) << length;
    EXPECT_TRUE(std::isnan(effective(draws))) << length;
  }
}

}  // namespace
}  // namespace pdrank
