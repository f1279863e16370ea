// How far a count may stray from its mean before a test says that the probability behind it is wrong.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

namespace pdrank::testing {

using namespace ::testing;  // so that GoogleTest's names are still found behind this one

// t with P(|X - n p| >= t) <= 1e-9 for X ~ Binomial(n, p). Bernstein's inequality,
// P(|X - n p| >= t) <= 2 exp(-(t^2 / 2) / (n p (1 - p) + t / 3)), solved for t with L = ln(2 / 1e-9).
inline double binomial_bound(std::uint64_t n, double p) {
  const double l = std::log(2 / 1e-9);
  return l / 3 + std::sqrt(l * l / 9 + 2 * l * static_cast<double>(n) * p * (1 - p));
}

}  // namespace pdrank::testing
