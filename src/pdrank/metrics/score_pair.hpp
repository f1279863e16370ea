// What every measure here asks of the two score lists it compares.
#pragma once

#include <cstddef>
#include <span>

namespace pdrank {

// Throws InvalidArgument unless both lists have the same length, at least `least` items and no NaN. Infinite scores
// are fine: only the order counts.
void check_score_pair(std::span<const double> a, std::span<const double> b, std::size_t least);

}  // namespace pdrank
