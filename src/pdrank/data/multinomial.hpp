// How often each of many cells comes up in so many draws, for laws that are drawn from again and again.
//
// Poisson numbers of any mean, given their sum, are multinomial. So every cell gets a Poisson number, of a mean a
// little below what it should get, and the draws that are then still missing are made one by one; should the Poisson
// numbers exceed the draws, which they seldom do, they are drawn anew. The Poisson number of a cell with r rows is the
// sum of those for the powers of 2 in r, each of which is a look into a table.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pdrank/core/random.hpp"

namespace pdrank {

// A number from a given law in constant time (Walker 1977; Vose 1991).
class AliasTable {
 public:
  AliasTable() = default;
  // The chance of number k is weights[k] over their sum, to about 2^-50.
  explicit AliasTable(std::span<const double> weights);

  bool is_empty() const { return slots_.empty(); }

  std::uint32_t draw(Random& random) const {
    const std::uint64_t bits = random.bits();
    const auto slot = static_cast<std::uint32_t>(bits & (slots_.size() - 1));
    const bool is_other = bits >> shift_ >= slots_[slot].own;
    return slot ^ ((slot ^ slots_[slot].other) & (0u - is_other));  // a branch would be a guess, often wrong
  }

 private:
  struct Slot {
    std::uint64_t own = 0;  // chance of its own number, of 2^(64 - shift)
    std::uint32_t other = 0;
  };

  std::vector<Slot> slots_;  // a power of 2 of them: 2^shift
  int shift_ = 0;
};

class Multinomial {
 public:
  // The chance of cell k is rows[k] over their sum.
  Multinomial(std::span<const std::uint32_t> rows, std::uint64_t draws);

  std::size_t cell_count() const { return end_.size(); }

  // times[k] = how often cell k comes up.
  void draw(Random& random, std::span<std::uint32_t> times) const;

 private:
  // Poisson numbers of one mean.
  struct Poisson {
    Poisson() = default;
    explicit Poisson(double mean);

    bool is_empty() const { return above_first.is_empty(); }
    std::uint32_t draw(Random& random) const { return first + above_first.draw(random); }

    std::uint32_t first = 0;
    AliasTable above_first = {};
  };

  std::uint64_t draw_poisson(Random& random, std::span<std::uint32_t> times) const;
  std::uint32_t cell_of(std::uint32_t row) const;

  std::uint64_t draws_;
  std::vector<std::uint32_t> end_;  // rows of all cells up to this one
  double rate_;                     // Poisson mean of one row
  std::vector<Poisson> digit_;      // of d 16^k rows at 16 k + d, where a cell needs it
  int shift_;                       // about 2^shift rows a cell
  std::vector<std::uint32_t> at_;   // the cell of row k 2^shift
};

}  // namespace pdrank
