// What it is worth to choose the pairs: the strategy `posterior` against pairs at random, ranked alike, in the same
// worlds. Fixed seeds: a run always gives the same values up to rounding.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <vector>

#include "pdrank/active/play.hpp"

namespace pdrank {
namespace {

constexpr std::uint32_t kItems = 16;
constexpr std::uint64_t kSeeds = 12;

double tau_after(std::uint64_t answers, const char* strategy, std::uint64_t seed) {
  const std::unique_ptr<Oracle> oracle = make_simulated_oracle(parse_noise("toggle:0.1"), kItems, seed);
  return play(*oracle, {.strategy = strategy, .one_in = 8, .measured = {answers}, .seed = seed}).front().tau;
}

// With 60 answers the posterior's pairs do more than random pairs with 90, half as many again. Each bar is two or three
// standard errors (the second number) below what was measured when it was set.
TEST(Active, PosteriorNeedsFewerAnswersThanRandomPairs) {
  double sum = 0, squares = 0, chosen = 0;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const double tau = tau_after(60, "posterior", seed), lead = tau - tau_after(90, "random", seed);
    chosen += tau;
    sum += lead;
    squares += lead * lead;
  }
  const double n = kSeeds, mean = sum / n, error = std::sqrt((squares / n - mean * mean) / (n - 1));
  std::printf("active, toggle:0.1, m = %u: tau of 60 chosen pairs %.4f, over 90 at random %.4f (%.4f)\n", kItems,
              chosen / n, mean, error);
  EXPECT_GE(chosen / n, 0.85);  // 0.885, 0.015
  EXPECT_GE(mean, 0.01);        // 0.071, 0.025
}

}  // namespace
}  // namespace pdrank
