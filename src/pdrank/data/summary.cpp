#include "pdrank/data/summary.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace pdrank {
namespace {

constexpr std::size_t kNamesShown = 10;

// Comparisons that speak for each edge; a tie is counted once, with the edge it was written down as.
struct Answers {
  std::vector<std::uint32_t> all, strict;
};

Answers count_answers(const Comparisons& data, const MergedComparisons& merged) {
  Answers answers;
  answers.all.assign(merged.graph.edge_count(), 0);
  answers.strict.assign(merged.graph.edge_count(), 0);
  for (std::size_t n = 0; n < data.size(); ++n) {
    if (merged.edge_of[n] == kNoEdge) continue;
    ++answers.all[merged.edge_of[n]];
    if (!data.tie(n)) ++answers.strict[merged.edge_of[n]];
  }
  return answers;
}

}  // namespace

DataSummary summarise_data(const Comparisons& data, const MergedComparisons& merged, TieRule ties) {
  DataSummary summary;
  summary.rows = data.report.rows > 0 ? data.report.rows : (data.empty() ? 0 : data.row(data.size() - 1));
  summary.comparisons = data.size();
  summary.items = data.items.size();
  summary.annotators = data.annotators.size();
  summary.skipped = data.report.skipped;
  std::stable_sort(summary.skipped.begin(), summary.skipped.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  summary.first_skipped = data.report.first_skipped;
  std::uint32_t last_used_row = 0;
  for (std::size_t n = 0; n < data.size(); ++n) {
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
  const auto name = [&](std::uint32_t node) -> const std::string& { return data.items.name(graph.item[node]); };
  const auto [answers, strict] = count_answers(data, merged);
  GraphSummary summary;
  summary.items = graph.node_count();
  summary.edges = graph.edge_count();
  for (EdgeId edge = 0; edge < graph.edge_count(); ++edge) {
    const EdgeId back = graph.find_edge(graph.loser[edge], graph.winner[edge]);
    if (back != kNoEdge && back < edge) continue;  // the pair was counted with its other direction
    ++summary.pairs;
    summary.repeated_pairs += answers[edge] + (back == kNoEdge ? 0 : answers[back]) > 1;
    summary.contested_pairs += back != kNoEdge && strict[edge] > 0 && strict[back] > 0;
  }
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
