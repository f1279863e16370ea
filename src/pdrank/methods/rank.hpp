// The main job: comparisons in, ranking with confidence out.
#pragma once

#include <cstddef>
#include <vector>

#include "pdrank/core/observer.hpp"
#include "pdrank/core/options.hpp"
#include "pdrank/core/result.hpp"
#include "pdrank/data/comparisons.hpp"
#include "pdrank/methods/warm_start.hpp"

namespace pdrank {

// Throws InvalidArgument before any work. Limits and numerical trouble are in result.convergence, with the best point.
//
// `warm` is for fits that follow each other on data of which a little has changed: PD-Rank and, if it may be rough, the
// posterior use it and leave theirs in it (docs/MATH.md, sections 3 and 12).
RankResult rank(const Comparisons& data, const RankOptions& options = {}, Observer* observer = nullptr,
                WarmStart* warm = nullptr);

// The scores of a ranking by id of the item, in the unit of the method; 0 for those that were not ranked.
std::vector<double> scores_by_item(const RankResult& result, std::size_t items);

}  // namespace pdrank
