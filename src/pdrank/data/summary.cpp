#include "pdrank/data/summary.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace pdrank {
namespace {

constexpr std::size_t kNamesShown = 10;

// How many of `is_one` there are, and the names of the first few of them.
std::uint64_t count_and_name(const ComparisonGraph& graph, const ItemIndex& items, const std::vector<bool>& is_one,
                             std::vector<std::string>& names) {
  std::uint64_t count = 0;
  for (std::uint32_t node = 0; node < graph.node_count(); ++node) {
    if (!is_one[node]) continue;
    if (count++ < kNamesShown) names.push_back(items.name(graph.item[node]));
  }
  return count;
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

GraphSummary summarise_graph(const ComparisonGraph& graph, const Components& weak, const Components& strong,
                             const ItemIndex& items) {
  GraphSummary summary;
  summary.items = graph.node_count();
  summary.edges = graph.edge_count();
  std::vector<bool> never_beaten(graph.node_count(), true), never_winning(graph.node_count(), true);
  for (EdgeId edge = 0; edge < graph.edge_count(); ++edge) {
    const std::uint32_t winner = graph.winner[edge], loser = graph.loser[edge];
    never_winning[winner] = false;
    never_beaten[loser] = false;
    const EdgeId back = graph.find_edge(loser, winner);
    if (back != kNoEdge && back < edge) continue;  // the pair was counted with its other direction
    ++summary.pairs;
    summary.contested_pairs += back != kNoEdge;
    summary.repeated_pairs += graph.count[edge] + (back == kNoEdge ? 0 : graph.count[back]) > 1;
  }
  const double m = static_cast<double>(summary.items);
  if (summary.items > 1) summary.share_of_pairs_seen = static_cast<double>(summary.pairs) / (m * (m - 1) / 2);
  summary.components = weak.count();
  summary.component_sizes = weak.sizes;
  summary.largest_component = weak.sizes.empty() ? 0 : weak.sizes.front();
  summary.strong_components = strong.count();
  summary.largest_strong_component = strong.sizes.empty() ? 0 : strong.sizes.front();
  summary.never_beaten = count_and_name(graph, items, never_beaten, summary.never_beaten_items);
  summary.never_winning = count_and_name(graph, items, never_winning, summary.never_winning_items);
  return summary;
}

}  // namespace pdrank
