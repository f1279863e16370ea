#include "pdrank/linalg/inverse_diagonal.hpp"

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <cmath>

#include "pdrank/core/parallel.hpp"
#include "support/decompositions.hpp"
#include "support/problem_zoo.hpp"
#include "support/rows.hpp"

namespace pdrank {
namespace {

ComparisonGraph graph_of(std::uint32_t nodes, const zoo::Rows& rows) {
  return merge(zoo::from_rows(nodes, rows), TieRule::half).graph;
}

// A' diag(h) A
Eigen::MatrixXd dense_laplacian(const ComparisonGraph& graph, std::span<const double> weight) {
  Eigen::MatrixXd h = Eigen::MatrixXd::Zero(graph.node_count(), graph.node_count());
  for (EdgeId edge = 0; edge < graph.edge_count(); ++edge) {
    const std::uint32_t i = graph.winner[edge], j = graph.loser[edge];
    h(i, i) += weight[edge], h(j, j) += weight[edge];
    h(i, j) -= weight[edge], h(j, i) -= weight[edge];
  }
  return h;
}

// P (H + shift I)^-1 P, by the eigenvectors of H other than the constant one.
Eigen::MatrixXd dense_inverse(const Eigen::MatrixXd& h, double shift) {
  const dense::SymmetricEigen eigen(h);  // the first value is zero
  const Eigen::Index rest = h.rows() - 1;
  const Eigen::MatrixXd vectors = eigen.vectors.rightCols(rest);
  const Eigen::VectorXd inverted = (eigen.values.tail(rest).array() + shift).inverse();
  return vectors * inverted.asDiagonal() * vectors.transpose();
}

TEST(InverseDiagonal, OneEdge) {
  // H = [h -h; -h h] has the eigenvalue 2 h on (1, -1) / sqrt(2).
  const ComparisonGraph graph = graph_of(2, {{.winner = 0, .loser = 1}});
  for (const double h : {1e-9, 0.3, 1e9})
    for (const double shift : {0.0, 0.02, 5.0}) {
      const InverseDiagonal found = inverse_diagonal(Incidence(graph), std::vector<double>{h}, shift, 1, nullptr);
      ASSERT_EQ(found.values.size(), 2u);
      EXPECT_TRUE(found.exact);
      for (const double value : found.values) EXPECT_NEAR(value * 2 * (2 * h + shift), 1, 1e-12);
    }
}

TEST(InverseDiagonal, IsThatOfTheDenseInverse) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Random random(seed);
    const auto nodes = static_cast<std::uint32_t>(2 + random.below(50));
    const ComparisonGraph graph = graph_of(nodes, zoo::strong_rows(nodes, random.below(200), 2, random));
    const std::vector<double> weight = zoo::log_uniform(graph.edge_count(), 1e-3, 1e3, random);
    const Eigen::MatrixXd h = dense_laplacian(graph, weight);
    for (const double shift : {0.0, 1e-6, 0.02, 10.0}) {
      const InverseDiagonal found = inverse_diagonal(Incidence(graph), weight, shift, seed, nullptr);
      const Eigen::MatrixXd expected = dense_inverse(h, shift);
      ASSERT_EQ(found.values.size(), nodes);
      for (std::uint32_t node = 0; node < nodes; ++node)
        EXPECT_NEAR(found.values[node] / expected(node, node), 1, 1e-8) << "seed " << seed << " shift " << shift;
    }
  }
}

// A thin link between heavy pairs decides the variances. They are right, or there are none.
TEST(InverseDiagonal, RoundingIsNotPassedOff) {
  const ComparisonGraph graph =
      graph_of(4, {{.winner = 0, .loser = 1}, {.winner = 1, .loser = 2}, {.winner = 2, .loser = 3}});
  int given = 0;
  for (double link = 1; link >= 1e-10; link /= 3) {
    const std::vector<double> weight = {1e9, link, 1e9};
    const InverseDiagonal found = inverse_diagonal(Incidence(graph), weight, 0, 1, nullptr);
    // The pairs move as one, so a score is half the difference between them; that has variance 1 / link.
    for (const double value : found.values) EXPECT_NEAR(value * 4 * link, 1, 0.01) << link;
    given += !found.values.empty();
  }
  EXPECT_GT(given, 5);
}

// m_i, of which the squares are averaged, are the residuals of a draw y: m = y - D^-1 H y, D the diagonal of H. With C
// the inverse that is sought, C H = P and H C H = P H P, so that their covariance is known too.
Eigen::MatrixXd covariance_of_means(const Eigen::MatrixXd& h_shifted, const Eigen::MatrixXd& inverse, double shift) {
  const Eigen::Index size = h_shifted.rows();
  const double count = static_cast<double>(size);
  const Eigen::VectorXd one_by_d = h_shifted.diagonal().cwiseInverse();
  const Eigen::MatrixXd projector =
      Eigen::MatrixXd::Identity(size, size) - Eigen::MatrixXd::Constant(size, size, 1 / count);
  Eigen::MatrixXd centred = h_shifted;
  centred.array() -= shift / count;
  return inverse - one_by_d.asDiagonal() * projector - projector * one_by_d.asDiagonal() +
         one_by_d.asDiagonal() * centred * one_by_d.asDiagonal();
}

