// Kendall's rank correlation: do two score lists put pairs of items in the same order?
//
//   n0 = n(n-1)/2 pairs, P in the same order, Q in opposite order, the rest tied in a, in b or in both
//   tau_a = (P - Q) / n0
//   tau_b = (P - Q) / sqrt((n0 - ties_a) (n0 - ties_b))
//   gamma = (P - Q) / (P + Q)      the paper's tau; Goodman and Kruskal's gamma
//
// Counted in O(n log n): W. R. Knight, "A computer method for calculating Kendall's tau with ungrouped data",
// JASA 61 (1966).
#pragma once

#include <cstdint>
#include <span>

namespace pdrank {

struct KendallTau {
  double tau_a = 0;
  double tau_b = 0;  // NaN if all items are tied in a or in b
  double gamma = 0;  // NaN if no pair is ordered in both
  std::uint64_t pairs = 0;
  std::uint64_t concordant = 0, discordant = 0;
  std::uint64_t ties_a = 0, ties_b = 0, ties_both = 0;  // pairs tied in both are counted in all three
};

// `a[i]` and `b[i]` are the scores of item i. InvalidArgument for lists of different length, fewer than 2 items, NaN.
KendallTau kendall_tau(std::span<const double> a, std::span<const double> b);

}  // namespace pdrank
