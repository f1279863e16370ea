// How many of the k best items of one list are among the k best of the other (higher score = better).
//
// Where a tie crosses the border, the k best are not one set. The overlap is then its expectation when each list fills
// the places left at the border with tied items drawn at random, independently:
//
//   overlap = sum over items of p_a(i) p_b(i),   p = 1 above the border, (places left) / (items tied) on it, else 0
//
// It is the plain intersection when no tie crosses, does not depend on the order of the items, and gives a list that
// ties everything no more than chance, k^2 / n.
#pragma once

#include <cstddef>
#include <span>

namespace pdrank {

// In [0, k]. InvalidArgument for lists of different length, empty lists, NaN, k outside 1..n.
double top_k_overlap(std::span<const double> a, std::span<const double> b, std::size_t k);

}  // namespace pdrank
