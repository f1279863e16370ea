// The pairs that are compared, one after the other: what a Shape promises, drawn.
#pragma once

#include <cstdint>
#include <memory>

#include "pdrank/core/ids.hpp"
#include "pdrank/core/random.hpp"
#include "pdrank/simulate/shape.hpp"

namespace pdrank {

// Two different items, by number: 0 .. items - 1.
struct ItemPair {
  ItemId first = 0;
  ItemId second = 0;
};

class PairSource {
 public:
  PairSource() = default;
  PairSource(const PairSource&) = delete;
  PairSource& operator=(const PairSource&) = delete;
  virtual ~PairSource() = default;

  // Which of the two is `first` is not always random: a star's centre always is.
  virtual ItemPair next(Random& random) = 0;
};

// A source of `comparisons` pairs of `items` items; items >= 2, the shape valid, next() not called more often than
// that. After any number of pairs the counts of a star's other items, and of a tournament's pairs, differ by at most
// one; those of the items of a regular shape do so after the last.
//
// Only `regular` looks at `comparisons`: for the others, fewer comparisons are a prefix of more. Memory: uniform O(1),
// star and power_law O(items), regular O(items + comparisons), tournament O(comparisons). A pair takes O(log(items))
// under power_law and O(1) otherwise.
std::unique_ptr<PairSource> draw_pairs(const Shape& shape, std::uint32_t items, std::uint64_t comparisons,
                                       Random& random);

}  // namespace pdrank
