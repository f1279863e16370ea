// All connected parts of a shared graph, each solved: large ones by all processes together, one after the other; small
// ones each by one process, which has it whole, side by side.
#pragma once

#include <vector>

#include "pdrank/distributed/components.hpp"
#include "pdrank/distributed/shared_graph.hpp"
#include "pdrank/distributed/team.hpp"
#include "pdrank/methods/in_team.hpp"

namespace pdrank::distributed {

struct PartsInput {
  const Team& team;
  const Ranges& ranges;
  const SharedGraph& shared;
  const SharedComponents& weak;
  const SharedComponents& strong;
  const NameRange& names;          // of the range
  const RankOptions& options;      // resolved
  std::uint64_t whole_below = 0;   // parts with fewer edges are solved by one process
  PartJournal* journal = nullptr;  // of the largest part that is shared
  Observer* observer = nullptr;    // tells of progress
};

// Of all parts: scores by own node; the trace and the choice are the largest part's.
PartOutput solve_parts(const PartsInput& input);

}  // namespace pdrank::distributed
