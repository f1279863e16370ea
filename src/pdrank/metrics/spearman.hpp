// Spearman's rank correlation: Pearson's correlation of the ranks, tied items sharing the mean of their ranks.
#pragma once

#include <span>
#include <vector>

namespace pdrank {

// The ranks 1..n from the lowest score up; tied items share the mean of the ranks they take up together.
std::vector<double> average_ranks(std::span<const double> scores);

// In [-1, 1]; NaN if all items are tied on one side. InvalidArgument for lists of different length, fewer than 2
// items, NaN.
double spearman_rho(std::span<const double> a, std::span<const double> b);

}  // namespace pdrank
