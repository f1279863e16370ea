// A graph taken apart: its connected parts as graphs of their own, and values put back where they belong.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "pdrank/data/components.hpp"
#include "pdrank/data/graph.hpp"

namespace pdrank {

// A connected part of two items or more. Nodes and edges keep the order they have in the whole graph.
struct GraphPart {
  const ComparisonGraph& whole;
  const ComparisonGraph& graph;         // the part; the whole graph itself if it is connected
  std::span<const std::uint32_t> node;  // node of the part -> node of the whole

  // Values of the part's nodes (edges) into those of the whole.
  void put_nodes(std::span<const double> values, std::span<double> whole_values) const;
  void put_edges(std::span<const double> values, std::span<double> whole_values) const;
};

// body(part) for every part of two items or more, largest first, until it says false. `weak` are the connected
// components of `whole`.
void for_each_part(const ComparisonGraph& whole, const Components& weak,
                   const std::function<bool(const GraphPart&)>& body);

}  // namespace pdrank
