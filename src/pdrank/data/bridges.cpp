#include "pdrank/data/bridges.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <span>
#include <tuple>
#include <utility>

#include "pdrank/data/disjoint_sets.hpp"

namespace pdrank {
namespace {

constexpr std::uint32_t kUnset = std::numeric_limits<std::uint32_t>::max();

// A spanning forest, and one of the pairs that the first leaves over; one edge a pair. These have the bridges of all
// pairs: a bridge has no other pair beside it, so the first forest has it, and the second none that goes round it; any
// other pair has a way round it in the two (Nagamochi and Ibaraki 1992).
struct Forests {
  std::vector<EdgeId> first, second;
};

Forests two_forests(const ComparisonGraph& graph) {
  Forests forests;
  DisjointSets first(graph.node_count()), second(graph.node_count());
  // Of the two edges of a pair, that of the lower winner comes first.
  const auto is_in_first = [&](std::uint32_t winner, std::uint32_t loser) {
    return loser < winner && std::ranges::binary_search(forests.first, graph.find_edge(loser, winner));
  };
  for (EdgeId edge = 0; edge < graph.edge_count(); ++edge) {
    const std::uint32_t winner = graph.winner[edge], loser = graph.loser[edge];
    if (first.join(winner, loser)) {
      forests.first.push_back(edge);
    } else if (!second.together(winner, loser) && !is_in_first(winner, loser)) {
      second.join(winner, loser);
      forests.second.push_back(edge);
    }
  }
  return forests;
}

// Who is next to whom in a forest, whoever won.
class Neighbours {
 public:
  Neighbours(const ComparisonGraph& graph, std::span<const EdgeId> forest) : first_(graph.node_count() + 1, 0) {
    for (const EdgeId edge : forest)
      for (const std::uint32_t node : {graph.winner[edge], graph.loser[edge]}) ++first_[node + std::size_t{1}];
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
    neighbour_.resize(2 * forest.size());
    std::vector<std::uint64_t> next(first_.begin(), first_.end() - 1);
    for (const EdgeId edge : forest) {
      neighbour_[next[graph.winner[edge]]++] = graph.loser[edge];
      neighbour_[next[graph.loser[edge]]++] = graph.winner[edge];
    }
  }

  std::span<const std::uint32_t> of(std::uint32_t node) const {
    return {neighbour_.data() + first_[node], neighbour_.data() + first_[node + std::size_t{1}]};
  }

 private:
  std::vector<std::uint64_t> first_;
  std::vector<std::uint32_t> neighbour_;
};

// The nodes in an order that has the trees of the first forest one after the other, a node before those below it, and
// those below it together. A pair of the first forest is a bridge if no pair of the second leads out of what is below
// it (Tarjan 1974). Nodes are known by their places in that order.
class BridgeSearch {
 public:
  explicit BridgeSearch(const ComparisonGraph& graph) : graph_(graph), place_(graph.node_count(), kUnset) {}

  Bridges run() {
    const Forests forests = two_forests(graph_);
    const Neighbours tree(graph_, forests.first);
    for (std::uint32_t node = 0; node < graph_.node_count(); ++node)
      if (place_[node] == kUnset) visit_tree(tree, node);
    look_out(forests.second);
    collect();
    std::ranges::sort(found_.all, [](const Bridge& a, const Bridge& b) {
      return std::tie(b.hanging, a.node, a.anchor) < std::tie(a.hanging, b.node, b.anchor);
    });
    return std::move(found_);
  }

 private:
  struct Visit {
    std::uint32_t parent;     // its place; kUnset for the root of a tree
    std::uint32_t end;        // those below are at the places from its own to this one, exclusive
    std::uint32_t low, high;  // places that a pair of the second forest leads to from there
  };

  void visit_tree(const Neighbours& tree, std::uint32_t root) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> waiting = {{root, kUnset}};  // node, place of its parent
    while (!waiting.empty()) {
      const auto [node, parent] = waiting.back();
      waiting.pop_back();
      const auto place = static_cast<std::uint32_t>(visit_.size());
      place_[node] = place;
      found_.visited.push_back(node);
      visit_.push_back({parent, place + 1, place, place});
      for (const std::uint32_t neighbour : tree.of(node))
        if (parent == kUnset || neighbour != found_.visited[parent]) waiting.emplace_back(neighbour, place);
    }
  }

  void look_out(std::span<const EdgeId> second) {
    for (const EdgeId edge : second) {
      const auto [low, high] = std::minmax(place_[graph_.winner[edge]], place_[graph_.loser[edge]]);
      visit_[low].high = std::max(visit_[low].high, high);
      visit_[high].low = std::min(visit_[high].low, low);
    }
    for (std::size_t place = visit_.size(); place-- > 0;) {
      const Visit& below = visit_[place];
      if (below.parent == kUnset) continue;
      Visit& parent = visit_[below.parent];
      parent.end = std::max(parent.end, below.end);
      parent.low = std::min(parent.low, below.low);
      parent.high = std::max(parent.high, below.high);
    }
  }

  void collect() {
    std::uint32_t root = 0;
    for (std::uint32_t place = 0; place < visit_.size(); ++place) {
      const Visit& below = visit_[place];
      if (below.parent == kUnset)
        root = place;
      else if (below.low == place && below.high < below.end)
        add_bridge({.node = found_.visited[place],
                    .anchor = found_.visited[below.parent],
                    .side_first = place,
                    .side_last = below.end,
                    .part_first = root,
                    .part_last = visit_[root].end});
    }
  }

  void add_bridge(Bridge bridge) {
    const std::uint32_t inside = bridge.side_last - bridge.side_first;
    const std::uint32_t outside = bridge.part_last - bridge.part_first - inside;
    bridge.hanging = std::min(inside, outside);
    if (inside > outside || (inside == outside && bridge.node > bridge.anchor)) std::swap(bridge.node, bridge.anchor);
    for (const EdgeId edge :
         {graph_.find_edge(bridge.node, bridge.anchor), graph_.find_edge(bridge.anchor, bridge.node)})
      if (edge != kNoEdge) bridge.comparisons += graph_.count[edge];
    found_.all.push_back(bridge);
  }

  const ComparisonGraph& graph_;
  std::vector<std::uint32_t> place_;  // by node
  std::vector<Visit> visit_;          // by place
  Bridges found_;
};

}  // namespace

Bridges find_bridges(const ComparisonGraph& graph) { return BridgeSearch(graph).run(); }

std::vector<std::uint8_t> hanging_nodes(const Bridges& bridges, double few) {
  std::vector<std::int64_t> change(bridges.visited.size() + 1, 0);  // of how many smaller sides a node is on
  const auto mark = [&](std::uint32_t first, std::uint32_t last) { ++change[first], --change[last]; };
  for (const Bridge& bridge : bridges.all) {
    if (!is_fewer(bridge.comparisons, few)) continue;
    const std::uint32_t inside = bridge.side_last - bridge.side_first;
    const std::uint32_t outside = bridge.part_last - bridge.part_first - inside;
    if (inside <= outside) mark(bridge.side_first, bridge.side_last);
    if (outside <= inside) mark(bridge.part_first, bridge.side_first), mark(bridge.side_last, bridge.part_last);
  }
  std::vector<std::uint8_t> hanging(bridges.visited.size(), 0);
  std::int64_t sides = 0;
  for (std::size_t k = 0; k < hanging.size(); ++k) hanging[bridges.visited[k]] = (sides += change[k]) > 0;
  return hanging;
}

}  // namespace pdrank
