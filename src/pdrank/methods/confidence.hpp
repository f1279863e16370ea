// From edges back to the rows as they came: how far to trust every comparison, and where the ranking has its two items.
#pragma once

#include <vector>

#include "pdrank/core/result.hpp"
#include "pdrank/methods/registry.hpp"

namespace pdrank {

// One for each comparison of the data. `probability_correct`: where there are draws, the share of them that has the
// winner above; otherwise the paper's reading of the weight.
std::vector<Confidence> carry_back(const MethodInput& input, const MethodOutput& output);

}  // namespace pdrank
