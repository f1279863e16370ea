// The worlds of coverage, group by group.
#pragma once

#include <string>
#include <vector>

#include "worlds.hpp"

namespace pdrank::bench::accuracy {

struct WorldGroup {
  std::string title;
  std::vector<World> worlds;
};

// Random pairs of 8 to 100,000 items, other layouts, annotators, whole rankings; groups of more items than `most_items`
// are left out.
std::vector<WorldGroup> coverage_worlds(std::uint32_t most_items);

}  // namespace pdrank::bench::accuracy
