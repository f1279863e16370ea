// The answers to look at first.
#pragma once

#include <cstddef>
#include <vector>

#include "pdrank/core/result.hpp"
#include "pdrank/data/comparisons.hpp"

namespace pdrank {

// The comparisons that the ranking contradicts, the least credible first, at most `count` of them; of equals, those
// between items further apart. None if nothing is known about single answers.
std::vector<std::size_t> least_credible(const RankResult& result, const Comparisons& data, std::size_t count);

}  // namespace pdrank
