// A result as a person reads it: the data in two lines, the ranking, the least credible answers, who to doubt, what
// the data cannot tell.
#pragma once

#include <cstddef>
#include <string>

#include "pdrank/core/result.hpp"
#include "pdrank/data/comparisons.hpp"

namespace pdrank::cli {

// `top` rows of the ranking (0 = all), lines of at most `width` columns.
std::string result_text(const RankResult& result, const Comparisons& data, std::size_t top, std::size_t width);

// What must not go unsaid where the table is not shown: rows left out, and notes. Empty if there is nothing.
std::string warnings_text(const RankResult& result, std::size_t width);

// 1234567 -> "1,234,567"
std::string grouped(std::uint64_t number);

}  // namespace pdrank::cli
