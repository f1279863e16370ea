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
  if (parts.sizes.front() == 1)
    throw InvalidArgument("component", options.component, "the data have no such part of two items or more");
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

// Nodes component by component, best first, equal scores by name.
std::vector<std::uint32_t> sorted_nodes(const Comparisons& data, const PreparedGraph& prepared,
                                        std::span<const double> scores) {
  const ComparisonGraph& graph = prepared.merged.graph;
  const std::vector<std::uint32_t>& component = prepared.weak.of_item;
  std::vector<std::uint32_t> order(graph.node_count());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) {
    if (component[a] != component[b]) return component[a] < component[b];
    if (scores[a] != scores[b]) return scores[a] > scores[b];
    return data.items.name(graph.item[a]) < data.items.name(graph.item[b]);
  });
  return order;
}

// By component, how far apart two scores must be to be told apart: the solve knows them in proportion to their spread,
// rounding in proportion to their size.
std::vector<double> indistinct_gaps(const Components& weak, std::span<const double> scores) {
  constexpr double kOfSpread = 5e-9, kOfSize = 1e-12, kRounding = 1e-15;
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  std::vector<double> lowest(weak.count(), kInfinity), highest(weak.count(), -kInfinity), gap(weak.count());
  for (std::size_t node = 0; node < scores.size(); ++node) {
    const std::uint32_t part = weak.of_item[node];
    lowest[part] = std::min(lowest[part], scores[node]);
    highest[part] = std::max(highest[part], scores[node]);
  }
  for (std::size_t part = 0; part < gap.size(); ++part)
    gap[part] = kOfSpread * (highest[part] - lowest[part]) +
                kOfSize * std::max(std::abs(lowest[part]), std::abs(highest[part])) + kRounding;
  return gap;
}

// Scores that have left the range of numbers say nothing; the result must say that.
void check_finite(MethodOutput& output) {
  bool all_finite = true;
  for (double& score : output.scores) {
    if (std::isfinite(score)) continue;
    score = 0;
    all_finite = false;
  }
  if (all_finite) return;
  output.convergence.status = Termination::numerical_trouble;
  output.convergence.message = "scores have left the range of double precision; those are shown as 0";
}

Place make_place(const std::string& item, std::uint32_t rank, const MethodOutput& output, std::uint32_t node,
                 std::uint32_t component, const Tally& counts) {
  Place place;
  place.rank = rank;
  place.item = item;
  place.score = output.scores[node];
  if (!output.standard_error.empty() && !std::isnan(output.standard_error[node]))
    place.standard_error = output.standard_error[node];
  place.comparisons = counts.wins + counts.losses + counts.ties;
  place.wins = counts.wins;
  place.losses = counts.losses;
  place.ties = counts.ties;
  place.component = component;
  return place;
}

// Scores closer together than the solve can tell apart share a rank and stand in the order of their names.
std::vector<Place> make_ranking(const Comparisons& data, const PreparedGraph& prepared, const MethodOutput& output) {
  const std::vector<double>& scores = output.scores;
  const ComparisonGraph& graph = prepared.merged.graph;
  const std::vector<std::uint32_t>& component = prepared.weak.of_item;
  const std::vector<double> gap = indistinct_gaps(prepared.weak, scores);
  const std::vector<Tally> tallies = tally(data, prepared.merged);
  const auto name = [&](std::uint32_t node) -> const std::string& { return data.items.name(graph.item[node]); };
  std::vector<std::uint32_t> order = sorted_nodes(data, prepared, scores);
  std::vector<Place> ranking;
  ranking.reserve(order.size());
  std::uint32_t rank = 1;
  for (std::size_t first = 0; first < order.size();) {
    const std::uint32_t head = order[first];
    if (first > 0 && component[head] != component[order[first - 1]]) rank = 1;
    const auto is_level = [&](std::uint32_t node) {
      return component[node] == component[head] && scores[head] - scores[node] <= gap[component[head]];
    };
    const auto begin = order.begin() + static_cast<std::ptrdiff_t>(first);
    const auto end = std::find_if_not(begin, order.end(), is_level);
    std::sort(begin, end, [&](std::uint32_t a, std::uint32_t b) { return name(a) < name(b); });
    for (auto node = begin; node != end; ++node)
      ranking.push_back(make_place(name(*node), rank, output, *node, component[*node] + 1, tallies[graph.item[*node]]));
    rank += static_cast<std::uint32_t>(end - begin);
    first += static_cast<std::size_t>(end - begin);
  }
  return ranking;
}

