// Both solvers on the same 200 problems: they must agree with each other and with the optimality conditions, which
// zoo::check_kkt recomputes in extended precision.
#include <gtest/gtest.h>

#include "pdrank/solve/inner_solver.hpp"
#include "support/problem_zoo.hpp"

namespace pdrank {
namespace {

struct Instance {
  ComparisonGraph graph;
  std::vector<double> weight;
  double gamma;
};

// Up to 200 items, a tree's worth to five comparisons an item, weights over six decades, ridge over four.
Instance random_instance(std::uint64_t seed) {
  Random random(seed);
  const auto items = static_cast<std::uint32_t>(2 + random.below(199));
  const std::uint64_t comparisons = items / 2 + random.below(5 * items);
  Instance instance;
  instance.graph = merge(zoo::random_comparisons(items, comparisons, 0.15, random), TieRule::half).graph;
  instance.weight = zoo::log_uniform(instance.graph.edge_count(), 1e-3, 1e3, random);
  instance.gamma = zoo::log_uniform(1, 1e-4, 1, random).front();
  return instance;
}

class TwoSolvers : public testing::TestWithParam<std::uint64_t> {};

TEST_P(TwoSolvers, ReachTheSamePoint) {
  const Instance instance = random_instance(GetParam());
  const Incidence incidence(instance.graph);
  const Subproblem problem{incidence, instance.weight, instance.gamma};
  // 1e-12 for the residual, because a point is known only to residual * scale / (2 gamma).
  const InnerCriteria criteria{InnerRule::kkt, 1e-12, 2'000'000};
  std::vector<double> by_newton(incidence.node_count(), 0.0), by_pdhg(incidence.node_count(), 0.0);
  const InnerReport newton = make_newton(incidence)->solve(problem, criteria, by_newton, nullptr);
  const InnerReport pdhg = make_pdhg(incidence, 1)->solve(problem, criteria, by_pdhg, nullptr);
  ASSERT_EQ(newton.status, Termination::converged);
  ASSERT_EQ(pdhg.status, Termination::converged);

  const zoo::Kkt newton_kkt = zoo::check_kkt(instance.graph, instance.weight, instance.gamma, by_newton);
  const zoo::Kkt pdhg_kkt = zoo::check_kkt(instance.graph, instance.weight, instance.gamma, by_pdhg);
  EXPECT_LT(newton_kkt.residual, 1e-8);
  EXPECT_LT(pdhg_kkt.residual, 1e-8);
  EXPECT_NEAR(newton_kkt.residual, newton.kkt_residual, 1e-13) << "what the solver reports is what is";
  EXPECT_LT(std::abs(newton_kkt.mean), 1e-9);
  EXPECT_LT(std::abs(pdhg_kkt.mean), 1e-9);
  EXPECT_LT(zoo::relative_difference(by_pdhg, by_newton), 1e-6);
  EXPECT_NEAR(newton.objective, pdhg.objective, 1e-9 * newton.objective);
}

INSTANTIATE_TEST_SUITE_P(Instances, TwoSolvers, testing::Range<std::uint64_t>(0, 200));

TEST(Newton, StartsAnywhere) {
  const Instance instance = random_instance(11);
  const Incidence incidence(instance.graph);
  const Subproblem problem{incidence, instance.weight, instance.gamma};
  const InnerCriteria criteria{InnerRule::kkt, 1e-12, 1000};
  std::vector<double> from_zero(incidence.node_count(), 0.0), from_afar(incidence.node_count());
  Random random(4);
  for (double& score : from_afar) score = random.uniform(-1e4, 1e4);
  auto newton = make_newton(incidence);
  ASSERT_EQ(newton->solve(problem, criteria, from_zero, nullptr).status, Termination::converged);
  ASSERT_EQ(newton->solve(problem, criteria, from_afar, nullptr).status, Termination::converged);
  EXPECT_LT(zoo::relative_difference(from_afar, from_zero), 1e-6);
}

TEST(Newton, GivesItsBestPointAtTheLimit) {
  const Instance instance = random_instance(12);
  const Incidence incidence(instance.graph);
  const Subproblem problem{incidence, instance.weight, instance.gamma};
  std::vector<double> scores(incidence.node_count(), 0.0);
  PointEvaluation at(incidence);
  std::vector<double> margin(incidence.edge_count(), 0.0);
  evaluate(problem, scores, margin, at);
  const InnerReport report = make_newton(incidence)->solve(problem, {InnerRule::kkt, 1e-12, 2}, scores, nullptr);
  EXPECT_EQ(report.status, Termination::iteration_limit);
  EXPECT_EQ(report.iterations, 2);
  EXPECT_LT(report.objective, at.objective);
}

TEST(InnerSolvers, NoEdges) {
  Comparisons data;
  data.items.intern("alone");
  const ComparisonGraph graph = merge(data, TieRule::half).graph;
  const Incidence incidence(graph);
  std::vector<double> scores = {0.0};
  EXPECT_EQ(make_newton(incidence)->solve({incidence, {}, 1.0}, {}, scores, nullptr).status, Termination::converged);
  EXPECT_EQ(make_pdhg(incidence, 1)->solve({incidence, {}, 1.0}, {}, scores, nullptr).status, Termination::converged);
  EXPECT_EQ(scores[0], 0);
}

}  // namespace
}  // namespace pdrank
