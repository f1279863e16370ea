// How fast this machine copies memory.
#pragma once

#include <cstddef>

namespace pdrank::speed {

struct CopyReport {
  std::size_t bytes = 0;  // read and written by one copy
  double seconds = 0;     // of the fastest

  double bytes_per_second() const { return static_cast<double>(bytes) / seconds; }
};

// Copies `bytes` / 2 from one array to another, `repeats` times, on the threads of the current ThreadScope. What the
// machine reads of the target before it writes there is not counted, as it is not in the solver's edge_bytes.
CopyReport measure_copy(std::size_t bytes, int repeats);

}  // namespace pdrank::speed
