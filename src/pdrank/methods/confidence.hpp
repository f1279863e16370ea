// From edges back to the rows as they came: how far to trust every comparison, and where the ranking has its two items.
#pragma once

#include "pdrank/core/result.hpp"
#include "pdrank/methods/registry.hpp"

namespace pdrank {

// One for each comparison of the data. `probability_correct`: where there are draws, the share of them that has the
// winner above (at its time, in its segment, where scores differ so); otherwise the paper's reading of the weight.
// Large data have no room for copies: merged.edge_of and output.edge_weight become part of the result and are gone
// afterwards.
Confidences carry_back(const Comparisons& data, const Components& weak, MergedComparisons& merged,
                       MethodOutput& output);

}  // namespace pdrank
