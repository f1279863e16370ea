// The main job by several processes that each have all of the data: they take the same steps, those of rank(), and
// share the work of its long loops (core/work_sharing). The result has the bytes of one process alone. For every method
// and option; the memory is not divided.
#pragma once

#include <string>
#include <vector>

#include "pdrank/core/observer.hpp"
#include "pdrank/core/options.hpp"
#include "pdrank/core/result.hpp"
#include "pdrank/data/comparisons.hpp"
#include "pdrank/distributed/team.hpp"
#include "pdrank/io/rows/read_comparisons.hpp"

namespace pdrank::distributed {

// Every process has all of it.
struct WholeResult {
  Comparisons data;
  RankResult result;
};

// Throws, for all processes alike, as read_comparisons and rank do. `observer` tells of progress; it may not ask to
// stop, which one process would hear before the others.
WholeResult rank_in_step(const Team& team, const std::vector<std::string>& files, const ReadOptions& read,
                         const RankOptions& options, Observer& observer);

}  // namespace pdrank::distributed
