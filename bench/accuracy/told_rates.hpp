// The yardstick of annotators: posterior's model, told how reliable every annotator is instead of having to find out.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pdrank/data/comparisons.hpp"

namespace pdrank::bench::accuracy {

// Scores by item; `reliability` by annotator: the probability of an answer that follows the truth.
std::vector<double> scores_with_told_rates(const Comparisons& data, std::span<const double> reliability,
                                           std::uint64_t seed);

}  // namespace pdrank::bench::accuracy
