#include "pdrank/solve/stragglers.hpp"

#include <gtest/gtest.h>

#include "pdrank/linalg/vector_ops.hpp"
#include "pdrank/solve/inner_solver.hpp"
#include "support/problem_zoo.hpp"

namespace pdrank {
namespace {

constexpr std::uint32_t kItems = 20'000;

// Scores at the solution of a problem, some of them then moved away from it.
class StragglersTest : public testing::Test {
 protected:
  StragglersTest()
      : instance_(make()),
        tiled_(instance_.graph, instance_.weight),
        problem_{tiled_.tiles, tiled_.weight, instance_.gamma},
        point_(tiled_.tiles),
        scores_(instance_.graph.node_count(), 0.0) {
    make_newton(tiled_.tiles)->solve(problem_, {}, scores_, nullptr);
    point_.begin(problem_);
  }

  static zoo::Instance make() {
    Random random(1);
    return zoo::random_instance(kItems, 8 * kItems, 1e-1, 1e1, random);
  }

  void move(std::size_t count) {
    for (std::size_t k = 0; k < count; ++k) scores_[k * 7] += k % 2 == 0 ? -20 : 20;
    centre(scores_);
    point_.at(scores_);
  }

  zoo::Instance instance_;
  zoo::Tiled tiled_;
  Subproblem problem_;
  Evaluation point_;
  std::vector<double> scores_;
};

TEST_F(StragglersTest, AreBroughtBack) {
  const std::vector<double> solution = scores_;
  move(1);
  const double objective = point_.objective();
  ASSERT_GT(point_.kkt_residual(), 0.5);
  ASSERT_TRUE(Stragglers(tiled_.tiles, unshared()).settle(point_, scores_));
  point_.at(scores_);
  EXPECT_LT(point_.objective(), objective);
  EXPECT_LT(point_.kkt_residual(), 0.1);
  EXPECT_LT(zoo::relative_difference(scores_, solution), 1e-3);
}

// Beside a pull that is all but zero every step of Newton's method is.
TEST(Stragglers, DenormalScores) {
  Comparisons data;
  data.items.intern("A"), data.items.intern("B");
  data.add({.winner = 0, .loser = 1, .weight = 5});
  const ComparisonGraph graph = merge(data, TieRule::half).graph;
  const zoo::Tiled tiled(graph, graph.count);
  Evaluation point(tiled.tiles);
  point.begin({tiled.tiles, tiled.weight, 0.01});
  std::vector<double> scores = {1e-310, -1e-310};
  point.at(scores);
  const double objective = point.objective();
  ASSERT_TRUE(Stragglers(tiled.tiles, unshared()).settle(point, scores));
  point.at(scores);
  EXPECT_LT(point.objective(), objective);
  for (const double score : scores) EXPECT_TRUE(std::isfinite(score));
}

TEST_F(StragglersTest, NoneOrManyAreLeftAlone) {
  for (const std::size_t count : {std::size_t{0}, std::size_t{kItems / 10}}) {
    move(count);
    const std::vector<double> before = scores_;
    EXPECT_FALSE(Stragglers(tiled_.tiles, unshared()).settle(point_, scores_));
    EXPECT_EQ(scores_, before);
  }
}

// An item far out on the flat side of the loss: without help Newton's method walks back about a unit a step.
TEST_F(StragglersTest, SaveNewtonsMethodIterations) {
  const std::vector<double> solution = scores_;
  move(1);
  const InnerReport report = make_newton(tiled_.tiles)->solve(problem_, {}, scores_, nullptr);
  EXPECT_EQ(report.status, Termination::converged);
  EXPECT_LE(report.iterations, 5);
  EXPECT_LT(zoo::relative_difference(scores_, solution), 1e-7);
}

}  // namespace
}  // namespace pdrank
