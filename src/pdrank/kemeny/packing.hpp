// A lower bound that needs nothing but a walk along the answers: cycles that share no weight. Every order contradicts
// an answer of each cycle, so it contradicts at least the weight that fits into cycles.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pdrank/core/observer.hpp"
#include "pdrank/kemeny/majority.hpp"

namespace pdrank {

// The weight of a packing of cycles, without graph.unavoidable. Cycles are looked for through every arc that the order
// contradicts: first those of three arcs, then longer ones without another such arc, then any, the shortest first.
// `rank` by node; equal ranks are taken in the order of nodes. The search looks at `effort` arcs for every arc of the
// graph at most; in small graphs at more.
double pack_cycles(const MajorityGraph& graph, std::span<const std::uint32_t> rank, double effort,
                   Observer* observer = nullptr);

}  // namespace pdrank
