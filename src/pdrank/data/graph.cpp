#include "pdrank/data/graph.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "pdrank/core/parallel.hpp"

namespace pdrank {

EdgeId ComparisonGraph::find_edge(std::uint32_t winner_node, std::uint32_t loser_node) const {
  const auto begin = loser.begin() + first_edge[winner_node];
  const auto end = loser.begin() + first_edge[winner_node + std::size_t{1}];
  const auto found = std::lower_bound(begin, end, loser_node);
  return found != end && *found == loser_node ? static_cast<EdgeId>(found - loser.begin()) : kNoEdge;
}

std::vector<EdgeId> reverse_edges(const ComparisonGraph& graph) {
  constexpr std::size_t kAhead = 16;  // edges; what a search will read is asked for before it is its turn
  std::vector<EdgeId> reverse(graph.edge_count(), kNoEdge);
  parallel_blocks(graph.edge_count(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t edge = begin; edge < end; ++edge) {
      if (edge + 2 * kAhead < end) __builtin_prefetch(&graph.first_edge[graph.loser[edge + 2 * kAhead]]);
      if (edge + kAhead < end) __builtin_prefetch(graph.loser.data() + graph.first_edge[graph.loser[edge + kAhead]]);
      if (graph.winner[edge] > graph.loser[edge]) continue;  // found from the other side
      const EdgeId back = graph.find_edge(graph.loser[edge], graph.winner[edge]);
      if (back == kNoEdge) continue;
      reverse[edge] = back;
      reverse[back] = static_cast<EdgeId>(edge);
    }
  });
  return reverse;
}

namespace {

double win_share(const ComparisonGraph& graph, EdgeId edge, EdgeId reverse) {
  return reverse == kNoEdge ? 1 : graph.count[edge] / (graph.count[edge] + graph.count[reverse]);
}

}  // namespace

double win_share(const ComparisonGraph& graph, EdgeId edge) {
  return win_share(graph, edge, graph.find_edge(graph.loser[edge], graph.winner[edge]));
}

std::vector<double> win_shares(const ComparisonGraph& graph) {
  std::vector<double> share(graph.edge_count());
  const std::vector<EdgeId> reverse = reverse_edges(graph);
  parallel_blocks(graph.edge_count(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t edge = begin; edge < end; ++edge)
      share[edge] = win_share(graph, static_cast<EdgeId>(edge), reverse[edge]);
  });
  return share;
}

std::vector<SourcedEdge> merge_by_source(const Comparisons& data, const MergedComparisons& merged,
                                         std::span<const std::uint32_t> source_of, std::uint32_t others) {
  std::vector<SourcedEdge> edges;
  for (std::size_t n = 0; n < data.size(); ++n) {
    const EdgeId edge = merged.edge_of[n];
    if (edge == kNoEdge) continue;
    const std::uint32_t source = data.annotator(n) == kNoAnnotator ? others : source_of[data.annotator(n)];
    const std::uint32_t winner = merged.graph.winner[edge], loser = merged.graph.loser[edge];
    const double share = data.winner_share(n);
    edges.push_back({source, winner, loser, data.weight(n) * share});
    if (share < 1) edges.push_back({source, loser, winner, data.weight(n) * (1 - share)});
  }
  std::ranges::stable_sort(edges, {}, &SourcedEdge::key);
  std::size_t kept = 0;
  for (const SourcedEdge& edge : edges) {
    if (kept > 0 && edges[kept - 1].key() == edge.key())
      edges[kept - 1].count += edge.count;
    else
      edges[kept++] = edge;
  }
  edges.resize(kept);
  return edges;
}

std::vector<SourcedEdge> merge_by_source(const Comparisons& data, const MergedComparisons& merged) {
  std::vector<std::uint32_t> source_of(data.annotators.size());
  std::iota(source_of.begin(), source_of.end(), 0u);
  return merge_by_source(data, merged, source_of, data.annotators.size());
}

MergedComparisons restrict_to(const MergedComparisons& merged, std::span<const std::uint8_t> keep) {
  constexpr std::uint32_t kOutside = std::numeric_limits<std::uint32_t>::max();
  const ComparisonGraph& whole = merged.graph;
  MergedComparisons part;
  ComparisonGraph& graph = part.graph;
  std::vector<std::uint32_t> new_node(whole.node_count(), kOutside);
  for (std::uint32_t node = 0; node < whole.node_count(); ++node) {
    if (!keep[node]) continue;
    new_node[node] = graph.node_count();
    graph.item.push_back(whole.item[node]);
  }
  std::vector<EdgeId> new_edge(whole.edge_count(), kNoEdge);
  graph.first_edge.assign(graph.node_count() + std::size_t{1}, 0);
  for (EdgeId edge = 0; edge < whole.edge_count(); ++edge) {
    const std::uint32_t winner = new_node[whole.winner[edge]], loser = new_node[whole.loser[edge]];
    if (winner == kOutside || loser == kOutside) continue;
    new_edge[edge] = graph.edge_count();
    graph.winner.push_back(winner);
    graph.loser.push_back(loser);
    graph.count.push_back(whole.count[edge]);
    ++graph.first_edge[winner + std::size_t{1}];
  }
  std::partial_sum(graph.first_edge.begin(), graph.first_edge.end(), graph.first_edge.begin());
  part.edge_of.reserve(merged.edge_of.size());
  for (const EdgeId edge : merged.edge_of) part.edge_of.push_back(edge == kNoEdge ? kNoEdge : new_edge[edge]);
  return part;
}

ComparisonGraph both_directions(const ComparisonGraph& graph) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> arcs;
  for (EdgeId edge = 0; edge < graph.edge_count(); ++edge) {
    arcs.emplace_back(graph.winner[edge], graph.loser[edge]);
    arcs.emplace_back(graph.loser[edge], graph.winner[edge]);
  }
  std::ranges::sort(arcs);
  arcs.erase(std::unique(arcs.begin(), arcs.end()), arcs.end());
  ComparisonGraph both;
  both.item = graph.item;
  both.first_edge.assign(graph.node_count() + std::size_t{1}, 0);
  for (const auto& [winner, loser] : arcs) {
    both.winner.push_back(winner);
    both.loser.push_back(loser);
    ++both.first_edge[winner + std::size_t{1}];
  }
  std::partial_sum(both.first_edge.begin(), both.first_edge.end(), both.first_edge.begin());
  both.count.assign(arcs.size(), 1.0);
  return both;
}

}  // namespace pdrank
