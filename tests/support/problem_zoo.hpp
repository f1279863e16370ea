// Random problems for the tests, and an optimality check that shares no code with the solvers.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "pdrank/core/random.hpp"
#include "pdrank/data/comparisons.hpp"
#include "pdrank/data/graph.hpp"
#include "pdrank/linalg/edge_tiles.hpp"

namespace pdrank::zoo {

// `comparisons` random pairs over `items` items; item k is better than item k - 1, an answer is wrong with `flip`.
inline Comparisons random_comparisons(std::uint32_t items, std::uint64_t comparisons, double flip, Random& random) {
  Comparisons data;
  for (std::uint32_t item = 0; item < items; ++item) data.items.intern("item-" + std::to_string(item));
  for (std::uint64_t n = 0; n < comparisons; ++n) {
    const auto a = static_cast<ItemId>(random.below(items));
    auto b = static_cast<ItemId>(random.below(items - 1));
    if (b >= a) ++b;
    const bool a_wins = (a > b) != random.chance(flip);
    data.add({.winner = a_wins ? a : b, .loser = a_wins ? b : a});
  }
  return data;
}

inline std::vector<double> log_uniform(std::size_t size, double low, double high, Random& random) {
  std::vector<double> values(size);
  for (double& value : values) value = std::exp(random.uniform(std::log(low), std::log(high)));
  return values;
}

// A subproblem to solve.
struct Instance {
  ComparisonGraph graph;
  std::vector<double> weight;
  double gamma;
};

// Weights within the limits, a ridge over four decades.
inline Instance random_instance(std::uint32_t items, std::uint64_t comparisons, double least_weight, double most_weight,
                                Random& random) {
  Instance instance;
  instance.graph = merge(random_comparisons(items, comparisons, 0.15, random), TieRule::half).graph;
  instance.weight = log_uniform(instance.graph.edge_count(), least_weight, most_weight, random);
  instance.gamma = log_uniform(1, 1e-4, 1, random).front();
  return instance;
}

// Edges and weights as solvers take them.
struct Tiled {
  Tiled(const ComparisonGraph& graph, std::span<const double> by_edge) : tiles(graph), weight(by_edge.size()) {
    tiles.in_tile_order(by_edge, weight);
  }
  EdgeTiles tiles;
  std::vector<double> weight;
};

struct Kkt {
  double residual;  // largest |gradient| of a node relative to what pulls at it (docs/MATH.md, section 3)
  double mean;      // of the scores: the constraint 1'x = 0
};

// Optimality of `scores` for: minimise sum w softplus(1 - a'x) + gamma |x|^2 over 1'x = 0.
inline Kkt check_kkt(const ComparisonGraph& graph, std::span<const double> weight, double gamma,
                     std::span<const double> scores) {
  std::vector<long double> gradient(scores.size()), forces(scores.size());
  long double total = 0, largest_ridge = 0;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    gradient[i] = 2.0L * gamma * scores[i];
    largest_ridge = std::max(largest_ridge, std::abs(gradient[i]));
    total += scores[i];
  }
  for (std::size_t e = 0; e < weight.size(); ++e) {
    const long double margin = static_cast<long double>(scores[graph.winner[e]]) - scores[graph.loser[e]];
    const long double force = weight[e] / (1.0L + std::exp(margin - 1.0L));
    gradient[graph.winner[e]] -= force;
    gradient[graph.loser[e]] += force;
    forces[graph.winner[e]] += force;
    forces[graph.loser[e]] += force;
  }
  // With the multiplier of 1'x = 0 the gradient may be any constant; it is zero here because gamma x sums to zero.
  long double largest = 0;
  for (std::size_t i = 0; i < scores.size(); ++i)
    if (gradient[i] != 0) largest = std::max(largest, std::abs(gradient[i]) / (forces[i] + largest_ridge));
  return {static_cast<double>(largest), static_cast<double>(total / static_cast<long double>(scores.size()))};
}

inline double relative_difference(std::span<const double> a, std::span<const double> b) {
  double difference = 0, size = 0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    difference = std::max(difference, std::abs(a[k] - b[k]));
    size = std::max(size, std::abs(b[k]));
  }
  return size > 0 ? difference / size : difference;
}

}  // namespace pdrank::zoo
