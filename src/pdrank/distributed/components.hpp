// Connected parts of a shared graph.
#pragma once

#include <cstdint>
#include <vector>

#include "pdrank/distributed/shared_graph.hpp"
#include "pdrank/distributed/team.hpp"

namespace pdrank::distributed {

// Numbered as data/components does it: 0 is the largest, equal sizes in order of their first item.
struct SharedComponents {
  std::vector<std::uint32_t> of_node;  // own nodes and copies
  std::uint64_t count = 0;             // parts
  std::uint64_t several = 0;           // of those, with two items or more: they come first
  std::vector<std::uint64_t> sizes;    // of the largest of them, at most kSizesKept

  static constexpr std::size_t kSizesKept = 100'000;
};

// Parts within which any two items are linked by comparisons, whoever won: labels that spread along the edges, each
// jumping to the label of its label (Shiloach and Vishkin 1982).
SharedComponents weak_components(const Team& team, const Ranges& ranges, const SharedGraph& shared);

// Parts within which any item can be reached from any other along winner -> loser: the part of one item is what it
// reaches and what reaches it (Fleischer, Hendrickson and Pinar 2000), and where that is not enough, the highest colour
// from which a node can be reached is its own, and a colour's part is what reaches that node back (Orzan 2004).
SharedComponents strong_components(const Team& team, const Ranges& ranges, const SharedGraph& shared);

}  // namespace pdrank::distributed
