// Slow twins of the metrics, and data with many ties to try both on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pdrank/core/random.hpp"

namespace pdrank::testing {

// Integer scores below `values`: the smaller it is, the more ties.
inline std::vector<double> tied_scores(std::size_t count, std::uint64_t values, Random& random) {
  std::vector<double> scores(count);
  for (double& score : scores) score = static_cast<double>(random.below(values));
  return scores;
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
