// Connected parts of a directed graph given as two arrays of end points.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pdrank/core/ids.hpp"
#include "pdrank/data/graph.hpp"

namespace pdrank {

struct Components {
  std::vector<std::uint32_t> of_item;  // 0 = the largest; equal sizes in order of their first item
  std::vector<std::uint64_t> sizes;    // by that number

  std::size_t count() const { return sizes.size(); }
};

// Parts within which any two items are linked by comparisons, whoever won (union-find).
Components weak_components(std::uint32_t item_count, std::span<const ItemId> winner, std::span<const ItemId> loser);

// Parts within which any item can be reached from any other along winner -> loser (Tarjan 1972, without recursion).
Components strong_components(std::uint32_t item_count, std::span<const ItemId> winner, std::span<const ItemId> loser);

// The same of a graph's nodes.
Components weak_components(const ComparisonGraph& graph);
Components strong_components(const ComparisonGraph& graph);

// Whether a strong component has two items or more: some answers contradict others. Found soon where it is so.
bool has_cycle(const ComparisonGraph& graph);

}  // namespace pdrank
