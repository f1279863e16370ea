// A better order by small changes: an item, or a run of items, goes to the place where it contradicts least.
//
// Where an item should stand depends on the items it was compared with alone, so a try takes as long as it has
// opponents, whatever their number is in all. Where no such move helps, a contradicted answer is put right by force,
// and the items around it move until that has paid or is taken back. The cost is bounded in arcs looked at.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pdrank/core/observer.hpp"
#include "pdrank/kemeny/majority.hpp"

namespace pdrank {

struct LocalSearchOptions {
  double longest_run = 8;      // of items that move together
  double kicks_per_node = 50;  // contradicted answers put right by force
  double effort = 1000;        // arcs looked at, for every arc of the graph; in small graphs more
  std::uint64_t seed = 1;
};

struct LocalSearchResult {
  std::vector<std::uint32_t> order;  // nodes, best first
  double weight = 0;                 // contradicted, without graph.unavoidable
  bool stopped = false;              // the observer asked for it
  bool settled = true;               // no item or run has a better place; otherwise the effort came to an end first
  double arcs_seen = 0;              // looked at, what the effort is counted in
};

// Never worse than the order it begins with. Ends early if the weight comes down to `at_least`.
LocalSearchResult search_locally(const MajorityGraph& graph, std::span<const std::uint32_t> order,
                                 const LocalSearchOptions& options, double at_least = 0, Observer* observer = nullptr);

// The place of each node in an order.
std::vector<std::uint32_t> places_in(std::span<const std::uint32_t> order);

}  // namespace pdrank
