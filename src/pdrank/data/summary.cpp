#include "pdrank/data/summary.hpp"

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

namespace pdrank {
namespace {

constexpr std::size_t kNamesShown = 10;

}  // namespace

void Tally::operator+=(const Tally& other) {
  wins += other.wins;
  losses += other.losses;
  ties += other.ties;
  both_bad += other.both_bad;
}

void RowCounts::operator+=(const RowCounts& other) {
  comparisons += other.comparisons;
  ties += other.ties;
  ties_dropped += other.ties_dropped;
  outside_component += other.outside_component;
  rows_used += other.rows_used;
  answers += other.answers;
}

void PairCounts::operator+=(const PairCounts& other) {
  items += other.items;
  edges += other.edges;
  pairs += other.pairs;
  repeated += other.repeated;
  contested += other.contested;
}

std::function<RowUse(std::size_t)> use_of(const Comparisons& data, const MergedComparisons& merged, TieRule ties) {
  return [&data, &merged, ties](std::size_t n) {
    if (data.tie(n) && ties == TieRule::drop) return RowUse::tie_dropped;
    return merged.edge_of[n] == kNoEdge ? RowUse::outside : RowUse::yes;
  };
}

RowCounts count_rows(const Comparisons& data, const std::function<RowUse(std::size_t)>& use) {
  RowCounts counts{.comparisons = data.size()};
  std::uint32_t last_used = 0;
  for (std::size_t n = 0; n < data.size(); ++n) {
    counts.answers += data.weight(n);
    counts.ties += data.tie(n);
    const RowUse used = use(n);
    counts.ties_dropped += used == RowUse::tie_dropped;
    counts.outside_component += used == RowUse::outside;
    if (used != RowUse::yes || data.row(n) == last_used) continue;
    ++counts.rows_used;
    last_used = data.row(n);
  }
  return counts;
}

std::vector<Tally> tally_rows(const Comparisons& data, const std::function<RowUse(std::size_t)>& use) {
  std::vector<Tally> tallies(data.items.size());
  for (std::size_t n = 0; n < data.size(); ++n) {
    if (use(n) != RowUse::yes) continue;
    Tally &winner = tallies[data.winner(n)], &loser = tallies[data.loser(n)];
    if (data.tie(n)) {
      winner.ties += data.weight(n), loser.ties += data.weight(n);
      if (data.outcome(n) == Outcome::both_bad) winner.both_bad += data.weight(n), loser.both_bad += data.weight(n);
      continue;
    }
    const double won = data.weight(n) * data.share(n), lost = data.weight(n) * (1 - data.share(n));
    winner.wins += won, winner.losses += lost;
    loser.losses += won, loser.wins += lost;
  }
  return tallies;
}

DataSummary summarise_data(const RowCounts& counts, const ReadReport& report, std::uint64_t rows, std::uint64_t items,
                           std::uint64_t annotators) {
  DataSummary summary;
  summary.rows = rows;
  summary.comparisons = counts.comparisons;
  summary.answers = counts.answers;
  summary.ties = counts.ties;
  summary.ties_dropped = counts.ties_dropped;
  summary.outside_component = counts.outside_component;
  summary.rows_used = counts.rows_used;
  summary.items = items;
  summary.annotators = annotators;
  summary.skipped = report.skipped;
  std::ranges::stable_sort(summary.skipped, std::greater(), &std::pair<std::string, std::uint64_t>::second);
  summary.first_skipped = report.first_skipped;
  return summary;
}

std::vector<std::uint8_t> find_strict(const Comparisons& data, const MergedComparisons& merged) {
  std::vector<std::uint8_t> strict(merged.graph.edge_count(), 0);
  for (std::size_t n = 0; n < data.size(); ++n)
    if (merged.edge_of[n] != kNoEdge && !data.tie(n)) strict[merged.edge_of[n]] = 1;
  return strict;
}

PairCounts count_pairs(const ComparisonGraph& graph, std::uint64_t items, std::span<const std::uint8_t> strict) {
  PairCounts counts{.items = items, .edges = graph.edge_count()};
  const std::vector<EdgeId> reverse = reverse_edges(graph);
  for (EdgeId edge = 0; edge < strict.size(); ++edge) {
    const EdgeId back = reverse[edge];
    if (back < edge) continue;  // the pair was counted with its other direction
    ++counts.pairs;
    counts.repeated += graph.count[edge] + (back == kNoEdge ? 0 : graph.count[back]) > 1;
    counts.contested += back != kNoEdge && strict[edge] && strict[back];
  }
  return counts;
}

GraphSummary summarise_parts(const PairCounts& pairs, const PartCounts& weak, const PartCounts& strong) {
  GraphSummary summary;
  summary.items = pairs.items;
  summary.edges = pairs.edges;
  summary.pairs = pairs.pairs;
  summary.repeated_pairs = pairs.repeated;
  summary.contested_pairs = pairs.contested;
  const double m = static_cast<double>(summary.items);
  if (summary.items > 1) summary.share_of_pairs_seen = static_cast<double>(summary.pairs) / (m * (m - 1) / 2);
  summary.components = weak.count;
  summary.component_sizes = weak.sizes;
  summary.largest_component = weak.sizes.empty() ? 0 : weak.sizes.front();
  summary.strong_components = strong.count;
  summary.largest_strong_component = strong.sizes.empty() ? 0 : strong.sizes.front();
  return summary;
}

GraphSummary summarise_graph(const Comparisons& data, const MergedComparisons& merged, const Components& weak,
                             const Components& strong, const Bridges& bridges, std::span<const ItemFlags> flags) {
  const ComparisonGraph& graph = merged.graph;
  const auto name = [&](std::uint32_t node) { return std::string(data.items.name(graph.item[node])); };
  GraphSummary summary = summarise_parts(count_pairs(graph, graph.node_count(), find_strict(data, merged)),
                                         {weak.count(), weak.sizes}, {strong.count(), strong.sizes});
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
