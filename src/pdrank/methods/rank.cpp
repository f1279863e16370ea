#include "pdrank/methods/rank.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/parallel.hpp"
#include "pdrank/data/components.hpp"
#include "pdrank/data/graph.hpp"
#include "pdrank/data/summary.hpp"
#include "pdrank/methods/annotators.hpp"
#include "pdrank/methods/registry.hpp"

namespace pdrank {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

TieRule tie_rule(const RankOptions& options) {
  if (options.ties == "drop") return TieRule::drop;
  return options.ties == "error" ? TieRule::error : TieRule::half;
}

struct PreparedGraph {
  MergedComparisons merged;
  Components weak, strong;
};

PreparedGraph with_components(MergedComparisons merged) {
  const ComparisonGraph& graph = merged.graph;
  Components weak = weak_components(graph.node_count(), graph.winner, graph.loser);
  Components strong = strong_components(graph.node_count(), graph.winner, graph.loser);
  return {std::move(merged), std::move(weak), std::move(strong)};
}

PreparedGraph prepare(const Comparisons& data, const RankOptions& options) {
  PreparedGraph whole = with_components(merge(data, tie_rule(options)));
  if (options.component == "all") return whole;
  const Components& parts = options.component == "strong" ? whole.strong : whole.weak;
  std::vector<std::uint8_t> keep(parts.of_item.size());
  std::ranges::transform(parts.of_item, keep.begin(), [](std::uint32_t part) { return part == 0; });
  return with_components(restrict_to(whole.merged, keep));
}

// Summed weights of an item's comparisons, by how they ended.
struct Tally {
  double wins = 0, losses = 0, ties = 0;
};

std::vector<Tally> tally(const Comparisons& data, const MergedComparisons& merged) {
  std::vector<Tally> tallies(data.items.size());
  for (std::size_t n = 0; n < data.size(); ++n) {
    if (merged.edge_of[n] == kNoEdge) continue;
    Tally &winner = tallies[data.winner(n)], &loser = tallies[data.loser(n)];
    (data.tie(n) ? winner.ties : winner.wins) += data.weight(n);
    (data.tie(n) ? loser.ties : loser.losses) += data.weight(n);
  }
  return tallies;
}

// Component by component, best first. Scores closer together than the arithmetic can tell apart share a rank and stand
// in the order of their names.
std::vector<Place> make_ranking(const Comparisons& data, const PreparedGraph& prepared,
                                std::span<const double> scores) {
  const ComparisonGraph& graph = prepared.merged.graph;
  const std::vector<std::uint32_t>& component = prepared.weak.of_item;
  const auto name = [&](std::uint32_t node) -> const std::string& { return data.items.name(graph.item[node]); };
  std::vector<std::uint32_t> order(graph.node_count());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) {
    if (component[a] != component[b]) return component[a] < component[b];
    if (scores[a] != scores[b]) return scores[a] > scores[b];
    return name(a) < name(b);
  });

  double largest = 0;
  for (const double score : scores) largest = std::max(largest, std::abs(score));
  const double indistinct = 1e-9 * largest;
  const std::vector<Tally> tallies = tally(data, prepared.merged);
  std::vector<Place> ranking;
  ranking.reserve(order.size());
  std::uint32_t next_rank = 1;
  for (std::size_t first = 0; first < order.size();) {
    const std::uint32_t head = order[first];
    if (first > 0 && component[head] != component[order[first - 1]]) next_rank = 1;
    std::size_t last = first + 1;
    while (last < order.size() && component[order[last]] == component[head] &&
           scores[head] - scores[order[last]] <= indistinct)
      ++last;
    std::sort(order.begin() + static_cast<std::ptrdiff_t>(first), order.begin() + static_cast<std::ptrdiff_t>(last),
              [&](std::uint32_t a, std::uint32_t b) { return name(a) < name(b); });
    for (std::size_t k = first; k < last; ++k) {
      const Tally& counts = tallies[graph.item[order[k]]];
      Place place;
      place.rank = next_rank;
      place.item = name(order[k]);
      place.score = scores[order[k]];
      place.comparisons = counts.wins + counts.losses + counts.ties;
      place.wins = counts.wins;
      place.losses = counts.losses;
      place.ties = counts.ties;
      place.component = component[order[k]] + 1;
      ranking.push_back(std::move(place));
    }
    next_rank += static_cast<std::uint32_t>(last - first);
    first = last;
  }
  return ranking;
}

