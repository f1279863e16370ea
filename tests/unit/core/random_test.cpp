#include "pdrank/core/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "support/binomial_bound.hpp"

namespace pdrank {
namespace {

using testing::binomial_bound;

// The values below come from an independent program (splitmix64's finaliser on the seed, then the 64-bit Mersenne
// Twister of the standard). A change here changes every simulated data set and every random start.
TEST(Random, KeepsItsStream) {
  Random zero(0), one(1), two(2);
  EXPECT_EQ(zero.bits(), 16461397835623557320u);
  EXPECT_EQ(one.bits(), 9822250072823399003u);
  EXPECT_EQ(one.bits(), 16467381930425171000u);
  EXPECT_EQ(one.bits(), 16426749733908472274u);
  EXPECT_EQ(two.bits(), 5396932813058406622u);
}

TEST(Random, KeepsItsDistributions) {
  Random uniform(1);
  for (const double value : {0.5324652433825516, 0.8926985632057755, 0.8904958874189624, 0.5553191281704938})
    EXPECT_EQ(uniform.uniform(), value);

  Random below(1);
  for (const std::uint64_t value : {3u, 0u, 4u, 2u, 4u, 5u, 2u, 8u, 8u, 6u, 8u, 0u}) EXPECT_EQ(below.below(10), value);

  Random shuffled(1);
  std::vector<int> order = {0, 1, 2, 3, 4, 5, 6, 7};
  shuffled.shuffle(std::span(order));
  EXPECT_EQ(order, (std::vector<int>{1, 4, 6, 0, 5, 2, 7, 3}));
}

TEST(Random, UniformFillsTheUnitIntervalEvenly) {
  constexpr std::uint64_t kDraws = 1'000'000;
  constexpr std::size_t kCells = 100;
  std::array<std::uint64_t, kCells> hits{};
  Random random(3);
  for (std::uint64_t n = 0; n < kDraws; ++n) {
    const double value = random.uniform();
    ASSERT_GE(value, 0);
    ASSERT_LT(value, 1);
    ++hits[static_cast<std::size_t>(value * kCells)];
  }
  for (const std::uint64_t count : hits)
    EXPECT_NEAR(static_cast<double>(count), 1.0 * kDraws / kCells, binomial_bound(kDraws, 1.0 / kCells));
}

TEST(Random, UniformStaysInItsRange) {
  Random random(4);
  for (int n = 0; n < 10000; ++n) {
    const double value = random.uniform(-2, 5);
    ASSERT_GE(value, -2);
    ASSERT_LE(value, 5);
  }
}

TEST(Random, BelowHitsEveryValueEqually) {
  constexpr std::uint64_t kDraws = 700'000, kBound = 7;
  std::array<std::uint64_t, kBound> hits{};
  Random random(5);
  for (std::uint64_t n = 0; n < kDraws; ++n) ++hits[random.below(kBound)];
  for (const std::uint64_t count : hits)
    EXPECT_NEAR(static_cast<double>(count), 1.0 * kDraws / kBound, binomial_bound(kDraws, 1.0 / kBound));
}

// For a bound of 3/4 of the range, taking the remainder alone would give values below 2^62 twice the chance of the
// others: 1/2 of the draws, where 1/3 is right.
TEST(Random, BelowHasNoBiasForAHugeBound) {
  constexpr std::uint64_t kDraws = 100'000, kQuarter = std::uint64_t{1} << 62;
  std::uint64_t low = 0;
  Random random(6);
  for (std::uint64_t n = 0; n < kDraws; ++n) {
    const std::uint64_t value = random.below(3 * kQuarter);
    ASSERT_LT(value, 3 * kQuarter);
    if (value < kQuarter) ++low;
  }
  EXPECT_NEAR(static_cast<double>(low), kDraws / 3.0, binomial_bound(kDraws, 1.0 / 3));
}

TEST(Random, BelowOneIsZero) {
  Random random(7);
  for (int n = 0; n < 100; ++n) ASSERT_EQ(random.below(1), 0u);
}

TEST(Random, ChanceKeepsItsProbability) {
  constexpr std::uint64_t kDraws = 200'000;
  for (const double probability : {0.0, 0.05, 0.5, 0.9, 1.0}) {
    Random random(8);
    std::uint64_t hits = 0;
    for (std::uint64_t n = 0; n < kDraws; ++n) hits += random.chance(probability) ? 1u : 0u;
    const double bound = probability == 0 || probability == 1 ? 0 : binomial_bound(kDraws, probability);
    EXPECT_NEAR(static_cast<double>(hits), kDraws * probability, bound) << probability;
  }
}

TEST(Random, ShuffleGivesEveryOrderEqually) {
  constexpr std::uint64_t kDraws = 240'000;
  std::array<std::uint64_t, 64> hits{};  // by order, read as a number in base 4
  Random random(9);
  for (std::uint64_t n = 0; n < kDraws; ++n) {
    std::vector<std::size_t> order = {0, 1, 2, 3};
    random.shuffle(std::span(order));
    ++hits[order[0] * 16 + order[1] * 4 + order[2]];
  }
  EXPECT_EQ(std::ranges::count_if(hits, [](std::uint64_t count) { return count > 0; }), 24);
  for (const std::uint64_t count : hits) {
    if (count > 0) {
      EXPECT_NEAR(static_cast<double>(count), kDraws / 24.0, binomial_bound(kDraws, 1.0 / 24));
    }
  }
}

TEST(Random, ShuffleTakesEmptyAndSingle) {
  Random random(10);
  std::vector<int> none, one = {5};
  random.shuffle(std::span(none));
  random.shuffle(std::span(one));
  EXPECT_EQ(one, std::vector<int>{5});
}

// The lowest bit agrees by chance in half of the draws of two streams.
TEST(Random, NeighbouringSeedsAreUnrelated) {
  constexpr std::uint64_t kDraws = 100'000;
  Random one(100), two(101);
  std::uint64_t agree = 0;
  for (std::uint64_t n = 0; n < kDraws; ++n) agree += (one.bits() & 1) == (two.bits() & 1) ? 1u : 0u;
  EXPECT_NEAR(static_cast<double>(agree), kDraws * 0.5, binomial_bound(kDraws, 0.5));
}

}  // namespace
}  // namespace pdrank
