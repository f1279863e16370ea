// Pairs to be asked about as a person reads them: the pairs, how much there is left to learn, and what to do next.
#pragma once

#include <cstddef>
#include <string>

#include "pdrank/core/next_result.hpp"

namespace pdrank::cli {

// Lines of at most `width` columns.
std::string next_text(const NextResult& result, std::size_t width);

}  // namespace pdrank::cli
