// What a ranking comes to, in four lines: who is first and how sure that is, the data, the noise, what to mind.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "pdrank/core/result.hpp"

namespace pdrank::cli {

std::string summary_text(const RankResult& result, std::size_t width);

// "600 rows, 600 comparisons of 20 items by 12 annotators"
std::string rows_text(const DataSummary& data);

// The notes without what the summary says already.
std::vector<std::string> other_notes(const RankResult& result);

}  // namespace pdrank::cli
