// Which pairs a strategy looks at, and how it makes a batch of those it values most.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "pdrank/active/strategy.hpp"

namespace pdrank {

// All pairs where there are at most this many; items grow, pairs of items must not.
inline constexpr std::uint64_t kAllPairs = 20'000;

// Every pair that may be asked, sorted.
std::vector<ItemPair> allowed_pairs(const AskInput& input);

// Whether all pairs may as well be listed: there are at most kAllPairs, or most of them are asked for or forbidden.
bool are_few(const AskInput& input);

// Pairs worth a look, in random order (so that a choice among equals is a random one), none forbidden. All of them
// where they are few. Otherwise each item with those next to it in the order of `scores`, with a few at growing
// distances up to all of the order, and with a few at random: O(items log items). At least input.count of them, the
// rest at random, if there are as many.
std::vector<ItemPair> candidate_pairs(const AskInput& input, std::span<const double> scores);

// Positions in `pairs`, at most `count`, best first: the one of greatest value, then on; but the value of a pair counts
// 1 / (1 + k) where its items are already in k of those chosen, because answers about the same item tell less together
// than each alone. Among equals the first.
std::vector<std::size_t> choose_batch(std::span<const ItemPair> pairs, std::span<const double> values,
                                      std::size_t count);

// What choose_batch takes of the pairs, each with its value and its reason. `value_of` is called on several threads.
std::vector<Question> choose_questions(std::span<const ItemPair> pairs, std::size_t count,
                                       const std::function<double(ItemPair)>& value_of,
                                       const std::function<std::string(ItemPair)>& reason_of);

}  // namespace pdrank
