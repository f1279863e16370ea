// Pairs at random: what every other strategy must beat.
#include <unordered_set>

#include "pdrank/active/candidates.hpp"
#include "pdrank/core/random.hpp"

namespace pdrank {
namespace {

// All pairs equally likely. Where they are many, drawn until enough are new; where they are few, from a list.
std::vector<Question> propose(const AskInput& input, Observer*) {
  const std::uint64_t items = input.item_count();
  Random random(input.seed);
  std::vector<Question> questions;
  const auto ask = [&](ItemPair pair) { questions.push_back({.pair = pair, .value = 1, .reason = "at random"}); };
  if (are_few(input)) {
    std::vector<ItemPair> left = allowed_pairs(input);
    random.shuffle(std::span(left));
    for (std::size_t k = 0; k < std::min(input.count, left.size()); ++k) ask(left[k]);
    return questions;
  }
  std::unordered_set<std::uint64_t> taken;
  while (questions.size() < input.count) {
    const auto a = static_cast<ItemId>(random.below(items)), b = static_cast<ItemId>(random.below(items));
    if (a == b || input.forbidden.contains(make_pair_of(a, b))) continue;
    const ItemPair pair = make_pair_of(a, b);
    if (taken.insert(std::uint64_t{pair.first} << 32 | pair.second).second) ask(pair);
  }
  return questions;
}

}  // namespace

StrategyInfo random_strategy() {
  return {.name = "random",
          .summary = "pairs at random, all equally likely",
          .paper = "none",
          .cost = "questions",
          .measure = "always 1",
          .propose = propose};
}

}  // namespace pdrank