// The paper's link w = log((1 - delta) / delta) read backwards: the answer is right with probability 1 - delta.
double probability_correct(double weight) { return 1 / (1 + std::exp(-weight)); }

// A tie is as credible as the less credible of the two orders it stands between.
std::vector<Confidence> carry_back(const Comparisons& data, const MergedComparisons& merged,
                                   std::span<const double> edge_weight) {
  std::vector<Confidence> confidence(data.size(), {kNone, kNone});
  if (edge_weight.empty()) return confidence;
  for (std::size_t n = 0; n < data.size(); ++n) {
    const EdgeId edge = merged.edge_of[n];
    if (edge == kNoEdge) continue;
    double weight = edge_weight[edge];
    if (data.tie(n)) {
      const ComparisonGraph& graph = merged.graph;
      weight = std::min(weight, edge_weight[graph.find_edge(graph.loser[edge], graph.winner[edge])]);
    }
    confidence[n] = {weight, probability_correct(weight)};
  }
  return confidence;
}

std::vector<double> by_item(const Comparisons& data, const ComparisonGraph& graph, std::span<const double> scores) {
  std::vector<double> item_score(data.items.size(), kNone);
  for (std::uint32_t node = 0; node < graph.node_count(); ++node) item_score[graph.item[node]] = scores[node];
  return item_score;
}

std::vector<std::string> make_notes(const RankResult& result, const RankOptions& options) {
  std::vector<std::string> notes;
  const GraphSummary& graph = result.graph;
  if (graph.components > 1)
    notes.push_back(fmt::format(
        "The data fall into {} parts that were never compared with each other (largest: {} of {} items). Each "
        "part is ranked on its own; nothing orders one part against another.",
        graph.components, graph.largest_component, graph.items));
  if (result.data.outside_component > 0)
    notes.push_back(fmt::format("--component {} left out {} of {} items and {} comparisons.", options.component,
                                result.data.items - graph.items, result.data.items, result.data.outside_component));
  if (result.data.ties_dropped > 0)
    notes.push_back(fmt::format("Ties left out (--ties drop): {}.", result.data.ties_dropped));
  if (graph.never_beaten > 0)
    notes.push_back(fmt::format("{} of {} items never lost: how far above the rest they belong, the data cannot tell.",
                                graph.never_beaten, graph.items));
  if (graph.never_winning > 0)
    notes.push_back(fmt::format("{} of {} items never won: how far below the rest they belong, the data cannot tell.",
                                graph.never_winning, graph.items));
  return notes;
}

}  // namespace

RankResult rank(const Comparisons& data, const RankOptions& options, Observer* observer) {
  validate(options);
  const MethodInfo& method = find_method(options.method);
  if (data.empty()) throw InvalidArgument("data", "empty", "there must be at least one comparison");
  const ThreadScope threads(options.threads);

  const PreparedGraph prepared = prepare(data, options);
  const ComparisonGraph& graph = prepared.merged.graph;
  const RankOptions resolved = resolve_preset(options, graph.node_count());
  MethodOutput output = method.run(graph, resolved, observer);

  RankResult result;
  result.method = method.name;
  for (const OptionRecord& record : rank_option_records())
    if (record.affects_result) result.options.emplace_back(record.name, option_text(resolved, record));
  result.seed = resolved.seed;
  result.data = summarise_data(data, prepared.merged, tie_rule(options));
  result.graph = summarise_graph(graph, prepared.weak, prepared.strong, data.items);
  result.convergence = std::move(output.convergence);
  result.ranking = make_ranking(data, prepared, output.scores);
  result.confidence = carry_back(data, prepared.merged, output.edge_weight);
  result.annotators = report_annotators(data, by_item(data, graph, output.scores), prepared.merged.edge_of);
  result.notes = make_notes(result, options);
  return result;
}

}  // namespace pdrank
