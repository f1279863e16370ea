// What comes up in many trials, against the law it should have.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <map>

#include "support/binomial_bound.hpp"

namespace pdrank::testing {

using namespace ::testing;  // so that GoogleTest's names are still found behind this one

// Every outcome within the bound of its count, and none that the law does not know.
template <class Outcome>
void expect_law(const std::map<Outcome, double>& law, const std::map<Outcome, std::uint64_t>& seen,
                std::uint64_t trials) {
  double total = 0;
  for (const auto& [outcome, probability] : law) {
    total += probability;
    const double mean = static_cast<double>(trials) * probability;
    const double count = seen.contains(outcome) ? static_cast<double>(seen.at(outcome)) : 0;
    EXPECT_LE(std::abs(count - mean), binomial_bound(trials, probability));
  }
  EXPECT_NEAR(total, 1, 1e-12);
  for (const auto& [outcome, count] : seen) EXPECT_TRUE(law.contains(outcome)) << count;
}

}  // namespace pdrank::testing
