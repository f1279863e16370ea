#include <gtest/gtest.h>

#include <Eigen/Core>
#include <utility>

#include "pdrank/linalg/conjugate_gradient.hpp"
#include "pdrank/linalg/incidence.hpp"
#include "pdrank/linalg/laplacian.hpp"
#include "pdrank/linalg/spectral_norm.hpp"
#include "support/decompositions.hpp"
#include "support/problem_zoo.hpp"

namespace pdrank {
namespace {

// A as a matrix, row by row.
Eigen::MatrixXd dense_incidence(const ComparisonGraph& graph) {
  Eigen::MatrixXd a = Eigen::MatrixXd::Zero(graph.edge_count(), graph.node_count());
  for (EdgeId edge = 0; edge < graph.edge_count(); ++edge) {
    a(edge, graph.winner[edge]) = 1;
    a(edge, graph.loser[edge]) = -1;
  }
  return a;
}

Eigen::VectorXd as_eigen(const std::vector<double>& values) {
  return Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
}

class OperatorsOnRandomGraphs : public testing::TestWithParam<std::uint64_t> {
 protected:
  OperatorsOnRandomGraphs()
      : random_(GetParam()),
        graph_(merge(zoo::random_comparisons(static_cast<std::uint32_t>(2 + random_.below(40)), 1 + random_.below(200),
                                             0.2, random_),
                     TieRule::half)
                   .graph),
        incidence_(graph_),
        dense_(dense_incidence(graph_)) {}

  std::vector<double> normal(std::size_t size) {
    std::vector<double> values(size);
    for (double& value : values) value = random_.uniform(-1, 1);
    return values;
  }

  Random random_;
  ComparisonGraph graph_;
  Incidence incidence_;
  Eigen::MatrixXd dense_;
};

TEST_P(OperatorsOnRandomGraphs, IncidenceIsTheMatrix) {
  const std::vector<double> x = normal(incidence_.node_count()), v = normal(incidence_.edge_count());
  std::vector<double> margin(v.size()), won(x.size()), lost(x.size());
  incidence_.margins(x, margin);
  incidence_.gather(v, won, lost);
  EXPECT_LT((as_eigen(margin) - dense_ * as_eigen(x)).cwiseAbs().maxCoeff(), 1e-14);
  EXPECT_LT((as_eigen(won) - as_eigen(lost) - dense_.transpose() * as_eigen(v)).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_LT((as_eigen(won) + as_eigen(lost) - dense_.cwiseAbs().transpose() * as_eigen(v)).cwiseAbs().maxCoeff(),
            1e-12);
}

TEST_P(OperatorsOnRandomGraphs, LaplacianAndItsSolve) {
  const std::vector<double> h = zoo::log_uniform(incidence_.edge_count(), 1e-3, 1e3, random_);
  const double shift = 0.02;
  const Eigen::MatrixXd dense = dense_.transpose() * as_eigen(h).asDiagonal() * dense_ +
                                shift * Eigen::MatrixXd::Identity(dense_.cols(), dense_.cols());
  const EdgeTiles tiles(graph_);
  Laplacian laplacian(tiles);
  laplacian.set_weights(h, shift);
  const std::vector<double> x = normal(incidence_.node_count());
  std::vector<double> image(x.size());
  const double product = laplacian.apply(x, image);
  EXPECT_LT((as_eigen(image) - dense * as_eigen(x)).cwiseAbs().maxCoeff(), 1e-10 * (1 + dense.cwiseAbs().maxCoeff()));
  EXPECT_NEAR(product, as_eigen(x).dot(dense * as_eigen(x)), 1e-10 * (1 + dense.cwiseAbs().maxCoeff()));
  EXPECT_LT((as_eigen({std::as_const(laplacian).diagonal().begin(), std::as_const(laplacian).diagonal().end()}) -
             dense.diagonal())
                .norm(),
            1e-9);

  std::vector<double> solution(x.size());
  ConjugateGradient solver(x.size());
  const auto report = solver.solve(laplacian, x, 1e-12, 10000, solution);
  EXPECT_LE(report.relative_residual, 1e-12);
  const Eigen::VectorXd expected = dense::solve_positive(dense, as_eigen(x));
  EXPECT_LT((as_eigen(solution) - expected).norm(), 1e-7 * expected.norm());
}

TEST_P(OperatorsOnRandomGraphs, SpectralBoundIsAboveAndClose) {
  const double norm_squared = dense::SymmetricEigen(dense_.transpose() * dense_).values.maxCoeff();
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const SpectralBound bound = spectral_bound(incidence_, seed);
    EXPECT_GE(bound.upper, norm_squared * (1 - 1e-12));
    EXPECT_LE(bound.lower, norm_squared * (1 + 1e-12));
    EXPECT_LE(bound.upper, norm_squared * 1.021);
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, OperatorsOnRandomGraphs, testing::Range<std::uint64_t>(0, 40));

// More nodes than a block holds, and more edges than one thread is given.
TEST(EdgeTiles, ManyBlocksGiveTheSumsOfAPlainLoop) {
  Random random(3);
  for (const std::uint32_t items : {600u, 70'000u, 150'000u}) {
    const ComparisonGraph graph = merge(zoo::random_comparisons(items, 400'000, 0.2, random), TieRule::half).graph;
    const EdgeTiles tiles(graph);
    EXPECT_GT(tiles.block_count(), 1u);
    const std::vector<double> h = zoo::log_uniform(graph.edge_count(), 1e-3, 1e3, random);
    std::vector<double> x(graph.node_count()), expected(x.size()), diagonal(x.size(), 0.5), image(x.size());
    for (double& value : x) value = random.uniform(-1, 1);
    for (EdgeId e = 0; e < graph.edge_count(); ++e) {
      diagonal[graph.winner[e]] += h[e];
      diagonal[graph.loser[e]] += h[e];
      expected[graph.winner[e]] -= h[e] * x[graph.loser[e]];
      expected[graph.loser[e]] -= h[e] * x[graph.winner[e]];
    }
    const auto largest_error = [&] {
      double largest = 0;
      for (std::size_t k = 0; k < x.size(); ++k)
        largest = std::max(largest, std::abs(image[k] - (diagonal[k] * x[k] + expected[k])) / diagonal[k]);
      return largest;
    };
    Laplacian laplacian(tiles);
    laplacian.set_weights(h, 0.5);
    laplacian.apply(x, image);
    EXPECT_LT(largest_error(), 1e-13);
  }
}

TEST(SpectralBound, LargeStarAndPath) {
  // The star with k leaves has largest eigenvalue k + 1; the path's approaches 4 from below.
  Comparisons star, path;
  for (int k = 0; k <= 3000; ++k) star.items.intern(std::to_string(k)), path.items.intern(std::to_string(k));
  for (ItemId k = 1; k <= 3000; ++k) star.add({.winner = 0, .loser = k}), path.add({.winner = k, .loser = k - 1});
  const ComparisonGraph star_graph = merge(star, TieRule::half).graph, path_graph = merge(path, TieRule::half).graph;
  const SpectralBound star_bound = spectral_bound(Incidence(star_graph), 1);
  EXPECT_GE(star_bound.upper, 3001 * (1 - 1e-12));
  EXPECT_LE(star_bound.upper, 3001 * 1.021);
  const SpectralBound path_bound = spectral_bound(Incidence(path_graph), 1);
  EXPECT_LE(path_bound.upper, 4.0) << "the degrees say so";
  EXPECT_GE(path_bound.upper, 2 - 2 * std::cos(M_PI * 3000 / 3001));
}

}  // namespace
}  // namespace pdrank