TEST(InverseDiagonal, DrawsScatterAsStated) {
  Random random(7);
  constexpr std::uint32_t kNodes = 1100;
  const ComparisonGraph graph = graph_of(kNodes, zoo::strong_rows(kNodes, 3 * kNodes, 2, random));
  const std::vector<double> weight = zoo::log_uniform(graph.edge_count(), 0.1, 10, random);
  for (const double shift : {0.0, 0.5}) {
    Eigen::MatrixXd h = dense_laplacian(graph, weight);
    h.diagonal().array() += shift;
    // The constant vector, an eigenvector, is lifted out of the way and its share of the inverse taken out again.
    const Eigen::MatrixXd lifted = h + Eigen::MatrixXd::Constant(kNodes, kNodes, 1.0 / kNodes);
    Eigen::MatrixXd inverse = dense::inverse_positive(lifted);
    inverse.array() -= 1 / ((1 + shift) * kNodes);
    const Eigen::MatrixXd covariance = covariance_of_means(h, inverse, shift);

    const InverseDiagonal found = inverse_diagonal(Incidence(graph), weight, shift, 3, nullptr);
    ASSERT_EQ(found.values.size(), kNodes);
    EXPECT_FALSE(found.exact);
    // The sum of squares of a node, over its expectation, is at most as scattered as chi-squared with kDraws degrees of
    // freedom over kDraws (sums of signs have no heavier moments than normal ones). P(chi2 >= k + 2 sqrt(k t) + 2 t)
    // <= exp(-t) (Laurent, Massart 2000); t = 28 makes that 1e-9 for all nodes together.
    const double k = kDraws, highest = (2 * std::sqrt(k * 28) + 2 * 28) / k;
    double sum = 0, squares = 0, total_squares = 0, correlations = 0;
    for (std::uint32_t node = 0; node < kNodes; ++node) {
      const double error = found.values[node] - inverse(node, node), relative = error / covariance(node, node);
      EXPECT_LT(relative, highest);
      sum += relative, squares += relative * relative;
      total_squares += error * error / (inverse(node, node) * inverse(node, node));
      for (std::uint32_t other = 0; other < kNodes; ++other)
        correlations +=
            covariance(node, other) * covariance(node, other) / (covariance(node, node) * covariance(other, other));
    }
    // The mean error over nodes is a quadratic form in the signs: variance at most 2 / kDraws times the mean squared
    // correlation. Five standard deviations.
    const double mean = sum / kNodes, deviation = std::sqrt(2 / k * correlations) / kNodes;
    EXPECT_LT(std::abs(mean), 5 * deviation);
    // The scatter itself: 2 / kDraws in the mean, and 1,100 nodes are enough for half as much again to be out of reach.
    EXPECT_LT(squares / kNodes, 1.5 * 2 / k);
    EXPECT_GT(squares / kNodes, 0.5 * 2 / k) << "or the draws are not what they are said to be";
    EXPECT_LT(std::sqrt(total_squares / kNodes), 0.15) << "most of the variance is known beforehand";
  }
}

// On a ring almost all of a variance is in its slowest waves, which the equations hardly feel. All nodes have the same
// variance, the mean over k of 1 / (2 - 2 cos(2 pi k / n)) = (n^2 - 1) / (12 n). Of the waves with eigenvalues like
// k^2, two each, the mean over nodes of kDraws draws has the relative variance 2 / kDraws * zeta(4) / (2 zeta(2)^2) =
// 0.112^2.
TEST(InverseDiagonal, SlowWavesCount) {
  constexpr std::uint32_t kNodes = 2500;
  zoo::Rows circle;
  for (ItemId k = 0; k < kNodes; ++k) circle.push_back({.winner = k, .loser = (k + 1) % kNodes});
  const ComparisonGraph graph = graph_of(kNodes, circle);
  const std::vector<double> weight(kNodes, 1.0);
  const double expected = (double{kNodes} * kNodes - 1) / (12.0 * kNodes);
  double mean = 0;
  for (const std::uint64_t seed : {1u, 2u}) {
    const InverseDiagonal found = inverse_diagonal(Incidence(graph), weight, 0, seed, nullptr);
    ASSERT_EQ(found.values.size(), kNodes);
    for (const double value : found.values) mean += value / expected / kNodes / 2;
  }
  EXPECT_NEAR(mean, 1, 4 * 0.112 / std::sqrt(2)) << "four standard deviations";
}

TEST(InverseDiagonal, SameBitsOnAnyNumberOfThreads) {
  Random random(11);
  constexpr std::uint32_t kNodes = 70'000;  // nodes and edges fill several blocks of core/parallel
  const ComparisonGraph graph = graph_of(kNodes, zoo::strong_rows(kNodes, kNodes, 1, random));
  const std::vector<double> weight = zoo::log_uniform(graph.edge_count(), 0.5, 2, random);
  const Incidence incidence(graph);
  const auto run = [&](int threads) {
    const ThreadScope scope(threads);
    return inverse_diagonal(incidence, weight, 1, 5, nullptr).values;
  };
  const std::vector<double> one = run(1);
  ASSERT_EQ(one.size(), kNodes);
  EXPECT_EQ(one, run(3));
}

TEST(InverseDiagonal, StopsWhenAsked) {
  struct Stop final : Observer {
    bool stop_requested() override { return true; }
  } stop;
  Random random(1);
  const ComparisonGraph graph = graph_of(1200, zoo::strong_rows(1200, 3000, 1, random));
  const std::vector<double> weight(graph.edge_count(), 1.0);
  EXPECT_TRUE(inverse_diagonal(Incidence(graph), weight, 0, 1, &stop).values.empty());
}

}  // namespace
}  // namespace pdrank
