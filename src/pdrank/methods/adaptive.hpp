// Whether the pairs that were compared were chosen by what was known about the items: as in Swiss rounds, or by `pdrank
// next`, items that are compared are then much closer in rank than pairs chosen without regard to rank.
//
// The statistic is the mean distance in rank of the two items of an answer, the ranks being those of a Bradley-Terry
// fit. What chance makes of it depends on the graph, because a fit draws neighbours together where answers are few. So
// its null distribution is made on the graph itself: the fitted scores are dealt to the items at random, every pair is
// answered anew as often as it was, by the odds of these scores, and the fit is repeated (docs/MATH.md, "Adaptive
// pairs").
#pragma once

#include <cstdint>

#include "pdrank/core/observer.hpp"
#include "pdrank/core/result.hpp"
#include "pdrank/data/graph.hpp"

namespace pdrank {

struct PairDistance {
  double ratio = kNone;   // the mean distance by its mean under chance; NaN where there are too few items to tell
  bool adaptive = false;  // below every one made by chance, and by a fifth or more below their mean
};

// `graph` is connected. Stopped if the observer asks for it.
PairDistance measure_pair_distance(const ComparisonGraph& graph, std::uint64_t seed, Observer* observer);

}  // namespace pdrank
