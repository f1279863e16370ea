#include "pdrank/solve/dense_newton.hpp"

#include <gtest/gtest.h>

#include "pdrank/linalg/vector_ops.hpp"
#include "support/problem_zoo.hpp"

namespace pdrank {
namespace {

using zoo::Instance;

// Up to 40 items, most pairs compared, weights over three decades, ridge over four.
Instance random_instance(std::uint64_t seed) {
  Random random(seed);
  const auto items = static_cast<std::uint32_t>(2 + random.below(39));
  return zoo::random_instance(items, items * items, 1e-1, 1e2, random);
}

class DenseNewton : public testing::TestWithParam<std::uint64_t> {};

TEST_P(DenseNewton, FromNearbyItReachesTheSolution) {
  const Instance instance = random_instance(GetParam());
  ASSERT_TRUE(is_dense(instance.graph));
  const zoo::Tiled tiled(instance.graph, instance.weight);
  const Subproblem problem{tiled.tiles, tiled.weight, instance.gamma};
  std::vector<double> by_newton(instance.graph.node_count(), 0.0);
  make_newton(tiled.tiles)->solve(problem, {}, by_newton, nullptr);
  Random random(GetParam());
  std::vector<double> scores = by_newton;
  for (double& score : scores) score += random.uniform(-0.1, 0.1);
  const InnerReport report = make_dense_newton(tiled.tiles)->solve(problem, {.tolerance = 1e-12}, scores, nullptr);
  EXPECT_EQ(report.status, Termination::converged);
  EXPECT_LE(report.iterations, 10);
  const zoo::Kkt kkt = zoo::check_kkt(instance.graph, instance.weight, instance.gamma, scores);
  EXPECT_LT(kkt.residual, 2e-12);
  EXPECT_NEAR(kkt.residual, report.kkt_residual, 1e-13) << "what the solver reports is what is";
  EXPECT_LT(std::abs(kkt.mean), 1e-12);
  EXPECT_LT(zoo::relative_difference(scores, by_newton), 1e-6);
}

// Whole steps from far away lead anywhere; it must notice, and not make things worse.
TEST_P(DenseNewton, FromFarAwayItGivesUpOrArrives) {
  const Instance instance = random_instance(GetParam());
  const zoo::Tiled tiled(instance.graph, instance.weight);
  const Subproblem problem{tiled.tiles, tiled.weight, instance.gamma};
  Random random(GetParam());
  std::vector<double> scores(instance.graph.node_count());
  for (double& score : scores) score = random.uniform(-30, 30);
  centre(scores);
  const double before = zoo::check_kkt(instance.graph, instance.weight, instance.gamma, scores).residual;
  const InnerReport report = make_dense_newton(tiled.tiles)->solve(problem, {}, scores, nullptr);
  const double after = zoo::check_kkt(instance.graph, instance.weight, instance.gamma, scores).residual;
  EXPECT_LE(after, before * (1 + 1e-9));
  EXPECT_NEAR(after, report.kkt_residual, 1e-9);
  EXPECT_EQ(report.status,
            after <= InnerCriteria().tolerance ? Termination::converged : Termination::numerical_trouble);
}

INSTANTIATE_TEST_SUITE_P(Instances, DenseNewton, testing::Range<std::uint64_t>(0, 60));

TEST(IsDense, FewNodesAndManyPairs) {
  Random random(1);
  const auto graph_of = [&](std::uint32_t items, std::size_t comparisons) {
    return merge(zoo::random_comparisons(items, comparisons, 0.1, random), TieRule::half).graph;
  };
  EXPECT_TRUE(is_dense(graph_of(100, 20'000)));
  EXPECT_FALSE(is_dense(graph_of(100, 1'000))) << "few pairs";
  EXPECT_FALSE(is_dense(graph_of(400, 500'000))) << "many nodes";
}

}  // namespace
}  // namespace pdrank
