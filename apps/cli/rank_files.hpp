// The work of `rank` between its flags and its files.
#pragma once

#include <string>
#include <vector>

#include "pdrank/core/observer.hpp"
#include "pdrank/core/options.hpp"
#include "pdrank/core/result.hpp"
#include "pdrank/data/comparisons.hpp"
#include "pdrank/io/rows/read_comparisons.hpp"

namespace pdrank::cli {

struct RankedFiles {
  Comparisons data;
  RankResult result;
};

// Reads the files as the ranking needs them, and ranks; on the threads of the current ThreadScope.
RankedFiles rank_files(const std::vector<std::string>& files, ReadOptions read, const RankOptions& options,
                       Observer& observer);

}  // namespace pdrank::cli
