// How a long run tells how far it is, and how it is told to stop. The library itself never prints.
#pragma once

#include <cstdint>
#include <string_view>

namespace pdrank {

struct Progress {
  std::string_view stage;   // "reading", "ranking"
  std::uint64_t done = 0;   // bytes read, rounds finished
  std::uint64_t total = 0;  // 0 where it is not known
  double change = 0;        // ranking: relative change of the last round; 0 while reading
};

class Observer {
 public:
  virtual ~Observer() = default;
  // Called from the thread that called the library. False asks the run to end at this point.
  virtual bool on_progress(const Progress&) { return true; }
};

}  // namespace pdrank
