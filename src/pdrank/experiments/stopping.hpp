// The rule of figure "stopping".
#pragma once

#include <span>

#include "pdrank/experiments/judge.hpp"

namespace pdrank::experiments {

// Mean label accuracy and time of one way to stop.
struct Stopping {
  double tolerance = 0;  // eps_in; 0: every round solved exactly
  double accuracy = 0, seconds = 0;
};

// `exact`: what stands for the generic solver.
Judged judge_stopping(std::span<const Stopping> by_tolerance, std::span<const Stopping> exact);

}  // namespace pdrank::experiments
