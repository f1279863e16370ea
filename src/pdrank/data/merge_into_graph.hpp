// The merged graph for those who do not ask which edge a comparison went to: of many comparisons of few items, that
// takes as long again.
#pragma once

#include "pdrank/data/graph.hpp"

namespace pdrank {

// merge(data, ties).graph
ComparisonGraph merge_into_graph(const Comparisons& data, TieRule ties);

}  // namespace pdrank
