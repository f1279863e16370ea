// The pairs of a layout that does not look at the answers.
#pragma once

#include <vector>

#include "pdrank/core/random.hpp"
#include "pdrank/simulate/pairs.hpp"
#include "worlds.hpp"

namespace pdrank::bench::accuracy {

// As many pairs as there are to be answers; any layout but swiss.
std::vector<ItemPair> lay_out(Layout layout, std::uint32_t items, std::uint64_t answers, Random& random);

}  // namespace pdrank::bench::accuracy
