// A set of unordered pairs of items.
#pragma once

#include <algorithm>
#include <compare>
#include <vector>

#include "pdrank/core/ids.hpp"

namespace pdrank {

struct ItemPair {
  ItemId first = 0, second = 0;  // first < second
  friend auto operator<=>(const ItemPair&, const ItemPair&) = default;
};

inline ItemPair make_pair_of(ItemId a, ItemId b) { return {std::min(a, b), std::max(a, b)}; }

// Every pair of so many items, sorted.
inline std::vector<ItemPair> all_pairs(std::uint32_t items) {
  std::vector<ItemPair> pairs;
  for (ItemId first = 0; first < items; ++first)
    for (ItemId second = first + 1; second < items; ++second) pairs.push_back({first, second});
  return pairs;
}

class PairSet {
 public:
  PairSet() = default;
  explicit PairSet(std::vector<ItemPair> pairs) : pairs_(std::move(pairs)) {
    std::ranges::sort(pairs_);
    pairs_.erase(std::unique(pairs_.begin(), pairs_.end()), pairs_.end());
  }

  bool contains(ItemPair pair) const { return std::ranges::binary_search(pairs_, pair); }
  std::size_t size() const { return pairs_.size(); }
  const std::vector<ItemPair>& pairs() const { return pairs_; }

 private:
  std::vector<ItemPair> pairs_;  // sorted
};

}  // namespace pdrank
