#include "pdrank/solve/by_component.hpp"

#include <algorithm>

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

// One part as a graph of its own. Nodes keep their order, so its edges are the whole graph's edges in the same order.
ComparisonGraph cut_out(const ComparisonGraph& whole, std::span<const std::uint32_t> nodes,
                        std::span<const std::uint32_t> number) {
  ComparisonGraph part;
  part.item.assign(nodes.begin(), nodes.end());
  part.first_edge.push_back(0);
  for (const std::uint32_t node : nodes) {
    for (EdgeId edge = whole.first_edge[node]; edge < whole.first_edge[node + std::size_t{1}]; ++edge) {
      part.winner.push_back(number[node]);
      part.loser.push_back(number[whole.loser[edge]]);
      part.count.push_back(whole.count[edge]);
    }
    part.first_edge.push_back(part.edge_count());
  }
  return part;
}

void put_in_place(const ComparisonGraph& whole, std::span<const std::uint32_t> nodes, const RoundsResult& part,
                  PartsResult& result) {
  EdgeId next = 0;
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    result.scores[nodes[k]] = part.scores[k];
    for (EdgeId edge = whole.first_edge[nodes[k]]; edge < whole.first_edge[nodes[k] + std::size_t{1}]; ++edge)
      result.weight[edge] = part.weight[next++];
  }
  if (result.status == Termination::converged) result.status = part.status;
  result.objective += part.objective;
  result.kkt_residual = std::max(result.kkt_residual, part.kkt_residual);
  result.rounds = std::max(result.rounds, static_cast<int>(part.trace.size()));
  result.iterations += part.iterations;
}

}  // namespace

PartsResult solve_by_component(const ComparisonGraph& graph, const Components& weak, const RoundsOptions& options,
                               Observer* observer) {
  PartsResult result;
  result.status = Termination::converged;
  result.scores.assign(graph.node_count(), 0.0);
  result.weight.assign(graph.edge_count(), 1.0);
  const Grouped grouped = group_nodes(weak);
  for (std::size_t part = 0; part < weak.count(); ++part) {
    const std::span<const std::uint32_t> nodes(grouped.node.data() + grouped.offset[part], weak.sizes[part]);
    if (nodes.size() == 1) break;  // parts are sorted by size: only items without comparisons are left
    if (observer && observer->stop_requested()) {
      result.status = Termination::stopped;
      break;
    }
    put_in_place(graph, nodes,
                 weak.count() == 1 ? solve_rounds(graph, options, observer)
                                   : solve_rounds(cut_out(graph, nodes, grouped.number), options, observer),
                 result);
  }
  return result;
}

}  // namespace pdrank
