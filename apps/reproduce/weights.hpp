// The rule of figure "weights".
#pragma once

#include <span>

#include "reproduce/judge.hpp"

namespace pdrank::reproduce {

// Of one run: labels are distinct comparisons, and a label is on its side if its weight is above 1 and it is right, or
// below 1 and it is wrong.
struct WeighedRun {
  bool exact = false;         // the ranking is the true one
  double misplaced = 0;       // labels that are not on their side
  double misplaced_size = 0;  // their mean |log omega|; NaN if there are none
  double placed_size = 0;     // that of the others
};

Judged judge_weights(std::span<const WeighedRun> many_trials, std::span<const WeighedRun> few_trials);

}  // namespace pdrank::reproduce
