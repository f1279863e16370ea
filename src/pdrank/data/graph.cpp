#include "pdrank/data/graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include "pdrank/core/errors.hpp"

namespace pdrank {
namespace {

// One comparison seen from one side: its number, and whether it counts for the loser (the second half of a tie).
// kMaxComparisons leaves the top bit free.
constexpr std::uint32_t kReversed = std::uint32_t{1} << 31;

struct Ends {
  ItemId winner, loser;
};

Ends ends_of(const Comparisons& data, std::uint32_t entry) {
  const std::size_t n = entry & ~kReversed;
  if (entry & kReversed) return {data.loser(n), data.winner(n)};
  return {data.winner(n), data.loser(n)};
}

template <class Visit>
void for_each_entry(const Comparisons& data, TieRule ties, Visit&& visit) {
  for (std::uint32_t n = 0; n < data.size(); ++n) {
    if (!data.tie(n)) {
      visit(n);
    } else if (ties == TieRule::half) {
      visit(n);
      visit(n | kReversed);
    }
  }
}

void refuse_ties(const Comparisons& data) {
  for (std::size_t n = 0; n < data.size(); ++n)
    if (data.tie(n))
      throw InvalidArgument("ties", "error",
                            fmt::format("data row {} is a tie between '{}' and '{}'", data.row(n),
                                        data.items.name(data.winner(n)), data.items.name(data.loser(n))));
}

// Entries grouped by winner (counting sort, so in order of the rows), then sorted by loser within each group.
std::vector<std::uint32_t> sorted_entries(const Comparisons& data, TieRule ties, std::vector<std::uint64_t>& offset) {
  offset.assign(data.items.size() + std::size_t{1}, 0);
  for_each_entry(data, ties, [&](std::uint32_t entry) { ++offset[ends_of(data, entry).winner + std::size_t{1}]; });
  std::partial_sum(offset.begin(), offset.end(), offset.begin());
  if (offset.back() >= kNoEdge)
    throw InvalidArgument("comparisons", fmt::format("{}", offset.back()), "both halves of ties must stay below 2^32");

  std::vector<std::uint32_t> entries(offset.back());
  std::vector<std::uint64_t> next(offset.begin(), offset.end() - 1);
  for_each_entry(data, ties, [&](std::uint32_t entry) { entries[next[ends_of(data, entry).winner]++] = entry; });
  for (std::size_t item = 0; item + 1 < offset.size(); ++item)
    std::stable_sort(entries.begin() + static_cast<std::ptrdiff_t>(offset[item]),
                     entries.begin() + static_cast<std::ptrdiff_t>(offset[item + 1]),
                     [&](std::uint32_t a, std::uint32_t b) { return ends_of(data, a).loser < ends_of(data, b).loser; });
  return entries;
}

}  // namespace

EdgeId ComparisonGraph::find_edge(std::uint32_t winner_node, std::uint32_t loser_node) const {
  const auto begin = loser.begin() + first_edge[winner_node];
  const auto end = loser.begin() + first_edge[winner_node + std::size_t{1}];
  const auto found = std::lower_bound(begin, end, loser_node);
  return found != end && *found == loser_node ? static_cast<EdgeId>(found - loser.begin()) : kNoEdge;
}

std::vector<EdgeId> reverse_edges(const ComparisonGraph& graph) {
  std::vector<EdgeId> reverse(graph.edge_count());
  for (EdgeId edge = 0; edge < graph.edge_count(); ++edge)
    reverse[edge] = graph.find_edge(graph.loser[edge], graph.winner[edge]);
  return reverse;
}

std::vector<double> win_shares(const ComparisonGraph& graph) {
  std::vector<double> share(graph.edge_count(), 1.0);
  const std::vector<EdgeId> reverse = reverse_edges(graph);
  for (EdgeId edge = 0; edge < graph.edge_count(); ++edge)
    if (reverse[edge] != kNoEdge) share[edge] = graph.count[edge] / (graph.count[edge] + graph.count[reverse[edge]]);
  return share;
}

MergedComparisons merge(const Comparisons& data, TieRule ties) {
  if (ties == TieRule::error) refuse_ties(data);
  std::vector<std::uint64_t> offset;
  const std::vector<std::uint32_t> entries = sorted_entries(data, ties, offset);

  MergedComparisons merged;
  ComparisonGraph& graph = merged.graph;
  graph.item.resize(data.items.size());
  std::iota(graph.item.begin(), graph.item.end(), 0u);
  merged.edge_of.assign(data.size(), kNoEdge);
  graph.first_edge.push_back(0);
  for (std::uint32_t node = 0; node < graph.node_count(); ++node) {
    for (std::uint64_t k = offset[node]; k < offset[node + std::size_t{1}]; ++k) {
      const std::uint32_t entry = entries[k];
      const ItemId loser = ends_of(data, entry).loser;
      if (graph.first_edge[node] == graph.winner.size() || graph.loser.back() != loser) {
        graph.winner.push_back(node);
        graph.loser.push_back(loser);
        graph.count.push_back(0);
      }
      const std::size_t n = entry & ~kReversed;
      graph.count.back() += data.tie(n) ? data.weight(n) / 2 : data.weight(n);
      if (!(entry & kReversed)) merged.edge_of[n] = graph.edge_count() - 1;
    }
    graph.first_edge.push_back(graph.edge_count());
  }
  return merged;
}

std::vector<SourcedEdge> merge_by_source(const Comparisons& data, const MergedComparisons& merged,
                                         std::span<const std::uint32_t> source_of, std::uint32_t others) {
  std::vector<SourcedEdge> edges;
  for (std::size_t n = 0; n < data.size(); ++n) {
    const EdgeId edge = merged.edge_of[n];
    if (edge == kNoEdge) continue;
    const std::uint32_t source = data.annotator(n) == kNoAnnotator ? others : source_of[data.annotator(n)];
    const std::uint32_t winner = merged.graph.winner[edge], loser = merged.graph.loser[edge];
    const double count = data.tie(n) ? data.weight(n) / 2 : data.weight(n);
    edges.push_back({source, winner, loser, count});
    if (data.tie(n)) edges.push_back({source, loser, winner, count});
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

}  // namespace pdrank
