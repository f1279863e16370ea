#include "pdrank/linalg/pair_variance.hpp"

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <cmath>

#include "pdrank/core/parallel.hpp"
#include "pdrank/linalg/inverse_diagonal.hpp"
#include "support/decompositions.hpp"
#include "support/problem_zoo.hpp"
#include "support/rows.hpp"

namespace pdrank {
namespace {

ComparisonGraph graph_of(std::uint32_t nodes, const zoo::Rows& rows) {
  return merge(zoo::from_rows(nodes, rows), TieRule::half).graph;
}

// A' diag(h) A + shift I
Eigen::MatrixXd dense_precision(const ComparisonGraph& graph, std::span<const double> weight, double shift) {
  Eigen::MatrixXd h = shift * Eigen::MatrixXd::Identity(graph.node_count(), graph.node_count());
  for (EdgeId edge = 0; edge < graph.edge_count(); ++edge) {
    const std::uint32_t i = graph.winner[edge], j = graph.loser[edge];
    h(i, i) += weight[edge], h(j, j) += weight[edge];
    h(i, j) -= weight[edge], h(j, i) -= weight[edge];
  }
  return h;
}

// The inverse, or where the constant vector has eigenvalue zero the pseudo-inverse.

double variance_of(const Eigen::MatrixXd& inverse, std::uint32_t i, std::uint32_t j) {
  return inverse(i, i) + inverse(j, j) - inverse(i, j) - inverse(j, i);
}

TEST(PairVariance, IsThatOfTheDenseInverse) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    Random random(seed);
    const auto nodes = static_cast<std::uint32_t>(2 + random.below(30));
    const ComparisonGraph graph = graph_of(nodes, zoo::strong_rows(nodes, random.below(100), 2, random));
    const std::vector<double> weight = zoo::log_uniform(graph.edge_count(), 1e-2, 1e2, random);
    for (const double shift : {0.0, 0.02, 10.0}) {
      const PairVariance found(graph, weight, shift, seed);
      const Eigen::MatrixXd expected = dense::pseudo_inverse(dense_precision(graph, weight, shift));
      ASSERT_TRUE(found.exact());
      for (std::uint32_t i = 0; i < nodes; ++i)
        for (std::uint32_t j = 0; j < nodes; ++j)
          EXPECT_NEAR(found(i, j), variance_of(expected, i, j), 1e-9 * expected.norm()) << seed << ' ' << shift;
    }
  }
}

// Two nodes joined by h have the eigenvalue 2 h on (1, -1) / sqrt(2); apart they have 2 / shift.
TEST(PairVariance, OneEdgeAndNone) {
  const ComparisonGraph graph = graph_of(3, {{.winner = 0, .loser = 1}});
  const PairVariance found(graph, std::vector<double>{3.0}, 0.5, 1);
  EXPECT_NEAR(found(0, 1), 2 / (6 + 0.5), 1e-12);
  EXPECT_NEAR(found(0, 2), (1 / 0.5 + 1 / 6.5) / 2 + 1 / 0.5, 1e-12);
  const PairVariance none(graph_of(4, {}), {}, 0.5, 1);
  EXPECT_NEAR(none(1, 3), 4, 1e-12);
  EXPECT_EQ(none(2, 2), 0);
}

TEST(PairVariance, AnAnswerMoreIsAsIfItHadBeenThere) {
  Random random(5);
  const ComparisonGraph graph = graph_of(12, zoo::random_rows(12, 15, 1, random));
  Eigen::MatrixXd h = dense_precision(graph, graph.count, 1);
  PairVariance found(graph, graph.count, 1, 1);
  for (int k = 0; k < 40; ++k) {
    const auto i = static_cast<std::uint32_t>(random.below(12));
    const std::uint32_t j = (i + 1 + static_cast<std::uint32_t>(random.below(11))) % 12;
    const double weight = random.uniform(0.1, 3);
    found.add(i, j, weight);
    Eigen::VectorXd d = Eigen::VectorXd::Zero(12);
    d[i] = 1, d[j] = -1;
    h += weight * d * d.transpose();
  }
  const Eigen::MatrixXd expected = dense::pseudo_inverse(h);
  for (std::uint32_t i = 0; i < 12; ++i)
    for (std::uint32_t j = 0; j < i; ++j) EXPECT_NEAR(found(i, j), variance_of(expected, i, j), 1e-12);
}

