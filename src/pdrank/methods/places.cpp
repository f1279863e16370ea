#include "pdrank/methods/places.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

#include "pdrank/core/parallel.hpp"
#include "pdrank/data/summary.hpp"
#include "pdrank/metrics/draws.hpp"

namespace pdrank {
namespace {

struct RankedNode {
  std::uint32_t node, component, rank;
  double score;
};

// Component by component, best first; those on one place by name.
std::vector<RankedNode> ranked_nodes(const MethodInput& input, std::span<const double> scores) {
  std::vector<RankedNode> ranked(scores.size());
  for (std::uint32_t node = 0; node < scores.size(); ++node)
    ranked[node] = {node, input.weak.of_item[node], 0, scores[node]};
  std::ranges::sort(ranked, [](const RankedNode& a, const RankedNode& b) {
    return a.component != b.component ? a.component < b.component : a.score > b.score;
  });
  const std::vector<double> gap = indistinct_gaps(input.weak, scores);
  const auto name = [&](const RankedNode& one) -> std::string_view {
    return input.data.items.name(input.graph().item[one.node]);
  };
  std::size_t first_of_component = 0;
  for (std::size_t first = 0; first < ranked.size();) {
    const RankedNode head = ranked[first];
    if (head.component != ranked[first_of_component].component) first_of_component = first;
    std::size_t last = first + 1;
    while (last < ranked.size() && ranked[last].component == head.component &&
           head.score - ranked[last].score <= gap[head.component])
      ++last;
    if (last - first > 1) std::ranges::sort(std::span(ranked).subspan(first, last - first), {}, name);
    const auto rank = static_cast<std::uint32_t>(first - first_of_component + 1);
    for (; first < last; ++first) ranked[first].rank = rank;
  }
  return ranked;
}

// All but the rank, which it has.
void fill_in(const MethodInput& input, const MethodOutput& output, const Tally& tally, std::uint32_t node,
             Place& place) {
  place.id = input.graph().item[node];
  place.item = input.data.items.name(place.id);
  place.score = output.scores[node];
  if (!output.standard_error.empty() && !std::isnan(output.standard_error[node]))
    place.standard_error = output.standard_error[node];
  place.wins = tally.wins;
  place.losses = tally.losses;
  place.ties = tally.ties;
  place.both_bad = tally.both_bad;
  place.comparisons = place.wins + place.losses + place.ties;
  place.component = input.weak.of_item[node] + 1;
  if (!output.score_low.empty()) {
    place.score_low = output.score_low[node];
    place.score_high = output.score_high[node];
  }
  if (!output.ranges.empty()) {  // nobody is ranked outside the own range: all ranks are taken, likely ones or not
    place.rank_low = std::min(place.rank, output.ranges[node].low);
    place.rank_high = std::max(place.rank, output.ranges[node].high);
    place.first = output.ranges[node].first;
  }
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

double indistinct_gap(double lowest, double highest) {
  constexpr double kOfSpread = 5e-9, kOfSize = 1e-12, kRounding = 1e-15;
  return kOfSpread * (highest - lowest) + kOfSize * std::max(std::abs(lowest), std::abs(highest)) + kRounding;
}

std::vector<double> indistinct_gaps(const Components& weak, std::span<const double> scores) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  std::vector<double> lowest(weak.count(), kInfinity), highest(weak.count(), -kInfinity), gap(weak.count());
  for (std::size_t node = 0; node < scores.size(); ++node) {
    const std::uint32_t part = weak.of_item[node];
    lowest[part] = std::min(lowest[part], scores[node]);
    highest[part] = std::max(highest[part], scores[node]);
  }
  for (std::size_t part = 0; part < gap.size(); ++part) gap[part] = indistinct_gap(lowest[part], highest[part]);
  return gap;
}

std::vector<Place> make_places(const MethodInput& input, const MethodOutput& output, std::span<const ItemFlags> flags,
                               double level) {
  const std::vector<RankedNode> ranked = ranked_nodes(input, output.ranked_by());
  const std::vector<Tally> tallies = tally_rows(input.data, use_of(input.data, input.merged, TieRule::half));
  std::vector<Place> ranking(ranked.size());
  std::vector<std::uint32_t> number(ranked.size());  // of the place of each node
  for (std::uint32_t k = 0; k < ranked.size(); ++k) {
    number[ranked[k].node] = k;
    ranking[k].rank = ranked[k].rank;
  }
  // Node by node: what is read is then in order, which is more than what is written.
  parallel_blocks(ranking.size(), [&](std::size_t begin, std::size_t end) {
    for (auto node = static_cast<std::uint32_t>(begin); node < end; ++node) {
      fill_in(input, output, tallies[input.graph().item[node]], node, ranking[number[node]]);
      ranking[number[node]].flags = flag_words(flags[node]);
    }
  });
  if (!output.draws.empty()) {
    std::vector<std::uint32_t> order(ranked.size());
    std::ranges::transform(ranked, order.begin(), &RankedNode::node);
    tell_apart(output.draws, order, level, ranking);
  }
  return ranking;
}

void compare_ranks(const MethodInput& input, const MethodOutput& without, std::vector<Place>& ranking) {
  std::vector<std::uint32_t> rank(input.data.items.size(), 0);
  for (const RankedNode& one : ranked_nodes(input, without.ranked_by())) rank[input.graph().item[one.node]] = one.rank;
  for (Place& place : ranking) place.rank_without = rank[place.id];
}

}  // namespace pdrank
