// What a ranking comes to, in four lines of 80 columns: who is first and how sure that is, the data, the noise, what to
// mind.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "pdrank/core/result.hpp"

namespace pdrank::cli {

std::string summary_text(const RankResult& result, std::size_t width);

// What a sentence about the data says: each of these, and all before it.
enum class RowFacts { comparisons, rows, annotators, used, weights, ties };

// "600 rows, 600 comparisons of 20 items by 12 annotators"
std::string rows_text(const DataSummary& data, RowFacts facts = RowFacts::ties);

// The notes without what the summary says already.
std::vector<std::string> other_notes(const RankResult& result);

}  // namespace pdrank::cli
