// Answers that are left out of the data to see what would change (docs/MATH.md, section 17).
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "pdrank/core/options.hpp"
#include "pdrank/data/comparisons.hpp"

namespace pdrank {

// What is left out at once: a row of the input, or one of the answers that its weight stands for.
struct Unit {
  std::size_t first = 0, count = 0;  // its comparisons
  std::uint64_t copies = 1;
  double weight = 1;  // of one copy; of a whole ranking, as its comparisons have it
};

inline std::vector<Unit> units_of(const Comparisons& data) {
  std::vector<Unit> units;
  for (std::size_t n = 0; n < data.size();) {
    Unit unit{.first = n};
    while (n < data.size() && data.row(n) == data.row(unit.first)) ++n;
    unit.count = n - unit.first;
    unit.weight = data.weight(unit.first);
    if (unit.count == 1 && unit.weight > 1) {
      unit.copies = AnswerUnits(unit.weight).count();
      unit.weight = 1;
    }
    units.push_back(unit);
  }
  return units;
}

// For ranking what is left by the method itself: the scores alone.
inline RankOptions scores_alone(RankOptions options, const std::string& method) {
  options.fragility.reset(), options.split_half.reset(), options.boundaries.reset(), options.bootstrap.reset();
  options.scale.reset(), options.anchor.reset(), options.cluster.reset();
  options.certify = options.simultaneous = options.keep_draws = false;
  options.proofs = method == "kemeny";  // it goes by them
  options.standard_errors = false;
  return options;
}

// By unit, how many of its copies are left out.
using Removal = std::vector<std::uint64_t>;

inline std::uint64_t size_of(const Removal& removal) {
  return std::accumulate(removal.begin(), removal.end(), std::uint64_t{0});
}

}  // namespace pdrank
