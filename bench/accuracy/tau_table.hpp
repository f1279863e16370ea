// Mean Kendall tau of every method in every cell of a world, and how far a method is from the best.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "parts.hpp"

namespace pdrank::bench::accuracy {

// How far below the best of the measured methods posterior may be.
inline constexpr double kMostBelowBest = 0.005;

// Runs the cells, shows a line a method with the bars below, adds the figures to the JSON under `part` and holds the
// cells' tau bars.
void show_taus(Study& study, std::string_view part, std::span<const Cell> cells);

// Where a method is furthest below the best of some others. Methods that refuse data of a cell do not count there.
struct Gap {
  Mean below;         // best mean tau - its own; 0 where it is the best
  std::string where;  // cell and best method
};
Gap largest_gap(Study& study, std::span<const Cell> cells, std::string_view method,
                const std::vector<std::string>& others);

// Holds that a method is never more than `most` below the best of the others.
void hold_gap(Study& study, std::string_view what, std::span<const Cell> cells, std::string_view method,
              const std::vector<std::string>& others, double most);

}  // namespace pdrank::bench::accuracy
