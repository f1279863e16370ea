// Why a pair, in a few words, where several strategies say the same.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <string>

#include "pdrank/active/strategy.hpp"

namespace pdrank {

inline bool links_parts(const AskInput& input, ItemPair pair) {
  return input.weak.of_item[pair.first] != input.weak.of_item[pair.second];
}

// From the expected difference of the two scores and its standard deviation.
inline std::string reason_by_scores(const AskInput& input, ItemPair pair, double difference, double deviation) {
  if (links_parts(input, pair)) return "links two parts";
  return fmt::format("scores {:.2f} apart, uncertain by {:.2f}", std::abs(difference), deviation);
}

}  // namespace pdrank
