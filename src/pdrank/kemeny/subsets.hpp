// The best order of few items by dynamic programming over the sets of items that come first (Held and Karp 1962).
#pragma once

#include <cstdint>
#include <vector>

#include "pdrank/kemeny/majority.hpp"

namespace pdrank {

// Time and memory double with every item.
inline constexpr std::uint32_t kMostItemsBySubsets = 20;

struct OrderBySubsets {
  std::vector<std::uint32_t> order;     // nodes, best first; of several such orders, one with low numbers first
  double weight = 0;                    // contradicted, without graph.unavoidable
  std::vector<std::uint32_t> is_above;  // node -> bits of the nodes that some best order puts below it
};

// At most kMostItemsBySubsets nodes.
OrderBySubsets order_by_subsets(const MajorityGraph& graph);

}  // namespace pdrank
