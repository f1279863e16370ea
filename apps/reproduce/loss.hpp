// The three losses of figure "loss" and its rule.
#pragma once

#include "reproduce/judge.hpp"

namespace pdrank::reproduce {

inline constexpr double kEpsilon = 1e-2;  // the paper's epsilon, which bounds weights by its inverse

// Of a label whose winner is `difference` above its loser: [difference < 0], l = log(1 + exp(1 - difference)), and
// log(l + epsilon).
struct Losses {
  double zero_one, lse, pdrank;
};
Losses losses_at(double difference);

Judged judge_loss();

}  // namespace pdrank::reproduce
