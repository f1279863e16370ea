// Where a process's time goes.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "pdrank/core/stopwatch.hpp"

namespace pdrank::distributed {

class StageClock {
 public:
  // The time since the last call, or the beginning, was this stage's.
  void end_of(const char* stage) {
    const double now = watch_.seconds();
    seconds_.emplace_back(stage, now - last_);
    last_ = now;
  }
  const std::vector<std::pair<std::string, double>>& seconds() const { return seconds_; }

 private:
  Stopwatch watch_;
  double last_ = 0;
  std::vector<std::pair<std::string, double>> seconds_;
};

// The most memory that this process has had.
std::uint64_t peak_bytes();

}  // namespace pdrank::distributed
