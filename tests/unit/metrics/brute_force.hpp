// Slow twins of the metrics, and data to try both on.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pdrank/core/random.hpp"

namespace pdrank::testing {

using namespace ::testing;  // so that GoogleTest's names are still found behind this one

// Integer scores below `values`: the smaller it is, the more ties.
inline std::vector<double> tied_scores(std::size_t count, std::uint64_t values, Random& random) {
  std::vector<double> scores(count);
  for (double& score : scores) score = static_cast<double>(random.below(values));
  return scores;
}

inline std::vector<double> uniform_list(std::size_t count, double low, double high, Random& random) {
  std::vector<double> list(count);
  for (double& value : list) value = random.uniform(low, high);
  return list;
}

// Entry n of `list` as often as `times[n]`, a whole number, says.
inline std::vector<double> repeated(const std::vector<double>& list, const std::vector<double>& times) {
  std::vector<double> longer;
  for (std::size_t n = 0; n < list.size(); ++n)
    longer.insert(longer.end(), static_cast<std::size_t>(times[n]), list[n]);
  return longer;
}

inline std::vector<double> times(double factor, std::vector<double> list) {
  for (double& value : list) value *= factor;
  return list;
}

// Outcomes, or probabilities, with the two items exchanged.
inline std::vector<double> one_minus(std::vector<double> list) {
  for (double& value : list) value = 1 - value;
  return list;
}

struct PairCounts {
  std::uint64_t concordant = 0, discordant = 0, ties_a = 0, ties_b = 0, ties_both = 0;
};

inline PairCounts count_all_pairs(std::span<const double> a, std::span<const double> b) {
  PairCounts counts;
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const bool tied_a = a[i] == a[j], tied_b = b[i] == b[j];
      if (tied_a) ++counts.ties_a;
      if (tied_b) ++counts.ties_b;
      if (tied_a && tied_b) ++counts.ties_both;
      if (!tied_a && !tied_b) ++((a[i] < a[j]) == (b[i] < b[j]) ? counts.concordant : counts.discordant);
    }
  }
  return counts;
}

}  // namespace pdrank::testing
