// The rule of figure "stopping".
#pragma once

#include <vector>

#include "reproduce/judge.hpp"

namespace pdrank::reproduce {

// Label accuracy and time of one way to stop, on the same trials as the others.
struct Stopping {
  std::vector<double> accuracy = {};  // by trial
  double seconds = 0;                 // the median
};

// PDHG stopped at 1e-2 and at 1e-3, and the rounds solved exactly by this program's two solvers.
struct StoppingRuns {
  Stopping coarse, fine, pdhg_exact, newton_exact;
};

Judged judge_stopping(const StoppingRuns& runs);

}  // namespace pdrank::reproduce
