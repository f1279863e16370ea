// Sets of nodes that are joined two at a time (union-find).
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

namespace pdrank {

class DisjointSets {
 public:
  explicit DisjointSets(std::uint32_t nodes) : parent_(nodes) { std::iota(parent_.begin(), parent_.end(), 0u); }

  // One node that stands for all of its set: the lowest.
  std::uint32_t head(std::uint32_t node) {
    while (parent_[node] != node) node = parent_[node] = parent_[parent_[node]];
    return node;
  }

  bool together(std::uint32_t a, std::uint32_t b) {
    return parent_[a] == parent_[b] || head(a) == head(b);  // the former is quick, and soon nearly always true
  }

  // False if they were in one set before.
  bool join(std::uint32_t a, std::uint32_t b) {
    if (together(a, b)) return false;
    a = head(a), b = head(b);
    parent_[std::max(a, b)] = std::min(a, b);
    return true;
  }

 private:
  std::vector<std::uint32_t> parent_;  // never above the node itself
};

}  // namespace pdrank
