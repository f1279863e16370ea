// An order in which what is alike stands together: the leaves of a tree of clusters.
//
// Average linkage (Sokal and Michener 1958), as R's heatmap() has it: the two clusters with the least mean distance
// between their members become one, until one is left. Of the two, the one whose members come first on average stands
// first, so that the order stays as close to the one given as the tree allows.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace pdrank {

// `profile` has `size` rows of `size` numbers: row i is how i does against each. The distance of i and j is the
// Euclidean one of their rows, what each does against itself and the other left out. Takes size^3 steps.
std::vector<std::uint32_t> cluster_order(std::span<const double> profile, std::uint32_t size);

}  // namespace pdrank
