#include "pdrank/metrics/draws.hpp"

#include <algorithm>
#include <numeric>

#include "pdrank/core/parallel.hpp"

namespace pdrank {
namespace {

// Nodes part by part, the parts as lists.
std::vector<std::vector<std::uint32_t>> nodes_by_part(std::span<const std::uint32_t> part) {
  std::vector<std::vector<std::uint32_t>> nodes(part.empty() ? 0 : std::ranges::max(part) + 1);
  for (std::uint32_t node = 0; node < part.size(); ++node) nodes[part[node]].push_back(node);
  return nodes;
}

// Ranks of one draw, into `ranks` by node. Sorts `nodes`.
void rank_draw(std::span<const float> scores, std::vector<std::uint32_t>& nodes, std::span<float> ranks) {
  std::ranges::sort(
      nodes, [&](std::uint32_t a, std::uint32_t b) { return scores[a] != scores[b] ? scores[a] > scores[b] : a < b; });
  for (std::size_t first = 0; first < nodes.size();) {
    std::size_t last = first + 1;
    while (last < nodes.size() && scores[nodes[last]] == scores[nodes[first]]) ++last;
    const float shared = static_cast<float>(first + last + 1) / 2;
    for (; first < last; ++first) ranks[nodes[first]] = shared;
  }
}

ScoreDraws rank_all(const ScoreDraws& draws, std::span<const std::uint32_t> part) {
  ScoreDraws ranks(draws.nodes(), draws.count());
  const std::vector<std::vector<std::uint32_t>> by_part = nodes_by_part(part);
  parallel_for(draws.count(), [&](std::size_t draw) {
    for (std::vector<std::uint32_t> nodes : by_part) rank_draw(draws[draw], nodes, ranks[draw]);
  });
  return ranks;
}

// The first of the sorted ranks, from the best on, that has at least `share` of the draws before it or, by half, on it.
float mid_quantile(std::span<const float> sorted, double share) {
  const double wanted = share * static_cast<double>(sorted.size());
  for (std::size_t first = 0; first < sorted.size();) {
    std::size_t last = first + 1;
    while (last < sorted.size() && sorted[last] == sorted[first]) ++last;
    if (static_cast<double>(first + last) / 2 >= wanted) return sorted[first];
    first = last;
  }
  return sorted.back();
}

RankRange range_of(std::vector<float>& ranks, double level) {
  RankRange range;
  range.mean = std::accumulate(ranks.begin(), ranks.end(), 0.0) / static_cast<double>(ranks.size());
  std::ranges::sort(ranks);
  const double outside = (1 - level) / 2;
  range.low = static_cast<std::uint32_t>(mid_quantile(ranks, outside));
  std::ranges::reverse(ranks);
  range.high = static_cast<std::uint32_t>(mid_quantile(ranks, outside) + 0.5f);
  return range;
}

}  // namespace

std::vector<RankRange> rank_ranges(const ScoreDraws& draws, std::span<const std::uint32_t> part, double level) {
  constexpr std::size_t kTogether = 64;  // nodes read in one pass over the draws
  const ScoreDraws ranks = rank_all(draws, part);
  std::vector<RankRange> ranges(draws.nodes());
  parallel_for((draws.nodes() + kTogether - 1) / kTogether, [&](std::size_t block) {
    const std::size_t first = block * kTogether, last = std::min(draws.nodes(), first + kTogether);
    std::vector<std::vector<float>> of_node(last - first, std::vector<float>(draws.count()));
    for (std::size_t draw = 0; draw < draws.count(); ++draw)
      for (std::size_t node = first; node < last; ++node) of_node[node - first][draw] = ranks[draw][node];
    for (std::size_t node = first; node < last; ++node) ranges[node] = range_of(of_node[node - first], level);
  });
  return ranges;
}

std::vector<double> probabilities_above(const ScoreDraws& draws, std::span<const std::uint32_t> above,
                                        std::span<const std::uint32_t> below) {
  constexpr std::size_t kTogether = 4096;
  std::vector<double> probability(above.size(), 0.0);
  parallel_for((above.size() + kTogether - 1) / kTogether, [&](std::size_t block) {
    const std::size_t first = block * kTogether, last = std::min(above.size(), first + kTogether);
    for (std::size_t draw = 0; draw < draws.count(); ++draw) {
      const std::span<const float> scores = draws[draw];
      for (std::size_t k = first; k < last; ++k) {
        const float a = scores[above[k]], b = scores[below[k]];
        probability[k] += a > b ? 1.0 : a == b ? 0.5 : 0.0;
      }
    }
    for (std::size_t k = first; k < last; ++k)
      probability[k] = (probability[k] + 0.5) / (static_cast<double>(draws.count()) + 1);
  });
  return probability;
}

std::vector<std::uint32_t> tiers(const ScoreDraws& draws, std::span<const std::uint32_t> order, double level) {
  std::vector<std::uint32_t> tier(order.size());
  std::uint32_t current = 0;
  std::uint32_t head = 0;
  for (std::size_t k = 0; k < order.size(); ++k) {
    const std::uint32_t node = order[k];
    if (k == 0 || probabilities_above(draws, {&head, 1}, {&node, 1}).front() >= level) {
      ++current;
      head = node;
    }
    tier[k] = current;
  }
  return tier;
}

}  // namespace pdrank
