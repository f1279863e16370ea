// The compared pairs: every unordered pair once, with the answers either way, for methods that look at the pair and not
// at the single answer.
#pragma once

#include <vector>

#include "pdrank/data/graph.hpp"

namespace pdrank {

// `graph` has one edge a pair, whoever won: from the node with fewer neighbours to the one with more, and from the
// lower number to the higher where they have the same. So a node has at most sqrt(2 pairs) edges out, which is what
// makes the search for triangles quick (triangles.hpp).
struct PairGraph {
  ComparisonGraph graph;          // edge -> count = won + lost (n_ij)
  std::vector<double> won, lost;  // edge -> answers for the node it starts from (c_ij), and for the other (c_ji)
};

PairGraph merge_pairs(const ComparisonGraph& graph);

}  // namespace pdrank
