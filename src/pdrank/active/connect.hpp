// Pairs that connect what was never compared: without them nothing orders one part against another.
#pragma once

#include <vector>

#include "pdrank/active/strategy.hpp"

namespace pdrank {

// At most input.count questions, none forbidden, each of which joins two connected parts into one; all of them together
// leave one part if there are enough. Where one part holds half of the items, the others are joined to it, the largest
// first; otherwise always the two smallest, so that at first every item gets an answer. An item near the middle of its
// part, by its balance of wins and losses, stands for the part: its answer tells most about where the others belong.
std::vector<Question> connecting_pairs(const AskInput& input);

}  // namespace pdrank
