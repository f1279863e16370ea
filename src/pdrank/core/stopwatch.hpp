// Elapsed time for reports. Nothing is ever decided by it.
#pragma once

#include <chrono>

namespace pdrank {

class Stopwatch {
 public:
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace pdrank
