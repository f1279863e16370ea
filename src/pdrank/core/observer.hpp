// How a long run tells how far it is, and how it is told to stop. The library itself never prints.
#pragma once

#include <cstdint>
#include <string_view>

namespace pdrank {

struct Progress {
  // "reading", "choosing", "ranking", "fitting", "proving", "auditing", "bootstrapping", "splitting", "comparing", or
  // what is being reproduced
  std::string_view stage;
  std::uint64_t done = 0;   // bytes (in memory: rows) read; tries, rounds, resamples, runs or cells finished
  std::uint64_t total = 0;  // 0 where it is not known
  // ranking: relative change of the last round; fitting: of the scores, in deviations; proving: the gap that is left,
  // relatively; otherwise 0
  double change = 0;
  double seconds_left = 0;  // an estimate; 0 where there is none
};

class Observer {
 public:
  virtual ~Observer() = default;
  // Both are called from the thread that called the library.
  virtual void on_progress(const Progress&) {}
  // Asked often, also inside a round: true ends the run at the best point so far. Must be quick.
  virtual bool stop_requested() { return false; }
};

// Passes on the wish to stop and nothing else, for runs inside a run that tells of its own progress. None may watch.
class OnlyStops final : public Observer {
 public:
  explicit OnlyStops(Observer* watching) : watching_(watching) {}
  bool stop_requested() override { return watching_ && watching_->stop_requested(); }

 private:
  Observer* watching_;
};

}  // namespace pdrank
