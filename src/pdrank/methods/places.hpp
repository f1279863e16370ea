// The ranking as its reader sees it: nodes sorted by score, with names, counts, ranges, tiers and flags.
#pragma once

#include <span>
#include <vector>

#include "pdrank/core/result.hpp"
#include "pdrank/data/flags.hpp"
#include "pdrank/methods/registry.hpp"

namespace pdrank {

// How far apart two scores of a component must be to be told apart, where these are its lowest and its highest.
double indistinct_gap(double lowest, double highest);

// By component, how far apart two scores must be to be told apart: the solve knows them in proportion to their spread,
// rounding in proportion to their size.
std::vector<double> indistinct_gaps(const Components& weak, std::span<const double> scores);

// Component by component, best first. Scores closer together than the solve can tell apart share a rank and stand in
// the order of their names. Ranges are those of the output, widened to the rank itself; tiers, at `level`, where there
// are draws. `flags` by node.
std::vector<Place> make_places(const MethodInput& input, const MethodOutput& output, std::span<const ItemFlags> flags,
                               double level);

// Fills in rank_without: the ranks by another output of the same input.
void compare_ranks(const MethodInput& input, const MethodOutput& without, std::vector<Place>& ranking);

}  // namespace pdrank
