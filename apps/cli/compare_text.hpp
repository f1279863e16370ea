// A comparison of methods as a person reads it: the data, a line a method, how far they agree, and what to make of it.
#pragma once

#include <cstddef>
#include <string>

#include "pdrank/core/compare_result.hpp"

namespace pdrank::cli {

// Lines of at most `width` columns.
std::string compare_text(const CompareResult& result, std::size_t width);

}  // namespace pdrank::cli
