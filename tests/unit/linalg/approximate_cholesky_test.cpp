#include "pdrank/linalg/approximate_cholesky.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "pdrank/linalg/conjugate_gradient.hpp"
#include "pdrank/linalg/vector_ops.hpp"
#include "support/problem_zoo.hpp"

namespace pdrank {
namespace {

using Pairs = std::vector<std::pair<ItemId, ItemId>>;

ComparisonGraph graph_of(std::uint32_t items, const Pairs& pairs) {
  Comparisons comparisons;
  for (std::uint32_t item = 0; item < items; ++item) comparisons.items.intern("item-" + std::to_string(item));
  for (const auto& [winner, loser] : pairs) comparisons.add({.winner = winner, .loser = loser});
  return merge(comparisons, TieRule::half).graph;
}

Pairs chain(std::uint32_t items) {
  Pairs pairs;
  for (ItemId k = 0; k + 1 < items; ++k) pairs.emplace_back(k, k + 1);
  return pairs;
}

Pairs star(std::uint32_t items) {
  Pairs pairs;
  for (ItemId k = 1; k < items; ++k) pairs.emplace_back(0, k);
  return pairs;
}

Pairs band(std::uint32_t items) {
  Pairs pairs;
  for (ItemId k = 0; k < items; ++k)
    for (ItemId d = 1; d <= 5 && k + d < items; ++d) pairs.emplace_back(k, k + d);
  return pairs;
}

Pairs grid(std::uint32_t side) {
  Pairs pairs;
  for (ItemId row = 0; row < side; ++row)
    for (ItemId column = 0; column < side; ++column) {
      if (column + 1 < side) pairs.emplace_back(row * side + column, row * side + column + 1);
      if (row + 1 < side) pairs.emplace_back(row * side + column, (row + 1) * side + column);
    }
  return pairs;
}

// Two random halves, each in one piece, joined by a single pair.
Pairs two_clusters(std::uint32_t items, Random& random) {
  Pairs pairs = {{0, items - 1}};
  for (ItemId k = 0; k + 1 < items; ++k)
    if (k + 1 != items / 2) pairs.emplace_back(k, k + 1);
  for (std::uint32_t k = 0; k < 4 * items; ++k) {
    const std::uint32_t half = items / 2, from = random.chance(0.5) ? half : 0;
    const auto a = static_cast<ItemId>(random.below(half)), b = static_cast<ItemId>(random.below(half));
    if (a != b) pairs.emplace_back(from + a, from + b);
  }
  return pairs;
}

struct System {
  System(std::uint32_t items, const Pairs& pairs, double shift, std::uint64_t seed)
      : graph(graph_of(items, pairs)), tiles(graph), matrix(tiles), random(seed), right_side(graph.node_count()) {
    matrix.set_weights(zoo::log_uniform(graph.edge_count(), 0.1, 10, random), shift);
    for (double& value : right_side) value = random.normal();
    centre(right_side);
  }

  double residual(std::span<const double> x) const {
    std::vector<double> image(x.size());
    matrix.apply(x, image);
    double largest = 0;
    for (std::size_t k = 0; k < image.size(); ++k)
      largest = std::max(largest, std::abs(image[k] - right_side[k]) / matrix.diagonal()[k]);
    return largest;
  }

  ComparisonGraph graph;
  EdgeTiles tiles;
  Laplacian matrix;
  Random random;
  std::vector<double> right_side;
};

// A tree leaves nothing to chance; shares are kept in single precision.
TEST(ApproximateCholesky, IsExactOnTrees) {
  for (const Pairs& pairs : {chain(500), star(500)}) {
    const System system(500, pairs, 0, 1);
    std::vector<double> x(500);
    ApproximateCholesky(system.matrix).solve(system.right_side, x);
    EXPECT_LT(system.residual(x), 1e-4);
  }
}

TEST(ApproximateCholesky, IsSymmetricAndPositive) {
  System system(900, grid(30), 0.01, 2);
  ApproximateCholesky factor(system.matrix);
  std::vector<double> u(900), v(900), by_u(900), by_v(900);
  for (int k = 0; k < 20; ++k) {
    for (double& value : u) value = system.random.normal();
    for (double& value : v) value = system.random.normal();
    factor.solve(u, by_u);
    factor.solve(v, by_v);
    EXPECT_GT(dot(u, by_u), 0);
    EXPECT_NEAR(dot(u, by_v), dot(v, by_u), 1e-9 * std::sqrt(dot(u, by_u) * dot(v, by_v)));
  }
}

TEST(ApproximateCholesky, PartsOfTheirOwnAreSolvedEach) {
  const System system(6, {{0, 1}, {1, 2}, {3, 4}}, 0, 3);
  std::vector<double> right_side = {1, 0, -1, 2, -2, 0}, x(6), image(6);
  ApproximateCholesky(system.matrix).solve(right_side, x);
  system.matrix.apply(x, image);
  for (std::size_t k = 0; k < 6; ++k) EXPECT_NEAR(image[k], right_side[k], 1e-6) << k;
}

// Where the diagonal alone takes thousands of steps, these need few hundred, the steps before the factor included; and
// the next system even fewer. Where the order of the nodes shows what the graph is, there are none before the factor.
TEST(ConjugateGradient, TakesFewStepsOnBadlyConnectedGraphs) {
  constexpr std::uint32_t kSide = 140, kItems = kSide * kSide;
  Random random(4);
  struct Named {
    const char* name;
    Pairs pairs;
    int most_steps;
  };
  const std::vector<Named> graphs = {{"chain", chain(kItems), 100},
                                     {"band", band(kItems), 100},
                                     {"grid", grid(kSide), 100},
                                     {"star", star(kItems), 250},
                                     {"two clusters", two_clusters(kItems, random), 250}};
  for (const auto& [name, pairs, most_steps] : graphs)
    for (const double shift : {0.0, 1e-9}) {
      System system(kItems, pairs, shift, 5);
      ConjugateGradient solver(system.graph.node_count());
      std::vector<double> x(system.graph.node_count());
      const LinearSolver::Report first = solver.solve(system.matrix, system.right_side, 1e-8, 10'000, x);
      EXPECT_LE(first.relative_residual, 1e-8) << name;
      EXPECT_LT(system.residual(x), 1e-7) << name;
      EXPECT_LE(first.iterations, most_steps) << name << ' ' << shift;
      const LinearSolver::Report second = solver.solve(system.matrix, system.right_side, 1e-8, 10'000, x);
      EXPECT_LE(second.iterations, 100) << name << ' ' << shift;
      EXPECT_LT(system.residual(x), 1e-7) << name;
    }
}

}  // namespace
}  // namespace pdrank
