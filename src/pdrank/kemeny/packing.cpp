#include "pdrank/kemeny/packing.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

namespace pdrank {
namespace {

constexpr std::uint32_t kStepsOfSearch = 1 << 15;    // arcs that one search for a path looks at
constexpr double kFreeSteps = 1e5;                   // take less than a millisecond
constexpr std::size_t kArcsBetweenQuestions = 1024;  // to the observer

// What is left of the arcs, and the search for cycles in it.
class Packer {
 public:
  Packer(const MajorityGraph& graph, std::span<const std::uint32_t> rank, double effort)
      : graph_(graph),
        position_(graph.node_count()),
        left_(graph.weight),
        steps_left_(kFreeSteps + effort * static_cast<double>(graph.arc_count())),
        reached_{std::vector<ArcId>(graph.node_count(), kNoEdge), std::vector<ArcId>(graph.node_count(), kNoEdge)} {
    std::vector<std::uint32_t> order(graph.node_count());
    std::iota(order.begin(), order.end(), 0u);
    std::ranges::stable_sort(order, {}, [&](std::uint32_t node) { return rank[node]; });
    for (std::uint32_t k = 0; k < order.size(); ++k) position_[order[k]] = k;
  }

  double run(Observer* observer) {
    for_each_upward(observer, [&](ArcId arc) { pack_triangles(arc); });
    for (const bool only_down : {true, false}) {
      only_down_ = only_down;
      for_each_upward(observer, [&](ArcId arc) { pack_paths(arc); });
    }
    return packed_;
  }

 private:
  // The two sides of a search: from the loser of the arc downwards, and from its winner upwards.
  enum Side { down, up };

  // Those over most places first: ways down are found soonest there.
  template <class Pack>
  void for_each_upward(Observer* observer, Pack&& pack) {
    std::vector<ArcId> arcs;
    for (ArcId arc = 0; arc < graph_.arc_count(); ++arc)
      if (left_[arc] > 0 && position_[graph_.from[arc]] > position_[graph_.to[arc]]) arcs.push_back(arc);
    std::ranges::stable_sort(arcs, std::greater<>(),
                             [&](ArcId arc) { return position_[graph_.from[arc]] - position_[graph_.to[arc]]; });
    for (std::size_t k = 0; k < arcs.size() && steps_left_ > 0; ++k) {
      if (observer && k % kArcsBetweenQuestions == 0 && observer->stop_requested()) return;
      pack(arcs[k]);
    }
  }

  // Takes the most that fits through all arcs of a cycle.
  void take(std::span<const ArcId> cycle) {
    double weight = left_[cycle.front()];
    for (const ArcId arc : cycle) weight = std::min(weight, left_[arc]);
    for (const ArcId arc : cycle) left_[arc] -= weight;
    packed_ += weight;
  }

  // Third items that the arc's loser beats and that beat its winner, by going through both lists at once.
  void pack_triangles(ArcId upward) {
    const std::uint32_t winner = graph_.from[upward], loser = graph_.to[upward];
    ArcId out = graph_.first_out[loser];
    const ArcId out_end = graph_.first_out[loser + std::size_t{1}];
    const std::span<const ArcId> in = graph_.arcs_to(winner);
    std::size_t k = 0;
    while (out < out_end && k < in.size() && left_[upward] > 0) {
      const std::uint32_t a = graph_.to[out], b = graph_.from[in[k]];
      if (a == b && left_[out] > 0 && left_[in[k]] > 0) {
        const ArcId cycle[] = {upward, out, in[k]};
        take(cycle);
      }
      out += a <= b;
      k += b <= a;
      --steps_left_;
    }
  }

  void pack_paths(ArcId upward) {
    while (left_[upward] > 0 && steps_left_ > 0) {
      std::vector<ArcId> cycle = find_path(graph_.to[upward], graph_.from[upward]);
      if (cycle.empty()) return;
      cycle.push_back(upward);
      take(cycle);
    }
  }

  // A way down from one node to another along arcs that have something left; breadth first from both ends, so the
  // shortest or nearly so. Nothing if there is none, or it was not found soon.
  std::vector<ArcId> find_path(std::uint32_t top, std::uint32_t bottom) {
    std::vector<std::uint32_t>* frontier = frontier_;
    for (const Side side : {down, up}) frontier[side].assign(1, side == down ? top : bottom);
    touched_.clear();
    std::uint32_t meeting = kNoNode, steps = 0;
    while (meeting == kNoNode && !frontier[down].empty() && !frontier[up].empty() && steps < kStepsOfSearch)
      meeting = advance(frontier[down].size() <= frontier[up].size() ? down : up, top, bottom, steps);
    steps_left_ -= steps;
    std::vector<ArcId> path;
    if (meeting != kNoNode) {
      for (std::uint32_t node = meeting; node != top; node = graph_.from[path.back()])
        path.push_back(reached_[down][node]);
      for (std::uint32_t node = meeting; node != bottom; node = graph_.to[path.back()])
        path.push_back(reached_[up][node]);
    }
    for (const std::uint32_t node : touched_) reached_[down][node] = reached_[up][node] = kNoEdge;
    return path;
  }

  static constexpr std::uint32_t kNoNode = ~std::uint32_t{0};

  // One layer of a side. A node that the other side has reached, or kNoNode.
  std::uint32_t advance(Side side, std::uint32_t top, std::uint32_t bottom, std::uint32_t& steps) {
    next_.clear();
    const Side other = side == down ? up : down;
    const std::uint32_t goal = side == down ? bottom : top;
    for (const std::uint32_t node : frontier_[side]) {
      const std::uint32_t first = side == down ? graph_.first_out[node] : graph_.first_in[node];
      const std::uint32_t end =
          side == down ? graph_.first_out[node + std::size_t{1}] : graph_.first_in[node + std::size_t{1}];
      for (std::uint32_t k = first; k < end; ++k) {
        ++steps;
        const ArcId arc = side == down ? k : graph_.in_arc[k];
        const std::uint32_t found = side == down ? graph_.to[arc] : graph_.from[arc];
        const bool leads_on =
            !only_down_ || (side == down ? position_[found] > position_[node] && position_[found] <= position_[bottom]
                                         : position_[found] < position_[node] && position_[found] >= position_[top]);
        if (!leads_on || left_[arc] <= 0 || reached_[side][found] != kNoEdge) continue;
        reached_[side][found] = arc;
        touched_.push_back(found);
        if (found == goal || reached_[other][found] != kNoEdge) return found;
        next_.push_back(found);
      }
    }
    frontier_[side].swap(next_);
    return kNoNode;
  }

  const MajorityGraph& graph_;
  std::vector<std::uint32_t> position_;  // node -> place in the order
  std::vector<double> left_;             // arc -> weight that is in no cycle yet
  double packed_ = 0, steps_left_;
  bool only_down_ = true;          // a cycle has no other contradicted arc
  std::vector<ArcId> reached_[2];  // node -> arc by which a side has reached it
  std::vector<std::uint32_t> frontier_[2], next_, touched_;
};

}  // namespace

double pack_cycles(const MajorityGraph& graph, std::span<const std::uint32_t> rank, double effort, Observer* observer) {
  return Packer(graph, rank, effort).run(observer);
}

}  // namespace pdrank
