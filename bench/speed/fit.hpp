// One method, from arrays in memory to scores in memory.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pdrank/core/options.hpp"
#include "pdrank/core/result.hpp"

namespace pdrank::speed {

struct Fit {
  std::vector<double> scores;  // by item
  Convergence convergence;
  double seconds = 0;  // from the arrays to the scores: rows, merging, components, the method
};

// Item `winner[n]` won against item `loser[n]`; ids count from 0 to items - 1. No standard errors, places or
// confidence. InvalidArgument for ids that do not, NotApplicable if the method does not fit the data.
Fit fit(std::span<const std::uint32_t> winner, std::span<const std::uint32_t> loser, std::uint32_t items,
        const RankOptions& options);

}  // namespace pdrank::speed
