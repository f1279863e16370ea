// The main job: comparisons in, ranking with confidence out.
#pragma once

#include "pdrank/core/observer.hpp"
#include "pdrank/core/options.hpp"
#include "pdrank/core/result.hpp"
#include "pdrank/data/comparisons.hpp"

namespace pdrank {

// Throws InvalidArgument before any work. Limits and numerical trouble are in result.convergence, with the best point.
RankResult rank(const Comparisons& data, const RankOptions& options = {}, Observer* observer = nullptr);

}  // namespace pdrank
