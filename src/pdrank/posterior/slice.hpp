// Slice sampling in one dimension (Neal 2003): draws from any density known up to a factor, without tuning. A level is
// drawn below the density at the current point; points are drawn from an interval around it, which shrinks towards it
// at every miss, until one lies above the level.
#pragma once

#include <algorithm>
#include <cmath>

#include "pdrank/core/random.hpp"

namespace pdrank {

// The next point, from all of [low, high]; `current` lies in it.
template <class LogDensity>
double slice_within(double low, double high, double current, LogDensity&& log_density, Random& random) {
  constexpr int kMostMisses = 1000;  // the interval has long shrunk to a point; a density of NaN gets there
  const double level = log_density(current) + std::log1p(-random.uniform());
  for (int misses = 0; misses < kMostMisses; ++misses) {
    const double next = random.uniform(low, high);
    if (log_density(next) >= level) return next;
    (next < current ? low : high) = next;
  }
  return current;
}

// The same from a window of the given width, laid at random around the current point.
template <class LogDensity>
double slice_near(double low, double high, double width, double current, LogDensity&& log_density, Random& random) {
  const double begin = current - width * random.uniform();
  return slice_within(std::max(low, begin), std::min(high, begin + width), current, log_density, random);
}

}  // namespace pdrank
