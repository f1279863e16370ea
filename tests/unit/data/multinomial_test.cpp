#include "pdrank/data/multinomial.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "support/law.hpp"

namespace pdrank {
namespace {

using Times = std::vector<std::uint32_t>;

double log_factorial(double n) { return std::lgamma(n + 1); }

TEST(AliasTable, HasItsLaw) {
  constexpr std::uint64_t kTrials = 200'000;
  for (const std::vector<double>& weights :
       {std::vector<double>{3}, {1, 1}, {0.5, 8, 0, 1e-3, 2}, {1, 2, 3, 4, 5, 6, 7, 8}, {0, 0, 1e300, 1e299}}) {
    std::map<std::uint32_t, double> law;
    const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    for (std::uint32_t k = 0; k < weights.size(); ++k)
      if (weights[k] > 0) law[k] = weights[k] / sum;
    const AliasTable table(weights);
    Random random(4);
    std::map<std::uint32_t, std::uint64_t> seen;
    for (std::uint64_t trial = 0; trial < kTrials; ++trial) ++seen[table.draw(random)];
    testing::expect_law(law, seen, kTrials);
  }
}

// Four draws are made one by one; of nine, three by Poisson numbers, on average.
TEST(Multinomial, HasItsLaw) {
  constexpr std::uint64_t kTrials = 30'000;
  const Times rows = {1, 2, 3};
  for (const std::uint32_t draws : {4u, 9u}) {
    std::map<Times, double> law;
    for (std::uint32_t a = 0; a <= draws; ++a)
      for (std::uint32_t b = 0; a + b <= draws; ++b) {
        const std::uint32_t c = draws - a - b;
        law[{a, b, c}] = std::exp(log_factorial(draws) - log_factorial(a) - log_factorial(b) - log_factorial(c)) *
                         std::pow(1.0 / 6, a) * std::pow(2.0 / 6, b) * std::pow(3.0 / 6, c);
      }
    const Multinomial multinomial(rows, draws);
    Random random(1);
    std::map<Times, std::uint64_t> seen;
    Times times(3);
    for (std::uint64_t trial = 0; trial < kTrials; ++trial) {
      multinomial.draw(random, times);
      ++seen[times];
    }
    testing::expect_law(law, seen, kTrials);
  }
}

double binomial_cdf(double x, double n, double p) {
  double sum = 0;
  for (double k = 0; k <= x; ++k)
    sum += std::exp(log_factorial(n) - log_factorial(k) - log_factorial(n - k) + k * std::log(p) +
                    (n - k) * std::log1p(-p));
  return sum;
}

// Each cell is binomial by itself, whatever becomes of the others; and so are two together, which they would not be if
// the draws of one had anything to do with those of another beside their total.
TEST(Multinomial, ManyDrawsHaveTheirTotalAndTheLawOfEveryCell) {
  constexpr std::uint64_t kTrials = 10'000;
  const Times rows = {700, 40, 3, 200, 1, 2000, 56};
  const double all = std::accumulate(rows.begin(), rows.end(), 0.0);
  const Multinomial multinomial(rows, static_cast<std::uint64_t>(all));
  Random random(2);
  std::vector<Times> drawn(kTrials, Times(rows.size()));
  for (Times& times : drawn) {
    multinomial.draw(random, times);
    ASSERT_EQ(std::accumulate(times.begin(), times.end(), std::uint64_t{0}), static_cast<std::uint64_t>(all));
  }
  const auto expect_binomial = [&](std::size_t one, std::size_t other) {
    const auto sum = [&](const Times& times) { return times[one] + (other == one ? 0 : times[other]); };
    const double p = sum(rows) / all, deviation = std::sqrt(all * p * (1 - p));
    for (const double z : {-2.0, -1.0, 0.0, 1.0, 2.0}) {
      const double threshold = std::floor(sum(rows) + z * deviation);
      const double below = binomial_cdf(threshold, all, p);
      const auto count = std::ranges::count_if(drawn, [&](const Times& times) { return sum(times) <= threshold; });
      EXPECT_LE(std::abs(static_cast<double>(count) - below * kTrials), testing::binomial_bound(kTrials, below))
          << one << ' ' << other << ' ' << z;
    }
  };
  for (std::size_t one = 0; one < rows.size(); ++one)
    for (std::size_t other = one; other < rows.size(); ++other) expect_binomial(one, other);
}

TEST(Multinomial, MillionsOfDrawsInOneCellAreAllThere) {
  const Times rows = {1, 2'000'000'000, 1};
  Times times(3);
  Random random(3);
  Multinomial(rows, 2'000'000'002).draw(random, times);
  EXPECT_EQ(std::uint64_t{times[0]} + times[1] + times[2], 2'000'000'002u);
}

TEST(Multinomial, OfOneCellOrNoDraws) {
  Random random(5);
  Times times(1);
  Multinomial(Times{7}, 100).draw(random, times);
  EXPECT_EQ(times, Times{100});
  Multinomial(Times{7}, 0).draw(random, times);
  EXPECT_EQ(times, Times{0});
}

}  // namespace
}  // namespace pdrank
