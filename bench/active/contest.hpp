// One strategy against the same questions of many worlds, all plays side by side.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pdrank/active/play.hpp"
#include "reproduce/rhythm.hpp"

namespace pdrank::bench::active {

using reproduce::even_grid;
using reproduce::rhythm_of;

// One play.
struct Seat {
  std::string world;  // "toggle:0.1", "vqa/ref01"
  const Oracle* oracle = nullptr;
  std::uint64_t seed = 1;
};

struct Contest {
  std::vector<Seat> seats;          // all of as many items
  std::vector<std::uint64_t> grid;  // answers at which rankings are made and measured
  // A method whose mean tau over the seats has come so far is measured no more, and plays end with their last method.
  double enough = 2;
};

// Of a strategy ranked by one method.
struct Curve {
  std::string strategy, method;
  std::vector<std::vector<PlayPoint>> points;  // by seat, then as far as it goes by point of the grid; all as long
};

// What ranks a strategy's answers: posterior, the same for all, and "own" where its authors say how they do.
std::vector<std::string> rankings_of(const StrategyInfo& strategy);

// A curve for each method, with a line on stderr when it is done.
std::vector<Curve> run_contest(const Contest& contest, const StrategyInfo& strategy,
                               const std::vector<std::string>& methods);

}  // namespace pdrank::bench::active
