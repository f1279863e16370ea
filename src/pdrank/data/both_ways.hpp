// Pairs that were asked with either item first: what it did to the answers that the order was turned round.
#pragma once

#include <vector>

#include "pdrank/core/result.hpp"
#include "pdrank/data/comparisons.hpp"

namespace pdrank {

// In the order of the names; none where nobody knows who stood first.
std::vector<BothWays> pairs_both_ways(const Comparisons& data);

}  // namespace pdrank
