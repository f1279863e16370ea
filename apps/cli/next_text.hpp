// Pairs to be asked about as a person reads them: the pairs, how much there is left to learn, and what to do next.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "pdrank/core/next_result.hpp"

namespace pdrank::cli {

// Lines of at most `width` columns; `to_go_on` is the last paragraph, if there are pairs.
std::string next_text(const NextResult& result, std::string_view to_go_on, std::size_t width);

}  // namespace pdrank::cli
