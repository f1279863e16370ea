// What the data holds and what its graph looks like, in numbers for the result.
#pragma once

#include "pdrank/core/result.hpp"
#include "pdrank/data/comparisons.hpp"
#include "pdrank/data/components.hpp"
#include "pdrank/data/graph.hpp"

namespace pdrank {

DataSummary summarise_data(const Comparisons& data, const MergedComparisons& merged, TieRule ties);

// `weak` and `strong` are the components of `graph`; names come from `data`.
GraphSummary summarise_graph(const ComparisonGraph& graph, const Components& weak, const Components& strong,
                             const ItemIndex& items);

}  // namespace pdrank
