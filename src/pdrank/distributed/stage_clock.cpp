#include "pdrank/distributed/stage_clock.hpp"

#include <sys/resource.h>

#include <algorithm>

namespace pdrank::distributed {

void StageClock::end_of(std::string_view stage) {
  const double now = watch_.seconds();
  auto found = std::ranges::find(seconds_, stage, &std::pair<std::string, double>::first);
  if (found == seconds_.end()) found = seconds_.emplace(found, stage, 0.0);
  found->second += now - last_;
  last_ = now;
}

std::uint64_t peak_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

}  // namespace pdrank::distributed
