#include "pdrank/data/summary.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace pdrank {
namespace {

constexpr std::size_t kNamesShown = 10;

// By edge: whether a comparison that is no tie speaks for it.
std::vector<std::uint8_t> find_strict(const Comparisons& data, const MergedComparisons& merged) {
  std::vector<std::uint8_t> strict(merged.graph.edge_count(), 0);
  for (std::size_t n = 0; n < data.size(); ++n)
    if (merged.edge_of[n] != kNoEdge && !data.tie(n)) strict[merged.edge_of[n]] = 1;
  return strict;
}

void count_pairs(const Comparisons& data, const MergedComparisons& merged, GraphSummary& summary) {
  const std::vector<std::uint8_t> strict = find_strict(data, merged);
  const std::vector<EdgeId> reverse = reverse_edges(merged.graph);
  for (EdgeId edge = 0; edge < strict.size(); ++edge) {
    const EdgeId back = reverse[edge];
    if (back < edge) continue;  // the pair was counted with its other direction
    ++summary.pairs;
    summary.repeated_pairs += merged.graph.count[edge] + (back == kNoEdge ? 0 : merged.graph.count[back]) > 1;
    summary.contested_pairs += back != kNoEdge && strict[edge] && strict[back];
  }
}

}  // namespace

DataSummary summarise_data(const Comparisons& data, const MergedComparisons& merged, TieRule ties) {
  DataSummary summary;
  summary.rows = data.row_count();
  summary.comparisons = data.size();
  summary.items = data.items.size();
  summary.annotators = data.annotators.size();
  summary.skipped = data.report.skipped;
  std::stable_sort(summary.skipped.begin(), summary.skipped.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  summary.first_skipped = data.report.first_skipped;
  std::uint32_t last_used_row = 0;
  for (std::size_t n = 0; n < data.size(); ++n) {
    summary.answers += data.weight(n);
    summary.ties += data.tie(n);
    if (data.tie(n) && ties == TieRule::drop) {
      ++summary.ties_dropped;
    } else if (merged.edge_of[n] == kNoEdge) {
      ++summary.outside_component;
    } else if (data.row(n) != last_used_row) {
      ++summary.rows_used;
      last_used_row = data.row(n);
    }
  }
  return summary;
}

GraphSummary summarise_graph(const Comparisons& data, const MergedComparisons& merged, const Components& weak,
                             const Components& strong, const Bridges& bridges, std::span<const ItemFlags> flags) {
  const ComparisonGraph& graph = merged.graph;
  const auto name = [&](std::uint32_t node) { return std::string(data.items.name(graph.item[node])); };
  GraphSummary summary;
  summary.items = graph.node_count();
  summary.edges = graph.edge_count();
  count_pairs(data, merged, summary);
  const double m = static_cast<double>(summary.items);
  if (summary.items > 1) summary.share_of_pairs_seen = static_cast<double>(summary.pairs) / (m * (m - 1) / 2);
  summary.components = weak.count();
  summary.component_sizes = weak.sizes;
  summary.largest_component = weak.sizes.empty() ? 0 : weak.sizes.front();
  summary.strong_components = strong.count();
  summary.largest_strong_component = strong.sizes.empty() ? 0 : strong.sizes.front();
  for (std::uint32_t node = 0; node < graph.node_count(); ++node) {
    if (flags[node].unbeaten && ++summary.never_beaten <= kNamesShown) summary.never_beaten_items.push_back(name(node));
    if (flags[node].winless && ++summary.never_winning <= kNamesShown)
      summary.never_winning_items.push_back(name(node));
  }
  summary.bridges = bridges.all.size();
  for (std::size_t k = 0; k < std::min(kNamesShown, bridges.all.size()); ++k) {
    const Bridge& bridge = bridges.all[k];
    summary.bridge_pairs.push_back({name(bridge.node), name(bridge.anchor), bridge.hanging, bridge.comparisons});
  }
  return summary;
}

}  // namespace pdrank
