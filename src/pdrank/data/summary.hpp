// What the data holds and what its graph looks like, in numbers for the result.
#pragma once

#include <span>

#include "pdrank/core/result.hpp"
#include "pdrank/data/bridges.hpp"
#include "pdrank/data/comparisons.hpp"
#include "pdrank/data/components.hpp"
#include "pdrank/data/flags.hpp"
#include "pdrank/data/graph.hpp"

namespace pdrank {

DataSummary summarise_data(const Comparisons& data, const MergedComparisons& merged, TieRule ties);

// All but `data` belong to the merged graph. A pair is repeated if several comparisons speak of it, and contested if
// strict answers went both ways. Never beaten are the unbeaten of `flags`, never winning the winless.
GraphSummary summarise_graph(const Comparisons& data, const MergedComparisons& merged, const Components& weak,
                             const Components& strong, const Bridges& bridges, std::span<const ItemFlags> flags);

}  // namespace pdrank
