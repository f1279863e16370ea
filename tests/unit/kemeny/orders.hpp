// Graphs at random, and what is best for them by trying every order.
#pragma once

#include <algorithm>
#include <limits>
#include <numeric>
#include <vector>

#include "pdrank/core/random.hpp"
#include "pdrank/kemeny/local_search.hpp"
#include "pdrank/kemeny/majority.hpp"

namespace pdrank::testing {

struct Arc {
  std::uint32_t from, to;
  double weight;
};

// Arcs sorted by both ends, no pair twice: an answer each.
inline MajorityGraph majorities_of(std::uint32_t nodes, const std::vector<Arc>& arcs) {
  ComparisonGraph graph;
  graph.item.resize(nodes);
  std::iota(graph.item.begin(), graph.item.end(), 0u);
  graph.first_edge.assign(nodes + std::size_t{1}, 0);
  for (const auto& [from, to, weight] : arcs) {
    graph.winner.push_back(from);
    graph.loser.push_back(to);
    graph.count.push_back(weight);
    ++graph.first_edge[from + std::size_t{1}];
  }
  std::partial_sum(graph.first_edge.begin(), graph.first_edge.end(), graph.first_edge.begin());
  return majorities(graph);
}

// Each pair has an arc with the probability `density`, against the order of the numbers with the probability `noise`.
// Weights are whole numbers up to `largest`; with 0, any numbers below 1.
inline MajorityGraph random_graph(Random& random, std::uint32_t nodes, double density, double noise, int largest) {
  std::vector<Arc> arcs;
  for (std::uint32_t a = 0; a < nodes; ++a)
    for (std::uint32_t b = a + 1; b < nodes; ++b) {
      if (!random.chance(density)) continue;
      const double weight = largest == 0 ? random.uniform(0.01, 1)
                                         : 1 + static_cast<double>(random.below(static_cast<std::uint64_t>(largest)));
      arcs.push_back(random.chance(noise) ? Arc{b, a, weight} : Arc{a, b, weight});
    }
  std::ranges::sort(arcs, {}, [](const Arc& arc) { return std::pair(arc.from, arc.to); });
  return majorities_of(nodes, arcs);
}

inline double weight_of(const MajorityGraph& graph, const std::vector<std::uint32_t>& order) {
  return contradicted_weight(graph, places_in(order)) - graph.unavoidable;
}

// All orders, one item after the other; an order is given up where it is already worse than the best.
class AllOrders {
 public:
  explicit AllOrders(const MajorityGraph& graph) : graph_(graph), used_(graph.node_count(), false) { extend(0); }

  double least() const { return least_; }
  const std::vector<std::vector<std::uint32_t>>& best() const { return best_; }

 private:
  static constexpr double kSame = 1e-9;

  void extend(double weight) {
    if (weight > least_ + kSame) return;
    if (order_.size() == graph_.node_count()) {
      if (weight < least_ - kSame) best_.clear(), least_ = weight;
      best_.push_back(order_);
      return;
    }
    for (std::uint32_t node = 0; node < graph_.node_count(); ++node) {
      if (used_[node]) continue;
      double more = 0;
      for (const ArcId arc : graph_.arcs_to(node))
        if (!used_[graph_.from[arc]]) more += graph_.weight[arc];
      used_[node] = true;
      order_.push_back(node);
      extend(weight + more);
      order_.pop_back();
      used_[node] = false;
    }
  }

  const MajorityGraph& graph_;
  std::vector<bool> used_;
  std::vector<std::uint32_t> order_;
  double least_ = std::numeric_limits<double>::infinity();
  std::vector<std::vector<std::uint32_t>> best_;
};

inline std::vector<std::uint32_t> in_order_of_numbers(const MajorityGraph& graph) {
  std::vector<std::uint32_t> order(graph.node_count());
  std::iota(order.begin(), order.end(), 0u);
  return order;
}

}  // namespace pdrank::testing
