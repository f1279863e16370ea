// Both solvers on the same 200 problems: they must agree with each other and with the optimality conditions, which
// zoo::check_kkt recomputes in extended precision.
#include <gtest/gtest.h>

#include "pdrank/linalg/spectral_norm.hpp"
#include "pdrank/solve/inner_solver.hpp"
#include "support/problem_zoo.hpp"

namespace pdrank {
namespace {

using zoo::Instance;

// Up to 200 items, a tree's worth to five comparisons an item, weights over six decades, ridge over four.
Instance random_instance(std::uint64_t seed) {
  Random random(seed);
  const auto items = static_cast<std::uint32_t>(2 + random.below(199));
  const std::uint64_t comparisons = items / 2 + random.below(5 * items);
  return zoo::random_instance(items, comparisons, 1e-3, 1e3, random);
}

class TwoSolvers : public testing::TestWithParam<std::uint64_t> {};

TEST_P(TwoSolvers, ReachTheSamePoint) {
  const Instance instance = random_instance(GetParam());
  const ComparisonGraph& graph = instance.graph;
  const zoo::Tiled tiled(graph, instance.weight);
  const Subproblem problem{tiled.tiles, tiled.weight, instance.gamma};
  const InnerCriteria criteria{InnerRule::kkt, 1e-9, 1'000'000};  // the product's tolerance
  std::vector<double> by_newton(graph.node_count(), 0.0), by_pdhg(graph.node_count(), 0.0);
  const InnerReport newton = make_newton(tiled.tiles)->solve(problem, criteria, by_newton, nullptr);
  const InnerReport pdhg = make_pdhg(tiled.tiles, 1)->solve(problem, criteria, by_pdhg, nullptr);
  ASSERT_EQ(newton.status, Termination::converged);
  ASSERT_EQ(pdhg.status, Termination::converged);
  EXPECT_LE(pdhg.iterations, 3000) << "with one step for all edges it takes up to 20,000";

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

// Shapes that random graphs do not have: a chain, a star, a band, and a tied pair that outweighs all others.
class TwoSolversOnShapes : public testing::TestWithParam<std::string> {
 protected:
  Comparisons make() const {
    Comparisons data;
    for (int k = 0; k < 60; ++k) data.items.intern(std::to_string(k));
    for (ItemId k = 1; k < 60; ++k) {
      if (GetParam() == "star") data.add({.winner = 0, .loser = k});
      if (GetParam() != "star") data.add({.winner = k - 1, .loser = k});
      if (GetParam() == "band" && k > 2) data.add({.winner = k, .loser = k - 3});
    }
    if (GetParam() == "heavy tie") data.add({.winner = 20, .loser = 21, .weight = 1e9, .outcome = Outcome::tie});
    return data;
  }
};

TEST_P(TwoSolversOnShapes, ReachTheSamePoint) {
  const ComparisonGraph graph = merge(make(), TieRule::half).graph;
  const zoo::Tiled tiled(graph, graph.count);
  const Subproblem problem{tiled.tiles, tiled.weight, 1e-3};
  const InnerCriteria criteria{InnerRule::kkt, 1e-9, 3'000'000};
  std::vector<double> by_newton(graph.node_count(), 0.0), by_pdhg(graph.node_count(), 0.0);
  ASSERT_EQ(make_newton(tiled.tiles)->solve(problem, criteria, by_newton, nullptr).status, Termination::converged);
  EXPECT_LT(zoo::check_kkt(graph, graph.count, 1e-3, by_newton).residual, 2e-9);
  ASSERT_EQ(make_pdhg(tiled.tiles, 1)->solve(problem, criteria, by_pdhg, nullptr).status, Termination::converged);
  EXPECT_LT(zoo::relative_difference(by_pdhg, by_newton), 1e-6);
}

INSTANTIATE_TEST_SUITE_P(Shapes, TwoSolversOnShapes, testing::Values("chain", "star", "band", "heavy tie"));

TEST(Newton, KnowsWhenRoundingHasTheLastWord) {
  const Instance instance = random_instance(5);
  const ComparisonGraph& graph = instance.graph;
  const zoo::Tiled tiled(graph, instance.weight);
  std::vector<double> scores(graph.node_count(), 0.0);
  const InnerReport report =
      make_newton(tiled.tiles)
          ->solve({tiled.tiles, tiled.weight, instance.gamma}, {InnerRule::kkt, 0, 1000}, scores, nullptr);
  EXPECT_TRUE(report.status == Termination::numerical_trouble || report.kkt_residual == 0);
  EXPECT_LT(report.iterations, 100);
  EXPECT_LT(report.kkt_residual, 1e-12);
}

TEST(Newton, StartsAnywhere) {
  const Instance instance = random_instance(11);
  const ComparisonGraph& graph = instance.graph;
  const zoo::Tiled tiled(graph, instance.weight);
  const Subproblem problem{tiled.tiles, tiled.weight, instance.gamma};
  const InnerCriteria criteria{InnerRule::kkt, 1e-12, 1000};
  std::vector<double> from_zero(graph.node_count(), 0.0), from_afar(graph.node_count());
  Random random(4);
  for (double& score : from_afar) score = random.uniform(-1e4, 1e4);
  auto newton = make_newton(tiled.tiles);
  ASSERT_EQ(newton->solve(problem, criteria, from_zero, nullptr).status, Termination::converged);
  ASSERT_EQ(newton->solve(problem, criteria, from_afar, nullptr).status, Termination::converged);
  EXPECT_LT(zoo::relative_difference(from_afar, from_zero), 1e-6);
}

TEST(Newton, GivesItsBestPointAtTheLimit) {
  const Instance instance = random_instance(12);
  const ComparisonGraph& graph = instance.graph;
  const zoo::Tiled tiled(graph, instance.weight);
  const Subproblem problem{tiled.tiles, tiled.weight, instance.gamma};
  std::vector<double> scores(graph.node_count(), 0.0);
  Evaluation point(tiled.tiles);
  point.begin(problem);
  point.at(scores);
  const double before = point.objective();
  const InnerReport report = make_newton(tiled.tiles)->solve(problem, {InnerRule::kkt, 1e-12, 2}, scores, nullptr);
  EXPECT_EQ(report.status, Termination::iteration_limit);
  EXPECT_EQ(report.iterations, 2);
  EXPECT_LT(report.objective, before);
}

// The root of u - s = w sigmoid(1 - u), between s and s + w.
long double proximal_point(long double s, long double w) {
  long double low = s, high = s + w;
  for (int k = 0; k < 100; ++k) {
    const long double middle = (low + high) / 2;
    (middle - s < w / (1 + std::exp(middle - 1)) ? low : high) = middle;
  }
  return (low + high) / 2;
}

// Iterations of the paper, written down a second time (docs/MATH.md, with rho = 1), from x = 0 and the forces there.
std::vector<double> iterate_as_the_paper(const Instance& instance, double norm, int iterations) {
  const ComparisonGraph& graph = instance.graph;
  const long double tau = 1 / static_cast<long double>(norm), sigma = tau, lambda = 1.9L;
  std::vector<long double> x(graph.node_count(), 0.0L), v;
  for (const double w : instance.weight) v.push_back(-w / (1 + std::exp(-1.0L)));
  for (int k = 0; k < iterations; ++k) {
    std::vector<long double> p = x;
    for (std::size_t e = 0; e < v.size(); ++e) p[graph.winner[e]] -= tau * v[e], p[graph.loser[e]] += tau * v[e];
    long double mean = 0;
    for (long double& value : p) mean += (value /= 1 + 2 * instance.gamma * tau) / static_cast<long double>(p.size());
    for (long double& value : p) value -= mean;
    for (std::size_t e = 0; e < v.size(); ++e) {
      const auto ahead = [&](std::uint32_t node) { return 2 * p[node] - x[node]; };
      const long double u = v[e] + sigma * (ahead(graph.winner[e]) - ahead(graph.loser[e]));
      const long double q = u - sigma * proximal_point(u / sigma, instance.weight[e] / sigma);
      v[e] += lambda * (q - v[e]);
    }
    for (std::size_t i = 0; i < x.size(); ++i) x[i] += lambda * (p[i] - x[i]);
  }
  return {x.begin(), x.end()};
}

TEST(Pdhg, IsThePapersUnderTheCostRule) {
  for (const std::uint64_t seed : {3u, 4u, 5u})
    for (const int iterations : {1, 2, 40}) {
      const Instance instance = random_instance(seed);
      const ComparisonGraph& graph = instance.graph;
      const zoo::Tiled tiled(graph, instance.weight);
      const double norm = std::sqrt(spectral_bound(Incidence(graph), 1).upper);
      std::vector<double> scores(graph.node_count(), 0.0);
      const InnerReport report =
          make_pdhg(tiled.tiles, 1)
              ->solve({tiled.tiles, tiled.weight, instance.gamma}, {InnerRule::cost, 0, iterations}, scores, nullptr);
      EXPECT_EQ(report.iterations, iterations);
      EXPECT_LT(zoo::relative_difference(scores, iterate_as_the_paper(instance, norm, iterations)), 1e-11);
    }
}

TEST(Pdhg, StartsAnywhere) {
  const Instance instance = random_instance(11);
  const ComparisonGraph& graph = instance.graph;
  const zoo::Tiled tiled(graph, instance.weight);
  const Subproblem problem{tiled.tiles, tiled.weight, instance.gamma};
  const InnerCriteria criteria{InnerRule::kkt, 1e-11, 100'000};
  std::vector<double> from_zero(graph.node_count(), 0.0), from_afar(graph.node_count());
  Random random(4);
  for (double& score : from_afar) score = random.uniform(-1e4, 1e4);
  auto pdhg = make_pdhg(tiled.tiles, 1);
  ASSERT_EQ(pdhg->solve(problem, criteria, from_zero, nullptr).status, Termination::converged);
  ASSERT_EQ(pdhg->solve(problem, criteria, from_afar, nullptr).status, Termination::converged);
  EXPECT_LT(zoo::relative_difference(from_afar, from_zero), 1e-6);
}

// A lead of 1 makes it Bradley and Terry's likelihood.
TEST(InnerSolvers, AgreeOnALead) {
  const Instance instance = random_instance(13);
  const ComparisonGraph& graph = instance.graph;
  const zoo::Tiled tiled(graph, instance.weight);
  const Subproblem problem{tiled.tiles, tiled.weight, instance.gamma, 1};
  const InnerCriteria criteria{InnerRule::kkt, 1e-11, 100'000};
  std::vector<double> by_newton(graph.node_count(), 0.0), by_pdhg(graph.node_count(), 0.0);
  ASSERT_EQ(make_newton(tiled.tiles)->solve(problem, criteria, by_newton, nullptr).status, Termination::converged);
  ASSERT_EQ(make_pdhg(tiled.tiles, 1)->solve(problem, criteria, by_pdhg, nullptr).status, Termination::converged);
  EXPECT_LT(zoo::relative_difference(by_pdhg, by_newton), 1e-8);
}

TEST(InnerSolvers, StopWhenAsked) {
  struct StopAfter final : Observer {
    bool stop_requested() override { return ++asked > 30; }
    int asked = 0;
  };
  const Instance instance = random_instance(12);
  const ComparisonGraph& graph = instance.graph;
  const zoo::Tiled tiled(graph, instance.weight);
  const Subproblem problem{tiled.tiles, tiled.weight, instance.gamma};
  const InnerCriteria criteria{InnerRule::kkt, 1e-15, 1'000'000};
  for (const bool newton : {true, false}) {
    StopAfter observer;
    std::vector<double> scores(graph.node_count(), 0.0);
    auto solver = newton ? make_newton(tiled.tiles) : make_pdhg(tiled.tiles, 1);
    const InnerReport report = solver->solve(problem, criteria, scores, &observer);
    EXPECT_EQ(report.status, Termination::stopped);
    EXPECT_LE(observer.asked, 33) << "it goes on after it was asked to stop";
    for (const double score : scores) EXPECT_TRUE(std::isfinite(score));
  }
}

TEST(InnerSolvers, NoEdges) {
  Comparisons data;
  data.items.intern("alone");
  const ComparisonGraph graph = merge(data, TieRule::half).graph;
  const zoo::Tiled tiled(graph, {});
  std::vector<double> scores = {0.0};
  EXPECT_EQ(make_newton(tiled.tiles)->solve({tiled.tiles, {}, 1.0}, {}, scores, nullptr).status,
            Termination::converged);
  EXPECT_EQ(make_pdhg(tiled.tiles, 1)->solve({tiled.tiles, {}, 1.0}, {}, scores, nullptr).status,
            Termination::converged);
  EXPECT_EQ(scores[0], 0);
}

}  // namespace
}  // namespace pdrank
