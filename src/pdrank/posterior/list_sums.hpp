// Plackett and Luce's law of whole rankings, for one score that moves while the others stand: the sums of powers that
// the law divides by are kept level by level, so that a move costs as much as there are places above the item's own.
// Items that share a level by Efron's approximation, as in `propagate`.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "pdrank/posterior/answers.hpp"
#include "pdrank/posterior/lanes.hpp"

namespace pdrank {

class ListSums {
 public:
  using Sums = std::array<double, kLanes>;

  // Keeps references to the lists.
  explicit ListSums(const Answers& answers);

  // Of every level of every list: the powers in it, and in it and all below.
  struct State {
    std::vector<Sums> own, rest;
  };
  State sum(const std::vector<Lanes>& x) const;

  // Adds the logarithm of how much likelier the lists are with `then` than with x as the score of a node.
  void add(std::uint32_t node, const State& state, const std::vector<Lanes>& x, const Lanes& then,
           Sums& log_ratio) const;

  // After the score of a node has changed.
  void renew(std::uint32_t node, const std::vector<Lanes>& x, State& state) const;

 private:
  struct Place {
    std::uint32_t list, level;
  };
  struct Listed {
    const RankedList* list;
    std::size_t first;  // its first level among those of all lists
  };

  void add_up_level(const Listed& listed, std::size_t level, const std::vector<Lanes>& x, State& state) const;
  void add_up_rest(const Listed& listed, std::size_t from, State& state) const;

  std::vector<std::uint32_t> begin_;  // by node, into places_
  std::vector<Place> places_;
  std::vector<Listed> lists_;
  std::size_t levels_ = 0;
};

}  // namespace pdrank