// The paper's link w = log((1 - delta) / delta) read backwards: the answer is right with probability 1 - delta.
double probability_correct(double weight) { return 1 / (1 + std::exp(-weight)); }

Standing standing_of(bool tie, double margin, double indistinct) {
  if (tie) return Standing::with;
  if (std::abs(margin) <= indistinct) return Standing::level;
  return margin > 0 ? Standing::with : Standing::against;
}

// The weight of a comparison: its edge's. A tie is as credible as the less credible of the two orders it stands
// between.
double weight_of(const ComparisonGraph& graph, std::span<const double> edge_weight, EdgeId edge, bool tie) {
  const double weight = edge_weight[edge];
  return tie ? std::min(weight, edge_weight[graph.find_edge(graph.loser[edge], graph.winner[edge])]) : weight;
}

std::vector<Confidence> carry_back(const Comparisons& data, const PreparedGraph& prepared, const MethodOutput& output) {
  const ComparisonGraph& graph = prepared.merged.graph;
  const std::vector<double> gap = indistinct_gaps(prepared.weak, output.scores);
  std::vector<Confidence> confidence(data.size());
  for (std::size_t n = 0; n < data.size(); ++n) {
    const EdgeId edge = prepared.merged.edge_of[n];
    if (edge == kNoEdge) continue;
    const std::uint32_t winner = graph.winner[edge], loser = graph.loser[edge];
    confidence[n].standing =
        standing_of(data.tie(n), output.scores[winner] - output.scores[loser], gap[prepared.weak.of_item[winner]]);
    if (output.edge_weight.empty()) continue;
    confidence[n].weight = weight_of(graph, output.edge_weight, edge, data.tie(n));
    confidence[n].probability_correct = probability_correct(confidence[n].weight);
  }
  return confidence;
}

std::vector<double> by_item(const Comparisons& data, const ComparisonGraph& graph, std::span<const double> scores) {
  std::vector<double> item_score(data.items.size(), kNone);
  for (std::uint32_t node = 0; node < graph.node_count(); ++node) item_score[graph.item[node]] = scores[node];
  return item_score;
}

// `gamma` where the method has one.
std::vector<std::string> make_notes(const RankResult& result, const Comparisons& data, const RankOptions& options,
                                    std::optional<double> gamma) {
  std::vector<std::string> notes = data.report.notes;
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
  const auto against = std::ranges::count(result.confidence, Standing::against, &Confidence::standing);
  if (gamma && against > 0 && graph.strong_components == graph.items)
    notes.push_back(fmt::format(
        "The answers do not contradict each other, yet the ranking goes against {} of them: the pull of --gamma "
        "{:g} towards zero outweighs them. Try --gamma {:g}.",
        against, *gamma, *gamma / 100));
  return notes;
}

}  // namespace

RankResult rank(const Comparisons& data, const RankOptions& options, Observer* observer) {
  validate(options);
  const MethodInfo& method = find_method(options.method);
  check_options(method, options);
  if (data.empty()) throw InvalidArgument("data", "empty", "there must be at least one comparison");
  const ThreadScope threads(options.threads);

  const PreparedGraph prepared = prepare(data, options);
  const ComparisonGraph& graph = prepared.merged.graph;
  const MethodInput input{data, prepared.merged, prepared.weak, prepared.strong};
  check_needs(method, input);
  RankOptions resolved = options;
  if (method.set_defaults) method.set_defaults(resolved, input);
  resolved = resolve_preset(resolved, graph.node_count());
  MethodOutput output = method.run(input, resolved, observer);
  check_finite(output);

  RankResult result;
  result.method = method.name;
  for (const OptionRecord& record : rank_option_records())
    if (record.affects_result && uses_option(method, record.name))
      result.options.emplace_back(record.name, option_text(resolved, record));
  result.seed = resolved.seed;
  result.data = summarise_data(data, prepared.merged, tie_rule(options));
  result.graph = summarise_graph(data, prepared.merged, prepared.weak, prepared.strong);
  result.convergence = std::move(output.convergence);
  result.ranking = make_ranking(data, prepared, output);
  result.confidence = carry_back(data, prepared, output);
  result.annotators =
      report_annotators(data, by_item(data, graph, output.scores), prepared.merged.edge_of, output.annotators);
  result.figures = std::move(output.figures);
  result.notes = make_notes(result, data, options, uses_option(method, "gamma") ? resolved.gamma : std::nullopt);
  result.notes.insert(result.notes.end(), output.notes.begin(), output.notes.end());
  return result;
}

}  // namespace pdrank
