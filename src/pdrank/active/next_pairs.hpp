// Which pairs to ask about next, and when to stop: comparisons in, questions and an outlook out.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "pdrank/core/next_result.hpp"
#include "pdrank/core/observer.hpp"
#include "pdrank/core/option_table.hpp"
#include "pdrank/data/comparisons.hpp"

namespace pdrank {

struct NextOptions {
  std::string strategy = "posterior";
  std::uint64_t count = 10;
  std::vector<std::pair<std::string, std::string>> forbidden = {};  // names of items whose pairs are never asked
  std::string annotator = {};                                       // empty: not known
  bool outlook = true;
  double level = 0.9;
  std::uint64_t seed = 1;
  int threads = 0;

  static OptionTable<NextOptions> table();
};

// InvalidArgument for an unknown strategy and for numbers out of range.
void check(const NextOptions& options);

// Checks first. `data` may have items without a comparison, and may have no comparison at all. Pairs that connect what
// was never compared come first, whatever the strategy. InvalidArgument for options out of range, for fewer than two
// items, and for a forbidden pair that names an item that is not there. Stopped if the observer asks for it before
// there are pairs; after that the pairs come without an outlook.
NextResult next_pairs(const Comparisons& data, const NextOptions& options = {}, Observer* observer = nullptr);

}  // namespace pdrank
