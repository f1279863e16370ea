#include "pdrank/data/bridges.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>
#include <utility>

namespace pdrank {
namespace {

constexpr std::uint32_t kUnset = std::numeric_limits<std::uint32_t>::max();

// Who is next to whom, whoever won: those a node won against come first, from the graph itself. Who has won and lost
// against another is its neighbour twice.
class Neighbours {
 public:
  explicit Neighbours(const ComparisonGraph& graph) : graph_(graph) {
    first_.assign(graph.node_count() + std::size_t{1}, 0);
    for (const std::uint32_t node : graph.loser) ++first_[node + std::size_t{1}];
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
    winner_.resize(graph.edge_count());
    std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
    for (EdgeId edge = 0; edge < graph.edge_count(); ++edge) winner_[next[graph.loser[edge]]++] = graph.winner[edge];
  }

  // The k-th neighbour, or kUnset after the last.
  std::uint32_t at(std::uint32_t node, std::uint32_t k) const {
    const std::uint32_t beaten = graph_.first_edge[node + std::size_t{1}] - graph_.first_edge[node];
    if (k < beaten) return graph_.loser[graph_.first_edge[node] + k];
    const std::uint32_t place = first_[node] + (k - beaten);
    return place < first_[node + std::size_t{1}] ? winner_[place] : kUnset;
  }

 private:
  const ComparisonGraph& graph_;
  std::vector<std::uint32_t> first_, winner_;  // who has won against each node
};

// Depth first, with its own stack, so that a chain of a million items does not overflow the program's. A node is the
// far end of a bridge if no edge but that to its parent leads from its subtree to a node visited before it.
class BridgeSearch {
 public:
  explicit BridgeSearch(const ComparisonGraph& graph)
      : graph_(graph),
        neighbours_(graph),
        order_(graph.node_count(), kUnset),
        low_(graph.node_count(), 0),
        next_(graph.node_count(), 0) {}

  Bridges run() {
    for (std::uint32_t node = 0; node < graph_.node_count(); ++node)
      if (order_[node] == kUnset) search_from(node);
    std::ranges::sort(found_.all, [](const Bridge& a, const Bridge& b) {
      return std::tie(b.hanging, a.node, a.anchor) < std::tie(a.hanging, b.node, b.anchor);
    });
    return std::move(found_);
  }

 private:
  void search_from(std::uint32_t root) {
    const std::size_t first_bridge = found_.all.size();
    enter(root);
    while (!path_.empty()) {
      const std::uint32_t node = path_.back();
      const std::uint32_t neighbour = neighbours_.at(node, next_[node]++);
      if (neighbour == kUnset)
        leave(node);
      else
        follow(node, neighbour);
    }
    for (std::size_t k = first_bridge; k < found_.all.size(); ++k) complete(found_.all[k], order_[root]);
  }

  void enter(std::uint32_t node) {
    order_[node] = low_[node] = visited();
    found_.visited.push_back(node);
    path_.push_back(node);
  }

  void follow(std::uint32_t node, std::uint32_t neighbour) {
    const bool to_parent = path_.size() > 1 && neighbour == path_[path_.size() - 2];
    if (order_[neighbour] == kUnset)
      enter(neighbour);
    else if (!to_parent)
      low_[node] = std::min(low_[node], order_[neighbour]);
  }

  void leave(std::uint32_t node) {
    path_.pop_back();
    if (path_.empty()) return;
    const std::uint32_t parent = path_.back();
    low_[parent] = std::min(low_[parent], low_[node]);
    if (low_[node] == order_[node])
      found_.all.push_back({.node = node, .anchor = parent, .side_first = order_[node], .side_last = visited()});
  }

  // What is known once the whole part has been visited.
  void complete(Bridge& bridge, std::uint32_t part_first) const {
    bridge.part_first = part_first;
    bridge.part_last = visited();
    const std::uint32_t inside = bridge.side_last - bridge.side_first;
    const std::uint32_t outside = bridge.part_last - bridge.part_first - inside;
    bridge.hanging = std::min(inside, outside);
    if (inside > outside || (inside == outside && bridge.node > bridge.anchor)) std::swap(bridge.node, bridge.anchor);
    for (const EdgeId edge :
         {graph_.find_edge(bridge.node, bridge.anchor), graph_.find_edge(bridge.anchor, bridge.node)})
      if (edge != kNoEdge) bridge.comparisons += graph_.count[edge];
  }

  std::uint32_t visited() const { return static_cast<std::uint32_t>(found_.visited.size()); }

  const ComparisonGraph& graph_;
  Neighbours neighbours_;
  std::vector<std::uint32_t> order_, low_;  // when a node was visited; the earliest node that its subtree leads back to
  std::vector<std::uint32_t> next_;         // which neighbour to look at
  std::vector<std::uint32_t> path_;
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
