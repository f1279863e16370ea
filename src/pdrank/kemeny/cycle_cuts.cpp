#include "pdrank/kemeny/cycle_cuts.hpp"

#include <algorithm>
#include <limits>
#include <queue>
#include <set>
#include <utility>

namespace pdrank {
namespace {

// Of ways that are equally long, the one with fewest arcs: a short cycle says more.
constexpr double kLengthOfArc = 1e-6;

// Dijkstra's search from one node, as far as it is shorter than a limit.
class ShortestWays {
 public:
  ShortestWays(const MajorityGraph& graph, std::span<const double> y)
      : graph_(graph), y_(y), length_(graph.node_count(), kUnreached), arc_(graph.node_count(), kNoEdge) {}

  // Until all `wanted` nodes are reached.
  void search(std::uint32_t start, double limit, std::size_t wanted, const std::vector<std::uint8_t>& is_wanted) {
    for (const std::uint32_t node : touched_) length_[node] = kUnreached, done_[node] = 0;
    touched_.clear();
    done_.resize(graph_.node_count(), 0);
    reach(start, 0, kNoEdge);
    while (!queue_.empty() && wanted > 0) {
      const auto [length, node] = queue_.top();
      queue_.pop();
      if (done_[node] || length > length_[node]) continue;
      done_[node] = 1;
      if (is_wanted[node]) --wanted;
      for (ArcId arc = graph_.first_out[node]; arc < graph_.first_out[node + std::size_t{1}]; ++arc)
        if (const double through = length + y_[arc] + kLengthOfArc;
            through < limit && through < length_[graph_.to[arc]])
          reach(graph_.to[arc], through, arc);
    }
    queue_ = {};
  }

  double length(std::uint32_t node) const { return length_[node]; }

  std::vector<ArcId> way(std::uint32_t start, std::uint32_t end) const {
    std::vector<ArcId> arcs;
    for (; end != start; end = graph_.from[arcs.back()]) arcs.push_back(arc_[end]);
    return arcs;
  }

 private:
  static constexpr double kUnreached = std::numeric_limits<double>::infinity();

  void reach(std::uint32_t node, double length, ArcId arc) {
    if (length_[node] == kUnreached) touched_.push_back(node);
    length_[node] = length;
    arc_[node] = arc;
    queue_.emplace(length, node);
  }

  using Step = std::pair<double, std::uint32_t>;

  const MajorityGraph& graph_;
  std::span<const double> y_;
  std::vector<double> length_;
  std::vector<ArcId> arc_;  // by which a node was reached
  std::vector<std::uint8_t> done_;
  std::vector<std::uint32_t> touched_;
  std::priority_queue<Step, std::vector<Step>, std::greater<>> queue_;
};

}  // namespace

std::vector<Cycle> uncovered_cycles(const MajorityGraph& graph, std::span<const std::uint32_t> place,
                                    std::span<const double> y, double tolerance) {
  std::set<Cycle> found;
  ShortestWays ways(graph, y);
  std::vector<std::uint8_t> is_wanted(graph.node_count(), 0);
  const auto is_seed = [&](ArcId arc) {
    return place[graph.from[arc]] > place[graph.to[arc]] && y[arc] < 1 - tolerance;
  };
  for (std::uint32_t start = 0; start < graph.node_count(); ++start) {
    std::size_t wanted = 0;
    double limit = 0;
    for (const ArcId arc : graph.arcs_to(start))
      if (is_seed(arc)) is_wanted[graph.from[arc]] = 1, ++wanted, limit = std::max(limit, 1 - tolerance - y[arc]);
    if (wanted == 0) continue;
    ways.search(start, limit, wanted, is_wanted);
    for (const ArcId arc : graph.arcs_to(start)) {
      if (!std::exchange(is_wanted[graph.from[arc]], 0) || ways.length(graph.from[arc]) + y[arc] >= 1 - tolerance)
        continue;
      Cycle cycle = ways.way(start, graph.from[arc]);
      cycle.push_back(arc);
      std::ranges::sort(cycle);
      found.insert(std::move(cycle));
    }
  }
  return {found.begin(), found.end()};
}

}  // namespace pdrank
