// Where a share of sorted values lies.
#pragma once

#include <cstddef>
#include <span>

namespace pdrank {

// Position `share` of the way through the sorted values, between neighbours in proportion; 0.5 is the median. There is
// at least one value.
inline double quantile(std::span<const double> sorted, double share) {
  const double at = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(at);
  if (below + 1 >= sorted.size()) return sorted.back();
  return sorted[below] + (at - static_cast<double>(below)) * (sorted[below + 1] - sorted[below]);
}

}  // namespace pdrank
