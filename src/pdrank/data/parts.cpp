#include "pdrank/data/parts.hpp"

#include <vector>

namespace pdrank {
namespace {

// Nodes grouped by component, in their own order within each.
struct Grouped {
  std::vector<std::uint32_t> node;    // component by component
  std::vector<std::uint64_t> offset;  // where each component begins
  std::vector<std::uint32_t> number;  // node -> its number within the component
};

Grouped group_nodes(const Components& weak) {
  Grouped grouped;
  grouped.offset.push_back(0);
  for (const std::uint64_t size : weak.sizes) grouped.offset.push_back(grouped.offset.back() + size);
  grouped.node.resize(weak.of_item.size());
  grouped.number.resize(weak.of_item.size());
  std::vector<std::uint32_t> filled(weak.count(), 0);
  for (std::uint32_t node = 0; node < weak.of_item.size(); ++node) {
    const std::uint32_t part = weak.of_item[node];
    grouped.number[node] = filled[part]++;
    grouped.node[grouped.offset[part] + grouped.number[node]] = node;
  }
  return grouped;
}

ComparisonGraph cut_out(const ComparisonGraph& whole, std::span<const std::uint32_t> nodes,
                        std::span<const std::uint32_t> number) {
  ComparisonGraph part;
  part.first_edge.push_back(0);
  for (const std::uint32_t node : nodes) {
    part.item.push_back(whole.item[node]);
    for (EdgeId edge = whole.first_edge[node]; edge < whole.first_edge[node + std::size_t{1}]; ++edge) {
      part.winner.push_back(number[node]);
      part.loser.push_back(number[whole.loser[edge]]);
      part.count.push_back(whole.count[edge]);
    }
    part.first_edge.push_back(part.edge_count());
  }
  return part;
}

}  // namespace

void GraphPart::put_nodes(std::span<const double> values, std::span<double> whole_values) const {
  for (std::size_t k = 0; k < node.size(); ++k) whole_values[node[k]] = values[k];
}

void GraphPart::put_edges(std::span<const double> values, std::span<double> whole_values) const {
  std::size_t next = 0;
  for (const std::uint32_t k : node)
    for (EdgeId edge = whole.first_edge[k]; edge < whole.first_edge[k + std::size_t{1}]; ++edge)
      whole_values[edge] = values[next++];
}

void for_each_part(const ComparisonGraph& whole, const Components& weak,
                   const std::function<bool(const GraphPart&)>& body) {
  const Grouped grouped = group_nodes(weak);
  for (std::size_t part = 0; part < weak.count(); ++part) {
    const std::span<const std::uint32_t> nodes(grouped.node.data() + grouped.offset[part], weak.sizes[part]);
    if (nodes.size() == 1) return;  // parts are sorted by size: only items without comparisons are left
    if (weak.count() == 1) {
      body({whole, whole, nodes});
      return;
    }
    const ComparisonGraph graph = cut_out(whole, nodes, grouped.number);
    if (!body({whole, graph, nodes})) return;
  }
}

}  // namespace pdrank
