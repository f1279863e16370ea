// Bridges: pairs without which a connected part would fall in two. What links the items of one side to the rest is that
// pair alone, so it alone decides where they stand against the rest. How often it was answered, and which way, does not
// matter to a bridge: it is one pair.
#pragma once

#include <cstdint>
#include <vector>

#include "pdrank/data/graph.hpp"

namespace pdrank {

struct Bridge {
  std::uint32_t node = 0, anchor = 0;  // the pair: its end on the smaller side (of equal ones, the lower), the other
  std::uint32_t hanging = 0;           // nodes on the smaller side
  double comparisons = 0;              // of the pair, whoever won (n_ij)
  // One side, and both together, as places first .. last - 1 of Bridges::visited.
  std::uint32_t side_first = 0, side_last = 0, part_first = 0, part_last = 0;
};

struct Bridges {
  std::vector<Bridge> all;             // those with most hanging nodes first, then by node
  std::vector<std::uint32_t> visited;  // the nodes, each part together, and in it one side of each of its bridges
};

// One look at every edge, and a sort of the bridges.
Bridges find_bridges(const ComparisonGraph& graph);

// Whether a sum of weights is below `few`, and not by rounding alone.
inline bool is_fewer(double comparisons, double few) { return comparisons < few * (1 - 1e-12); }

// By node, 1 where it is on the smaller side of a bridge whose pair has fewer than `few` comparisons. Of equal sides,
// both are: neither is the rest.
std::vector<std::uint8_t> hanging_nodes(const Bridges& bridges, double few);

}  // namespace pdrank
