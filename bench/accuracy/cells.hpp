// The cells of toggle and bt.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "parts.hpp"

namespace pdrank::bench::accuracy {

// What pdrank's own choice of gamma is held against.
inline constexpr std::array<std::string_view, 5> kFixedGammas = {
    "pdrank:gamma=0.0001", "pdrank:gamma=0.001", "pdrank:gamma=0.01", "pdrank:gamma=0.03", "pdrank:gamma=0.1"};

// Toggle noise 0.1: 30 items at four densities, 200 and 1,000 items with 5 comparisons each. If pdrank is measured, so
// are the fixed gammas.
std::vector<Cell> toggle_cells(const Settings& settings);

// Bradley-Terry noise of score range 5 or 10: 30 items at seven densities.
std::vector<Cell> bt_cells(const Settings& settings, int range);

}  // namespace pdrank::bench::accuracy
