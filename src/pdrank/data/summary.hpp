// What the data holds and what its graph looks like, in numbers for the result.
#pragma once

#include "pdrank/core/result.hpp"
#include "pdrank/data/comparisons.hpp"
#include "pdrank/data/components.hpp"
#include "pdrank/data/graph.hpp"

namespace pdrank {

DataSummary summarise_data(const Comparisons& data, const MergedComparisons& merged, TieRule ties);

// `weak` and `strong` are the components of the merged graph. A pair is repeated if several comparisons speak of it,
// and contested if strict answers went both ways. An item that only tied is neither never beaten nor never winning.
GraphSummary summarise_graph(const Comparisons& data, const MergedComparisons& merged, const Components& weak,
                             const Components& strong);

}  // namespace pdrank
