// Which process has which items. At first they go by the order of the data, which costs nothing. Where items fall into
// groups that are mostly compared among themselves, a partition of the graph (PT-Scotch, through PETSc) lets fewer
// pairs lie across processes, and fewer copies be kept up to date in every pass.
#pragma once

#include <cstdint>
#include <vector>

#include "pdrank/distributed/numbering.hpp"
#include "pdrank/distributed/shared_graph.hpp"
#include "pdrank/distributed/team.hpp"

namespace pdrank::distributed {

struct Partition {
  Ranges ranges;                      // of the new numbers
  std::vector<std::uint32_t> number;  // the new number of each old one, for the old range of this process
};

// Parts carry about the same load, of items and their pairs.
Partition partition_graph(const Team& team, const Ranges& ranges, const SharedGraph& shared);

// The graph under its new numbers, with those that have them now.
SharedGraph moved(const Team& team, const Ranges& ranges, const SharedGraph& shared, const Partition& partition);

// The names likewise.
NameRange moved(const Team& team, const NameRange& names, const Partition& partition);

}  // namespace pdrank::distributed
