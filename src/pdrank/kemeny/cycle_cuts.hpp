// Cycles that a point of the linear program does not cover: those with sum_a y_a < 1. The shortest way with y as the
// length of an arc finds one through every arc that has one.
#pragma once

#include <span>
#include <vector>

#include "pdrank/kemeny/cover_program.hpp"
#include "pdrank/kemeny/majority.hpp"

namespace pdrank {

// Every cycle has an arc that leads upwards in `place`, so it is enough to look at those: for each, the shortest cycle
// through it, if that is short by more than `tolerance`. Each cycle once.
std::vector<Cycle> uncovered_cycles(const MajorityGraph& graph, std::span<const std::uint32_t> place,
                                    std::span<const double> y, double tolerance);

}  // namespace pdrank
