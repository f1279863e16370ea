#include "pdrank/metrics/draws.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

#include "pdrank/core/work_sharing.hpp"

namespace pdrank {

double normal_probability(double z) { return 0.5 * std::erfc(-z / std::numbers::sqrt2); }

// By bisection.
double normal_quantile(double probability) {
  double low = -40, high = 40;
  for (int k = 0; k < 100; ++k) {
    const double middle = (low + high) / 2;
    (normal_probability(middle) < probability ? low : high) = middle;
  }
  return (low + high) / 2;
}

namespace {

// Nodes part by part, the parts as lists.
std::vector<std::vector<std::uint32_t>> nodes_by_part(std::span<const std::uint32_t> part) {
  std::vector<std::vector<std::uint32_t>> nodes(part.empty() ? 0 : std::ranges::max(part) + 1);
  for (std::uint32_t node = 0; node < part.size(); ++node) nodes[part[node]].push_back(node);
  return nodes;
}

// A node under a key: the greater its score, the smaller the key; equal scores have equal keys.
struct Keyed {
  std::uint32_t key, node;
};

Keyed keyed(float score, std::uint32_t node) {
  const auto bits = std::bit_cast<std::uint32_t>(score + 0.0f);  // of two zeros one
  return {bits & 0x80000000u ? bits : ~bits & 0x7fffffffu, node};
}

// By key; nodes under the same one stay in their order. `spare` is as long.
void sort_by_key(std::vector<Keyed>& nodes, std::vector<Keyed>& spare) {
  constexpr std::size_t kFew = 512;
  if (nodes.size() <= kFew) {
    std::ranges::stable_sort(nodes, {}, &Keyed::key);
    return;
  }
  constexpr int kBits = 11, kDigits = 3;
  constexpr std::size_t kValues = std::size_t{1} << kBits;
  const auto digit = [](const Keyed& one, int k) { return (one.key >> (kBits * k)) & (kValues - 1); };
  std::vector<std::array<std::uint32_t, kDigits>> begin(kValues + 1);
  for (const Keyed& one : nodes)
    for (int k = 0; k < kDigits; ++k) ++begin[digit(one, k) + 1][static_cast<std::size_t>(k)];
  for (int k = 0; k < kDigits; ++k) {
    const auto at = static_cast<std::size_t>(k);
    for (std::size_t value = 0; value < kValues; ++value) begin[value + 1][at] += begin[value][at];
    for (const Keyed& one : nodes) spare[begin[digit(one, k)][at]++] = one;
    nodes.swap(spare);
  }
}

// Ranks of one draw, into `ranks` by node.
void rank_draw(std::span<const float> scores, std::span<const std::uint32_t> nodes, std::span<float> ranks) {
  std::vector<Keyed> sorted(nodes.size()), spare(nodes.size());
  std::ranges::transform(nodes, sorted.begin(), [&](std::uint32_t node) { return keyed(scores[node], node); });
  sort_by_key(sorted, spare);
  for (std::size_t first = 0; first < sorted.size();) {
    std::size_t last = first + 1;
    while (last < sorted.size() && sorted[last].key == sorted[first].key) ++last;
    const float shared = static_cast<float>(first + last + 1) / 2;
    for (; first < last; ++first) ranks[sorted[first].node] = shared;
  }
}

ScoreDraws rank_all(const ScoreDraws& draws, std::span<const std::uint32_t> part) {
  ScoreDraws ranks(draws.nodes(), draws.count());
  const std::vector<std::vector<std::uint32_t>> by_part = nodes_by_part(part);
  const SharedBlocks blocks(draws.count());
  blocks.each([&](std::size_t draw) {
    for (const std::vector<std::uint32_t>& nodes : by_part) rank_draw(draws[draw], nodes, ranks[draw]);
  });
  blocks.complete(ranks.values(), draws.nodes());
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

struct Normal {
  double mean, deviation;
};

template <class Value>
Normal normal_of(std::size_t count, Value&& value) {
  double sum = 0, squares = 0;
  for (std::size_t k = 0; k < count; ++k) sum += value(k);
  const double mean = sum / static_cast<double>(count);
  for (std::size_t k = 0; k < count; ++k) squares += (value(k) - mean) * (value(k) - mean);
  return {mean, count > 1 ? std::sqrt(squares / static_cast<double>(count - 1)) : 0};
}

// Of few draws: the log-odds of (rank - 1/2) / items, normal.
void smooth_range(std::span<const float> ranks, double items, double z, RankRange& range) {
  std::vector<double> log_odds(ranks.size());
  std::ranges::transform(ranks, log_odds.begin(), [&](float rank) {
    const double share = (static_cast<double>(rank) - 0.5) / items;
    return std::log(share / (1 - share));
  });
  const Normal law = normal_of(ranks.size(), [&](std::size_t k) { return log_odds[k]; });
  const auto rank_at = [&](double t) { return items / (1 + std::exp(-t)) + 0.5; };
  const double low = rank_at(law.mean - z * law.deviation), high = rank_at(law.mean + z * law.deviation);
  range.low = static_cast<std::uint32_t>(std::clamp(std::round(low), 1.0, items));
  range.high = static_cast<std::uint32_t>(std::clamp(std::round(high), 1.0, items));
}

RankRange range_of(std::vector<float>& ranks, double items, double level, double z, bool smooth) {
  RankRange range;
  range.mean = std::accumulate(ranks.begin(), ranks.end(), 0.0) / static_cast<double>(ranks.size());
  range.first = static_cast<double>(std::ranges::count_if(ranks, [](float rank) { return rank < 1.25f; })) /
                static_cast<double>(ranks.size());
  if (smooth && items > 1) {
    smooth_range(ranks, items, z, range);
    return range;
  }
  std::ranges::sort(ranks);
  const double outside = (1 - level) / 2;
  range.low = static_cast<std::uint32_t>(mid_quantile(ranks, outside));
  std::ranges::reverse(ranks);
  range.high = static_cast<std::uint32_t>(mid_quantile(ranks, outside) + 0.5f);
  return range;
}

constexpr std::size_t kNodesTogether = 64;  // read in one pass over the draws

SharedBlocks blocks_of(std::size_t nodes) {
  constexpr std::size_t kFewest = 64;
  return SharedBlocks((nodes + kNodesTogether - 1) / kNodesTogether, kFewest);
}

std::vector<double> sizes_of(std::span<const std::uint32_t> part) {
  std::vector<double> sizes(part.empty() ? 0 : std::ranges::max(part) + std::size_t{1}, 0.0);
  for (const std::uint32_t one : part) ++sizes[one];
  return sizes;
}

// visit(block, node, its ranks by draw) for every node of the blocks that are done here.
template <class Visit>
void each_node(const SharedBlocks& blocks, const ScoreDraws& ranks, Visit&& visit) {
  blocks.each([&](std::size_t block) {
    const std::size_t first = block * kNodesTogether, last = std::min(ranks.nodes(), first + kNodesTogether);
    std::vector<std::vector<float>> of_node(last - first, std::vector<float>(ranks.count()));
    for (std::size_t draw = 0; draw < ranks.count(); ++draw)
      for (std::size_t node = first; node < last; ++node) of_node[node - first][draw] = ranks[draw][node];
    for (std::size_t node = first; node < last; ++node) visit(block, node, of_node[node - first]);
  });
}

constexpr double kFar = std::numeric_limits<double>::infinity();

// The unit in which ranges are widened beyond all draws.
double widening_unit(std::span<const float> ranks) {
  return std::max(normal_of(ranks.size(), [&](std::size_t k) { return static_cast<double>(ranks[k]); }).deviation, 1.0);
}

// Lowers depth[draw] to how deep the rank of a node in the draw lies among those in the other draws: how many of these
// are as far out, or further, on the side where there are fewer. Where there are none, minus the distance to the
// nearest, in units of widening.
void lower_depths(std::span<const float> ranks, std::span<double> depth) {
  std::vector<std::uint32_t> order(ranks.size());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::sort(order, {}, [&](std::uint32_t draw) { return ranks[draw]; });
  const double unit = widening_unit(ranks);
  const auto rank_at = [&](std::size_t place) { return static_cast<double>(ranks[order[place]]); };
  for (std::size_t first = 0; first < order.size();) {
    std::size_t last = first + 1;
    while (last < order.size() && ranks[order[last]] == ranks[order[first]]) ++last;
    const std::size_t others = std::min(last, order.size() - first) - 1;
    auto here = static_cast<double>(others);
    if (others == 0) {
      const double below = first > 0 ? rank_at(first) - rank_at(first - 1) : kFar;
      const double above = last < order.size() ? rank_at(last) - rank_at(first) : kFar;
      here = -std::min(first == 0 ? above : kFar, last == order.size() ? below : kFar) / unit;
    }
    for (; first < last; ++first) depth[order[first]] = std::min(depth[order[first]], here);
  }
}

// The depth that a share `level` of the draws has at all nodes, or more.
double common_reach(const ScoreDraws& ranks, double level) {
  const SharedBlocks blocks = blocks_of(ranks.nodes());
  std::vector<double> depth(blocks.count() * ranks.count(), static_cast<double>(ranks.count()));
  each_node(blocks, ranks, [&](std::size_t block, std::size_t, const std::vector<float>& of_node) {
    lower_depths(of_node, std::span(depth).subspan(block * ranks.count(), ranks.count()));
  });
  blocks.complete(std::span(depth), ranks.count());
  for (std::size_t block = 1; block < blocks.count(); ++block)
    for (std::size_t draw = 0; draw < ranks.count(); ++draw)
      depth[draw] = std::min(depth[draw], depth[block * ranks.count() + draw]);
  depth.resize(ranks.count());
  std::ranges::sort(depth);
  return depth[static_cast<std::size_t>((1 - level) * static_cast<double>(depth.size()))];
}

// To the ranks that lie as deep as `reach` says.
void widen(std::vector<float>& ranks, double reach, double items, RankRange& range) {
  std::ranges::sort(ranks);
  const auto left_out = static_cast<std::size_t>(std::max(reach, 1.0)) - 1;
  double low = static_cast<double>(ranks[left_out]), high = static_cast<double>(ranks[ranks.size() - 1 - left_out]);
  if (reach < 0) {
    const double more = -reach * widening_unit(ranks);
    low = std::ceil(low - more), high = std::floor(high + more);
  }
  range.low = static_cast<std::uint32_t>(std::clamp(std::floor(low), 1.0, static_cast<double>(range.low)));
  range.high = static_cast<std::uint32_t>(std::clamp(std::ceil(high), static_cast<double>(range.high), items));
}

}  // namespace

std::vector<RankRange> rank_ranges(const ScoreDraws& draws, std::span<const std::uint32_t> part, double level) {
  const ScoreDraws ranks = rank_all(draws, part);
  const std::vector<double> size_of_part = sizes_of(part);
  const double z = normal_quantile((1 + level) / 2);
  std::vector<RankRange> ranges(draws.nodes());
  const SharedBlocks blocks = blocks_of(draws.nodes());
  each_node(blocks, ranks, [&](std::size_t, std::size_t node, std::vector<float>& of_node) {
    ranges[node] = range_of(of_node, size_of_part[part[node]], level, z, draws.smooth);
  });
  blocks.complete(std::span(ranges), kNodesTogether);
  return ranges;
}

std::vector<RankRange> simultaneous_ranges(const ScoreDraws& draws, std::span<const std::uint32_t> part, double level) {
  const ScoreDraws ranks = rank_all(draws, part);
  const double reach = common_reach(ranks, level);
  const std::vector<double> size_of_part = sizes_of(part);
  std::vector<RankRange> ranges = rank_ranges(draws, part, level);
  const SharedBlocks blocks = blocks_of(draws.nodes());
  each_node(blocks, ranks, [&](std::size_t, std::size_t node, std::vector<float>& of_node) {
    widen(of_node, reach, size_of_part[part[node]], ranges[node]);
  });
  blocks.complete(std::span(ranges), kNodesTogether);
  return ranges;
}

ScoreSummary summarise_scores(const ScoreDraws& draws, double level) {
  const std::vector<double> none(draws.nodes());
  ScoreSummary summary{none, none, none, none};
  const double z = normal_quantile((1 + level) / 2);
  const SharedBlocks blocks = blocks_of(draws.nodes());
  blocks.each([&](std::size_t block) {
    std::vector<float> scores(draws.count());
    const std::size_t first = block * kNodesTogether;
    for (std::size_t node = first; node < std::min(draws.nodes(), first + kNodesTogether); ++node) {
      for (std::size_t k = 0; k < scores.size(); ++k) scores[k] = draws[k][node];
      const Normal law = normal_of(scores.size(), [&](std::size_t k) { return static_cast<double>(scores[k]); });
      summary.mean[node] = law.mean;
      summary.deviation[node] = law.deviation;
      summary.low[node] = law.mean - z * law.deviation;
      summary.high[node] = law.mean + z * law.deviation;
      if (draws.smooth) continue;
      std::ranges::sort(scores);
      const auto at = [&](double share) {
        return static_cast<double>(
            scores[static_cast<std::size_t>(share * static_cast<double>(scores.size() - 1) + 0.5)]);
      };
      summary.low[node] = at((1 - level) / 2);
      summary.high[node] = at((1 + level) / 2);
    }
  });
  for (std::vector<double>* values : {&summary.mean, &summary.deviation, &summary.low, &summary.high})
    blocks.complete(std::span(*values), kNodesTogether);
  return summary;
}

namespace {

// By the mean and the deviation of the differences.
void smooth_above(const ScoreDraws& draws, std::span<const std::uint32_t> above, std::span<const std::uint32_t> below,
                  std::span<double> probability) {
  std::vector<double> squares(above.size(), 0.0);
  for (std::size_t draw = 0; draw < draws.count(); ++draw) {
    const std::span<const float> scores = draws[draw];
    for (std::size_t k = 0; k < above.size(); ++k) {
      const double gap = static_cast<double>(scores[above[k]] - scores[below[k]]);
      probability[k] += gap;
      squares[k] += gap * gap;
    }
  }
  const auto count = static_cast<double>(draws.count());
  for (std::size_t k = 0; k < above.size(); ++k) {
    const double mean = probability[k] / count,
                 variance = (squares[k] - count * mean * mean) / std::max(count - 1, 1.0);
    probability[k] = variance > 0 ? normal_probability(mean / std::sqrt(variance)) : mean > 0 ? 1 : mean < 0 ? 0 : 0.5;
  }
}

}  // namespace

std::vector<double> probabilities_above(const ScoreDraws& draws, std::span<const std::uint32_t> above,
                                        std::span<const std::uint32_t> below) {
  constexpr std::size_t kTogether = 4096, kFewest = 4;
  std::vector<double> probability(above.size(), 0.0);
  const SharedBlocks blocks((above.size() + kTogether - 1) / kTogether, kFewest);
  blocks.each([&](std::size_t block) {
    const std::size_t first = block * kTogether, last = std::min(above.size(), first + kTogether);
    if (draws.smooth)
      return smooth_above(draws, above.subspan(first, last - first), below.subspan(first, last - first),
                          std::span(probability).subspan(first, last - first));
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
  blocks.complete(std::span(probability), kTogether);
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