// Cholesky's factors of a matrix that rounding has made singular do not exist; a variance does.
TEST(PairVariance, RoundingIsSurvived) {
  const ComparisonGraph graph = graph_of(
      4, {{.winner = 0, .loser = 1}, {.winner = 1, .loser = 2}, {.winner = 2, .loser = 3}, {.winner = 3, .loser = 0}});
  const PairVariance found(graph, std::vector<double>{1e17, 1e-3, 1e17, 1e-3}, 1e-3, 1);
  for (std::uint32_t i = 0; i < 4; ++i)
    for (std::uint32_t j = 0; j < 4; ++j) EXPECT_TRUE(std::isfinite(found(i, j)));
}

TEST(PairVariance, SketchScattersAsStated) {
  Random random(7);
  constexpr std::uint32_t kNodes = 1100;
  static_assert(kNodes > kMostExactItems);
  const ComparisonGraph graph = graph_of(kNodes, zoo::strong_rows(kNodes, 3 * kNodes, 2, random));
  const std::vector<double> weight = zoo::log_uniform(graph.edge_count(), 0.1, 10, random);
  for (const double shift : {0.0, 1.0}) {
    Eigen::MatrixXd h = dense_precision(graph, weight, shift);
    h.array() += 1.0 / kNodes;  // the constant vector, which no difference sees, out of the way
    const Eigen::MatrixXd inverse = dense::inverse_positive(h);
    const PairVariance found(graph, weight, shift, 3);
    ASSERT_FALSE(found.exact());
    // kSketchDraws times the estimate over the truth is at most as scattered as chi-squared with as many degrees of
    // freedom (sums of signs have no heavier moments than normal ones): P(chi2 >= k + 2 sqrt(k t) + 2 t) and P(chi2 <=
    // k - 2 sqrt(k t)) <= exp(-t) (Laurent, Massart 2000). t = 30 makes that 1e-9 for 10,000 pairs together.
    constexpr double kPairs = 10'000, k = kSketchDraws, t = 30;
    double sum = 0, squares = 0;
    for (int n = 0; n < kPairs; ++n) {
      const auto i = static_cast<std::uint32_t>(random.below(kNodes));
      const std::uint32_t j = (i + 1 + static_cast<std::uint32_t>(random.below(kNodes - 1))) % kNodes;
      const double relative = found(i, j) / variance_of(inverse, i, j) - 1;
      EXPECT_LT(relative, (2 * std::sqrt(k * t) + 2 * t) / k);
      EXPECT_GT(relative, -2 * std::sqrt(k * t) / k);
      sum += relative, squares += relative * relative;
    }
    // The scatter is 2 / kSketchDraws. Pairs have nodes in common, so their mean scatters more than that of independent
    // ones; were it that of one of 50 independent pairs, this would be five standard deviations.
    EXPECT_LT(std::abs(sum / kPairs), 5 * std::sqrt(2 / k / 50));
    EXPECT_LT(squares / kPairs, 1.5 * 2 / k);
    EXPECT_GT(squares / kPairs, 0.5 * 2 / k) << "or the draws are not what they are said to be";
  }
}

TEST(PairVariance, SketchGivesTheSameBitsOnAnyNumberOfThreads) {
  Random random(11);
  constexpr std::uint32_t kNodes = 70'000;  // fill several blocks of core/parallel
  const ComparisonGraph graph = graph_of(kNodes, zoo::random_rows(kNodes, kNodes, 1, random));
  const auto run = [&](int threads) {
    const ThreadScope scope(threads);
    const PairVariance found(graph, graph.count, 5, 5);
    std::vector<double> values;
    for (std::uint32_t node = 1; node < kNodes; node += 7) values.push_back(found(node, node - 1));
    return values;
  };
  EXPECT_EQ(run(1), run(4));
}

TEST(PairVariance, StopsWhenAsked) {
  struct Stop final : Observer {
    bool stop_requested() override { return true; }
  } stop;
  const ComparisonGraph graph = graph_of(1200, {{.winner = 0, .loser = 1}});
  EXPECT_EQ(PairVariance(graph, graph.count, 1, 1, &stop)(0, 1), 0);
}

}  // namespace
}  // namespace pdrank
