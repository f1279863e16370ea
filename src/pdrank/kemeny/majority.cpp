#include "pdrank/kemeny/majority.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <queue>
#include <utility>

#include "pdrank/data/components.hpp"

namespace pdrank {
namespace {

// Sums of the same answers in another order differ by less.
constexpr double kSameWeight = 1e-12;

struct Arc {
  std::uint32_t from = 0, to = 0;
  double weight = 0;
};

void index_arcs(MajorityGraph& graph, std::uint32_t nodes) {
  graph.first_out.assign(nodes + std::size_t{1}, 0);
  graph.first_in.assign(nodes + std::size_t{1}, 0);
  for (ArcId arc = 0; arc < graph.arc_count(); ++arc) {
    ++graph.first_out[graph.from[arc] + std::size_t{1}];
    ++graph.first_in[graph.to[arc] + std::size_t{1}];
  }
  std::partial_sum(graph.first_out.begin(), graph.first_out.end(), graph.first_out.begin());
  std::partial_sum(graph.first_in.begin(), graph.first_in.end(), graph.first_in.begin());
  graph.in_arc.resize(graph.arc_count());
  std::vector<std::uint32_t> next(graph.first_in.begin(), graph.first_in.end() - 1);
  for (ArcId arc = 0; arc < graph.arc_count(); ++arc) graph.in_arc[next[graph.to[arc]]++] = arc;
}

void add_arc(MajorityGraph& graph, std::uint32_t from, std::uint32_t to, double weight) {
  graph.from.push_back(from);
  graph.to.push_back(to);
  graph.weight.push_back(weight);
}

// The strong parts of two nodes or more, each with the arcs inside it; nodes are numbered by rank.
std::vector<StrongPart> cut_out(const MajorityGraph& graph, const Components& strong,
                                std::span<const std::uint32_t> rank) {
  std::vector<StrongPart> parts(static_cast<std::size_t>(
      std::ranges::find_if(strong.sizes, [](std::uint64_t size) { return size < 2; }) - strong.sizes.begin()));
  std::vector<std::uint32_t> number(graph.node_count()), order(graph.node_count());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::stable_sort(order, {}, [&](std::uint32_t node) { return rank[node]; });
  for (const std::uint32_t node : order) {
    if (strong.of_item[node] >= parts.size()) continue;
    std::vector<std::uint32_t>& nodes = parts[strong.of_item[node]].node;
    number[node] = static_cast<std::uint32_t>(nodes.size());
    nodes.push_back(node);
  }
  std::vector<Arc> arcs;  // of one node
  for (const std::uint32_t node : order) {
    const std::uint32_t part = strong.of_item[node];
    if (part >= parts.size()) continue;
    arcs.clear();
    for (ArcId arc = graph.first_out[node]; arc < graph.first_out[node + std::size_t{1}]; ++arc)
      if (strong.of_item[graph.to[arc]] == part)
        arcs.push_back({number[node], number[graph.to[arc]], graph.weight[arc]});
    std::ranges::sort(arcs, {}, &Arc::to);
    for (const Arc& arc : arcs) add_arc(parts[part].graph, arc.from, arc.to, arc.weight);
  }
  for (StrongPart& part : parts) index_arcs(part.graph, static_cast<std::uint32_t>(part.node.size()));
  return parts;
}

// Parts in an order in which no arc leads upwards.
std::vector<std::uint32_t> order_parts(const MajorityGraph& graph, const Components& strong,
                                       std::span<const std::uint32_t> rank) {
  std::vector<double> mean(strong.count(), 0.0);
  for (std::uint32_t node = 0; node < graph.node_count(); ++node) mean[strong.of_item[node]] += rank[node];
  for (std::size_t part = 0; part < mean.size(); ++part) mean[part] /= static_cast<double>(strong.sizes[part]);

  std::vector<std::uint32_t> first(strong.count() + 1, 0), below, waits_for(strong.count(), 0);
  const auto for_each_link = [&](auto&& visit) {
    for (ArcId arc = 0; arc < graph.arc_count(); ++arc)
      if (const auto a = strong.of_item[graph.from[arc]], b = strong.of_item[graph.to[arc]]; a != b) visit(a, b);
  };
  for_each_link([&](std::uint32_t a, std::uint32_t b) { ++first[a + std::size_t{1}], ++waits_for[b]; });
  std::partial_sum(first.begin(), first.end(), first.begin());
  below.resize(first.back());
  std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
  for_each_link([&](std::uint32_t a, std::uint32_t b) { below[next[a]++] = b; });

  using Ready = std::pair<double, std::uint32_t>;
  std::priority_queue<Ready, std::vector<Ready>, std::greater<>> ready;
  for (std::uint32_t part = 0; part < strong.count(); ++part)
    if (waits_for[part] == 0) ready.emplace(mean[part], part);
  std::vector<std::uint32_t> order;
  while (!ready.empty()) {
    const std::uint32_t part = ready.top().second;
    ready.pop();
    order.push_back(part);
    for (std::uint32_t k = first[part]; k < first[part + std::size_t{1}]; ++k)
      if (--waits_for[below[k]] == 0) ready.emplace(mean[below[k]], below[k]);
  }
  return order;
}

}  // namespace

MajorityGraph majorities(const ComparisonGraph& graph) {
  std::vector<std::uint32_t> number(graph.node_count());
  std::iota(number.begin(), number.end(), 0u);
  return majorities(graph, number);
}

MajorityGraph majorities(const ComparisonGraph& graph, std::span<const std::uint32_t> number) {
  double unavoidable = 0;
  std::vector<Arc> arcs;
  std::vector<std::uint32_t> begin(graph.node_count() + std::size_t{2}, 0);  // by node, one place late
  const std::vector<EdgeId> reverse = reverse_edges(graph);
  for (EdgeId edge = 0; edge < graph.edge_count(); ++edge) {
    const double here = graph.count[edge], there = reverse[edge] == kNoEdge ? 0 : graph.count[reverse[edge]];
    if (graph.winner[edge] < graph.loser[edge]) unavoidable += std::min(here, there);
    if (!(here - there > kSameWeight * (here + there))) continue;
    arcs.push_back({number[graph.winner[edge]], number[graph.loser[edge]], here - there});
    ++begin[arcs.back().from + std::size_t{2}];
  }
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  std::vector<Arc> sorted(arcs.size());
  for (const Arc& arc : arcs) sorted[begin[arc.from + std::size_t{1}]++] = arc;
  MajorityGraph result;
  result.unavoidable = unavoidable;
  for (std::uint32_t node = 0; node < graph.node_count(); ++node) {
    const std::span<Arc> own = std::span(sorted).subspan(begin[node], begin[node + std::size_t{1}] - begin[node]);
    std::ranges::sort(own, {}, &Arc::to);
    for (const Arc& arc : own) add_arc(result, arc.from, arc.to, arc.weight);
  }
  index_arcs(result, graph.node_count());
  return result;
}

double contradicted_weight(const MajorityGraph& graph, std::span<const std::uint32_t> rank) {
  double weight = graph.unavoidable;
  for (ArcId arc = 0; arc < graph.arc_count(); ++arc) {
    const std::uint32_t winner = rank[graph.from[arc]], loser = rank[graph.to[arc]];
    if (winner >= loser) weight += winner == loser ? graph.weight[arc] / 2 : graph.weight[arc];
  }
  return weight;
}

StrongParts strong_parts(const MajorityGraph& graph, std::span<const std::uint32_t> rank) {
  Components strong = strong_components(graph.node_count(), graph.from, graph.to);
  StrongParts result{
      .parts = cut_out(graph, strong, rank), .part_of = {}, .part_order = order_parts(graph, strong, rank)};
  result.part_of = std::move(strong.of_item);
  return result;
}

double weight_unit(std::span<const double> weights) {
  for (const double unit : {1.0, 0.5, 0.1, 0.05, 0.01, 0.005, 0.001})
    if (std::ranges::all_of(weights, [&](double weight) {
          const double times = weight / unit;
          return std::round(times) >= 1 && std::abs(times - std::round(times)) < 1e-9 * times;
        }))
      return unit;
  return 0;
}

}  // namespace pdrank
