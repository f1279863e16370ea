// Where a process's time goes, and its memory.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pdrank/core/result.hpp"
#include "pdrank/core/stopwatch.hpp"
#include "pdrank/distributed/team.hpp"

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

// The records of all processes: of each what it holds, which it says, and what it took and sent so far.
std::vector<ProcessRecord> gather_records(const Team& team, const StageClock& clock, ProcessRecord here);

}  // namespace pdrank::distributed
