#include "pdrank/data/pairs.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace pdrank {
namespace {

struct Pair {
  std::uint32_t from, to;
  double won, lost;
};

// Every pair once, from the winner of its first edge to the loser.
std::vector<Pair> pairs_of(const ComparisonGraph& graph) {
  const std::vector<EdgeId> reverse = reverse_edges(graph);
  std::vector<Pair> pairs;
  for (EdgeId edge = 0; edge < graph.edge_count(); ++edge) {
    if (reverse[edge] < edge) continue;
    const double lost = reverse[edge] == kNoEdge ? 0 : graph.count[reverse[edge]];
    pairs.push_back({graph.winner[edge], graph.loser[edge], graph.count[edge], lost});
  }
  return pairs;
}

void point_to_the_better_connected(std::vector<Pair>& pairs, std::uint32_t node_count) {
  std::vector<std::uint32_t> degree(node_count, 0);
  for (const Pair& pair : pairs) ++degree[pair.from], ++degree[pair.to];
  for (Pair& pair : pairs) {
    if (std::tie(degree[pair.from], pair.from) < std::tie(degree[pair.to], pair.to)) continue;
    std::swap(pair.from, pair.to);
    std::swap(pair.won, pair.lost);
  }
}

}  // namespace

PairGraph merge_pairs(const ComparisonGraph& graph) {
  std::vector<Pair> pairs = pairs_of(graph);
  point_to_the_better_connected(pairs, graph.node_count());
  std::ranges::sort(pairs, {}, [](const Pair& pair) { return std::tuple(pair.from, pair.to); });

  PairGraph merged;
  merged.graph.item = graph.item;
  merged.graph.first_edge.assign(graph.node_count() + std::size_t{1}, 0);
  for (const Pair& pair : pairs) {
    ++merged.graph.first_edge[pair.from + std::size_t{1}];
    merged.graph.winner.push_back(pair.from);
    merged.graph.loser.push_back(pair.to);
    merged.graph.count.push_back(pair.won + pair.lost);
    merged.won.push_back(pair.won);
    merged.lost.push_back(pair.lost);
  }
  std::partial_sum(merged.graph.first_edge.begin(), merged.graph.first_edge.end(), merged.graph.first_edge.begin());
  return merged;
}

}  // namespace pdrank
