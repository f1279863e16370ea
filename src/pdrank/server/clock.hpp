// The time, for what is measured and what is written down.
#pragma once

#include <chrono>
#include <cstdint>

namespace pdrank::server {

// Of a clock that never jumps.
inline std::int64_t steady_ms() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

// Since 1970, UTC.
inline std::int64_t now_ms() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch())
      .count();
}

}  // namespace pdrank::server
