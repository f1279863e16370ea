// A result as a person reads it: what it comes to, the ranking, what the data cannot tell, the least credible answers,
// who to doubt.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pdrank/core/result.hpp"
#include "pdrank/data/comparisons.hpp"

namespace pdrank::cli {

// `top` rows of the ranking (0 = all), lines of at most `width` columns.
std::string result_text(const RankResult& result, const Comparisons& data, std::size_t top, std::size_t width);

// What must not go unsaid where the table is not shown: rows left out, and notes. Empty if there is nothing.
std::string warnings_text(const RankResult& result, std::size_t width);

// Each with a star in front.
std::string notes_text(const std::vector<std::string>& notes, std::size_t width);

// That the table goes on, by so many rows.
std::string more_text(std::uint64_t more, std::size_t width);

// What the data holds: rows, items, pairs, and rows that were left out.
std::string data_text(const DataSummary& data, const GraphSummary& graph, std::size_t width);

// A sentence of the library on lines of at most `width` columns. Options are called by their flags.
std::string paragraph(std::string_view sentence, std::size_t width, std::string_view indent = "  ");

}  // namespace pdrank::cli
