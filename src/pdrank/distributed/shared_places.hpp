// The ranking of a shared graph, each process having a stretch of it: those of the first come first.
#pragma once

#include <span>
#include <vector>

#include "pdrank/core/result.hpp"
#include "pdrank/data/flags.hpp"
#include "pdrank/data/summary.hpp"
#include "pdrank/distributed/components.hpp"
#include "pdrank/distributed/numbering.hpp"
#include "pdrank/distributed/shared_graph.hpp"
#include "pdrank/distributed/team.hpp"

namespace pdrank::distributed {

struct PlacesInput {
  const Team& team;
  const Ranges& ranges;
  const SharedGraph& shared;
  const SharedComponents& weak;
  const NameRange& names;
  std::span<const double> scores;    // by own node
  std::span<const Tally> tallies;    // by own node
  std::span<const ItemFlags> flags;  // by own node
};

// By own node, how far apart two scores of its component must be to be told apart.
std::vector<double> indistinct_gaps(const Team& team, const SharedGraph& shared, const SharedComponents& weak,
                                    std::span<const double> scores);

// Those of all processes, in their order, for the first one; the others get none.
std::vector<Place> gather_places(const Team& team, std::span<const Place> here);

// As methods/places makes them. If there are few, the first process has all of them.
std::vector<Place> make_places(const PlacesInput& input, std::span<const double> gap);

}  // namespace pdrank::distributed
