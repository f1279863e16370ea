// The fewest answers without which a ranking would say something else (docs/MATH.md, section 17).
#pragma once

#include <string>
#include <vector>

#include "pdrank/core/observer.hpp"
#include "pdrank/core/options.hpp"
#include "pdrank/core/result.hpp"
#include "pdrank/data/comparisons.hpp"

namespace pdrank {

// What is to change: the first place, which items are the best K, or the order of two.
struct FragilityQuestion {
  std::uint32_t best = 1;   // K, where no items are named
  std::string item, other;  // or these two
  bool is_pair() const { return !item.empty(); }
};

// The option `fragility`: "first", a number, or two names. InvalidArgument otherwise.
FragilityQuestion parse_fragility(const std::vector<std::string>& texts);

// Answers are chosen by their influence on the scores, and every set of them is tried by ranking the rest with the same
// method; what is found is the least that was found, not the least there is. Nothing is found in a part of two items
// that agree on everything, and nothing is said of other parts than the largest. `ranked` are the data, the options and
// the ranking of a finished run. `convergence` says so if it was stopped. InvalidArgument for items that are
// not there.
Fragility find_fragility(const Comparisons& data, const RankOptions& options, const RankResult& ranked,
                         Observer* observer, Convergence& convergence);

}  // namespace pdrank
