// The rule of the outlier figure.
#pragma once

#include <span>

#include "reproduce/figure.hpp"

namespace pdrank::reproduce {

// `exact`: of so many runs; `rivals`: of the other methods.
ClaimState judge_outlier(double exact, std::span<const double> rivals, double runs);

}  // namespace pdrank::reproduce
