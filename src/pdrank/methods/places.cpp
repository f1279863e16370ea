#include "pdrank/methods/places.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "pdrank/metrics/draws.hpp"

namespace pdrank {
namespace {

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
std::vector<std::uint32_t> sorted_nodes(const MethodInput& input, std::span<const double> scores) {
  const ComparisonGraph& graph = input.graph();
  const std::vector<std::uint32_t>& component = input.weak.of_item;
  std::vector<std::uint32_t> order(graph.node_count());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) {
    if (component[a] != component[b]) return component[a] < component[b];
    if (scores[a] != scores[b]) return scores[a] > scores[b];
    return input.data.items.name(graph.item[a]) < input.data.items.name(graph.item[b]);
  });
  return order;
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
  if (!output.ranges.empty()) {  // nobody is ranked outside the own range: all ranks are taken, likely ones or not
    place.rank_low = std::min(rank, output.ranges[node].low);
    place.rank_high = std::max(rank, output.ranges[node].high);
  }
  return place;
}

// Tiers, and how sure it is that an item belongs above the next. `order` are the nodes of the ranking.
void tell_apart(const ScoreDraws& draws, std::span<const std::uint32_t> order, double level,
                std::vector<Place>& ranking) {
  const auto same_part = [](const Place& a, const Place& b) { return a.component == b.component; };
  const std::vector<double> above = probabilities_above(draws, order.first(order.size() - 1), order.subspan(1));
  for (std::size_t k = 0; k + 1 < ranking.size(); ++k)
    if (same_part(ranking[k], ranking[k + 1])) ranking[k].above_next = above[k];
  for (std::size_t first = 0; first < ranking.size();) {
    std::size_t last = first + 1;
    while (last < ranking.size() && same_part(ranking[first], ranking[last])) ++last;
    const std::vector<std::uint32_t> tier = tiers(draws, order.subspan(first, last - first), level);
    for (const std::uint32_t number : tier) ranking[first++].tier = number;
  }
}

}  // namespace

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

std::vector<Place> make_places(const MethodInput& input, const MethodOutput& output, std::span<const ItemFlags> flags,
                               double level) {
  const std::vector<double>& scores = output.scores;
  const ComparisonGraph& graph = input.graph();
  const std::vector<std::uint32_t>& component = input.weak.of_item;
  const std::vector<double> gap = indistinct_gaps(input.weak, scores);
  const std::vector<Tally> tallies = tally(input.data, input.merged);
  const auto name = [&](std::uint32_t node) -> const std::string& { return input.data.items.name(graph.item[node]); };
  std::vector<std::uint32_t> order = sorted_nodes(input, scores);
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
    for (auto node = begin; node != end; ++node) {
      ranking.push_back(make_place(name(*node), rank, output, *node, component[*node] + 1, tallies[graph.item[*node]]));
      ranking.back().flags = flag_words(flags[*node]);
    }
    rank += static_cast<std::uint32_t>(end - begin);
    first += static_cast<std::size_t>(end - begin);
  }
  if (!output.draws.empty()) tell_apart(output.draws, order, level, ranking);
  return ranking;
}

}  // namespace pdrank
