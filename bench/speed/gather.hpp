// How fast this machine looks values up in an order that nobody can foresee, near enough for a core's second cache.
#pragma once

#include <cstddef>

namespace pdrank::speed {

struct GatherReport {
  std::size_t gathers = 0;
  double seconds = 0;  // of the fastest

  double gathers_per_second() const { return static_cast<double>(gathers) / seconds; }
};

// Adds up values at `gathers` places, `repeats` times, on the threads of the current ThreadScope. As in a tile of edges
// (linalg/edge_tiles), a place is 16 bits and there are 32,768 values; nothing else is read or computed.
GatherReport measure_gather(std::size_t gathers, int repeats);

}  // namespace pdrank::speed
