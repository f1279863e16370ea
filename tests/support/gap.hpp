// The law of the difference of two scores, by draws.
#pragma once

#include <cmath>
#include <cstddef>

#include "pdrank/core/score_draws.hpp"

namespace pdrank::testing {

struct Gap {
  double mean = 0, variance = 0;
  double deviation() const { return std::sqrt(variance); }
};

inline Gap gap_of(const ScoreDraws& draws, std::size_t i, std::size_t j) {
  Gap gap;
  const auto count = static_cast<double>(draws.count());
  for (std::size_t k = 0; k < draws.count(); ++k) gap.mean += static_cast<double>(draws[k][i] - draws[k][j]) / count;
  for (std::size_t k = 0; k < draws.count(); ++k) {
    const double off = static_cast<double>(draws[k][i] - draws[k][j]) - gap.mean;
    gap.variance += off * off / count;
  }
  return gap;
}

}  // namespace pdrank::testing
