// The mean of independent figures, and how far it may be off.
#pragma once

#include <cmath>
#include <numeric>
#include <span>

#include "pdrank/core/result.hpp"

namespace pdrank::bench {

struct Mean {
  double value = kNone;
  double standard_error = kNone;  // sqrt(s^2 / n); NaN for fewer than 2 figures
};

inline Mean mean_of(std::span<const double> figures) {
  const auto count = static_cast<double>(figures.size());
  if (figures.empty()) return {};
  const double mean = std::accumulate(figures.begin(), figures.end(), 0.0) / count;
  double squares = 0;
  for (const double figure : figures) squares += (figure - mean) * (figure - mean);
  return {mean, figures.size() < 2 ? kNone : std::sqrt(squares / (count - 1) / count)};
}

}  // namespace pdrank::bench
