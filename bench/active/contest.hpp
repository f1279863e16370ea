// One strategy against the same questions of many worlds, all plays side by side.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pdrank/active/play.hpp"

namespace pdrank::bench::active {

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

// `count` equal steps up to `budget`, as near as whole numbers come.
std::vector<std::uint64_t> even_grid(std::uint64_t budget, std::uint64_t count);

// The rhythm in which a strategy asks: one question at a time; hybrid-mst as published, one at a time during the first
// m (m - 1) / 2 answers and then m - 1; posterior above 30 items one in 25 of the answers so far.
PlayOptions rhythm_of(std::string_view strategy, std::uint32_t items);

// What ranks a strategy's answers: posterior, the same for all, and "own" where its authors say how they do.
std::vector<std::string> rankings_of(const StrategyInfo& strategy);

// A curve for each method, with a line on stderr when it is done.
std::vector<Curve> run_contest(const Contest& contest, const StrategyInfo& strategy,
                               const std::vector<std::string>& methods);

}  // namespace pdrank::bench::active
