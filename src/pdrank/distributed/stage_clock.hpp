// Where a process's time goes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pdrank/core/stopwatch.hpp"

namespace pdrank::distributed {

class StageClock {
 public:
  // The time since the last call, or the beginning, was this stage's.
  void end_of(std::string_view stage);
  const std::vector<std::pair<std::string, double>>& seconds() const { return seconds_; }

 private:
  Stopwatch watch_;
  double last_ = 0;
  std::vector<std::pair<std::string, double>> seconds_;
};

// The most memory that this process has had.
std::uint64_t peak_bytes();

}  // namespace pdrank::distributed
