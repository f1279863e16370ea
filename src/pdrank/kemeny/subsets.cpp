#include "pdrank/kemeny/subsets.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <numeric>

namespace pdrank {
namespace {

constexpr std::uint32_t kHalf = kMostItemsBySubsets / 2;

// Sums of the weights of arcs to a node from a set of nodes, from two tables of half the nodes each.
class WeightFrom {
 public:
  WeightFrom(const MajorityGraph& graph, std::uint32_t node) {
    std::array<double, kMostItemsBySubsets> weight{};
    for (const ArcId arc : graph.arcs_to(node)) weight[graph.from[arc]] = graph.weight[arc];
    for (std::uint32_t half = 0; half < 2; ++half) {
      sum_[half].assign(std::size_t{1} << kHalf, 0.0);
      for (std::uint32_t set = 1; set < sum_[half].size(); ++set)
        sum_[half][set] =
            sum_[half][set & (set - 1)] + weight[static_cast<std::uint32_t>(std::countr_zero(set)) + half * kHalf];
    }
  }
  double operator()(std::uint32_t set) const { return sum_[0][set & ((1u << kHalf) - 1)] + sum_[1][set >> kHalf]; }

 private:
  std::vector<double> sum_[2];
};

template <class Visit>
void for_each_member(std::uint32_t set, Visit&& visit) {
  for (; set != 0; set &= set - 1) visit(static_cast<std::uint32_t>(std::countr_zero(set)));
}

}  // namespace

OrderBySubsets order_by_subsets(const MajorityGraph& graph) {
  const std::uint32_t nodes = graph.node_count(), all = static_cast<std::uint32_t>((std::uint64_t{1} << nodes) - 1);
  std::vector<WeightFrom> weight_from;
  for (std::uint32_t node = 0; node < nodes; ++node) weight_from.emplace_back(graph, node);

  // least[set]: contradicted if the set comes first, in its best order. A node contradicts those after it that beat it.
  std::vector<double> least(all + std::size_t{1}, std::numeric_limits<double>::infinity());
  least[0] = 0;
  const auto with_last = [&](std::uint32_t set, std::uint32_t last) {
    return least[set & ~(1u << last)] + weight_from[last](all & ~set);
  };
  for (std::uint32_t set = 1; set != 0 && set <= all; ++set)
    for_each_member(set, [&](std::uint32_t last) { least[set] = std::min(least[set], with_last(set, last)); });

  OrderBySubsets found{.order = {}, .weight = least[all], .is_above = std::vector<std::uint32_t>(nodes, 0)};
  const double rounding = 1e-12 * std::accumulate(graph.weight.begin(), graph.weight.end(), 0.0);
  std::vector<bool> is_best(all + std::size_t{1}, false);  // the first items of some best order
  is_best[all] = true;
  std::uint32_t way = all;
  for (std::uint32_t set = all; set > 0; --set) {
    if (!is_best[set]) continue;
    std::uint32_t last_on_way = nodes;
    for_each_member(set, [&](std::uint32_t last) {
      if (with_last(set, last) > least[set] + rounding) return;
      is_best[set & ~(1u << last)] = true;
      found.is_above[last] |= all & ~set;
      last_on_way = last;  // the highest of them stays
    });
    if (set != way) continue;
    found.order.push_back(last_on_way);
    way &= ~(1u << last_on_way);
  }
  std::ranges::reverse(found.order);
  return found;
}

}  // namespace pdrank
