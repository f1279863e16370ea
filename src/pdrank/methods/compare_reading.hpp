// A comparison of methods in a sentence.
#pragma once

#include <string>

#include "pdrank/core/compare_result.hpp"

namespace pdrank {

// `result` has all its figures. Says which method predicts best and which are clearly worse (p below 0.05), which comes
// closest to the truth, and whether any of it beats a coin.
std::string read_comparison(const CompareResult& result);

}  // namespace pdrank
