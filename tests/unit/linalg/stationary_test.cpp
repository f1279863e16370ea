#include "pdrank/linalg/stationary.hpp"

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "support/decompositions.hpp"
#include "support/problem_zoo.hpp"
#include "support/rows.hpp"

namespace pdrank {
namespace {

ComparisonGraph strong_graph(std::uint32_t nodes, std::size_t edges, Random& random) {
  return merge(zoo::from_rows(nodes, zoo::strong_rows(nodes, edges, 2, random)), TieRule::half).graph;
}

// The logarithm of the law, mean zero, by a dense solve: the balance equations with one of them exchanged for sum = 1.
std::vector<double> dense_law(const ComparisonGraph& graph, std::span<const double> rate) {
  using Matrix = dense::MatrixOf<long double>;
  using Vector = dense::VectorOf<long double>;
  const auto size = static_cast<Eigen::Index>(graph.node_count());
  Matrix balance = Matrix::Zero(size, size);
  Vector right = Vector::Zero(size);
  for (EdgeId edge = 0; edge < graph.edge_count(); ++edge) {
    balance(graph.winner[edge], graph.loser[edge]) += rate[edge];
    balance(graph.loser[edge], graph.loser[edge]) -= rate[edge];
  }
  balance.row(size - 1).setOnes();
  right(size - 1) = 1;
  Vector law = dense::solve(balance, right).array().log();
  law.array() -= law.mean();
  const Eigen::VectorXd rounded = law.cast<double>();
  return {rounded.begin(), rounded.end()};
}

// The same without a single subtraction, so that tiny shares keep their digits (Grassmann, Taksar, Heyman 1985):
// states are taken out one by one, and put back in the other order.
std::vector<double> reduced_law(const ComparisonGraph& graph, std::span<const double> rate) {
  const std::size_t size = graph.node_count();
  std::vector<std::vector<long double>> move(size, std::vector<long double>(size, 0));
  for (EdgeId edge = 0; edge < graph.edge_count(); ++edge) move[graph.loser[edge]][graph.winner[edge]] += rate[edge];
  for (std::size_t out = size - 1; out > 0; --out) {
    long double leaving = 0;
    for (std::size_t j = 0; j < out; ++j) leaving += move[out][j];
    for (std::size_t i = 0; i < out; ++i) {
      move[i][out] /= leaving;
      for (std::size_t j = 0; j < out; ++j) move[i][j] += move[i][out] * move[out][j];
    }
  }
  std::vector<long double> law(size, 0);
  law[0] = 1;
  for (std::size_t state = 1; state < size; ++state)
    for (std::size_t i = 0; i < state; ++i) law[state] += law[i] * move[i][state];
  std::vector<double> log_law(size);
  long double mean = 0;
  for (const long double share : law) mean += std::log(share) / static_cast<long double>(size);
  std::ranges::transform(law, log_law.begin(),
                         [&](long double share) { return static_cast<double>(std::log(share) - mean); });
  return log_law;
}

// The largest |in - out| / (in + out), by the definition.
double imbalance_of(const ComparisonGraph& graph, std::span<const double> rate, std::span<const double> log_law) {
  std::vector<long double> in(log_law.size()), out(log_law.size());
  for (EdgeId edge = 0; edge < graph.edge_count(); ++edge) {
    const long double flow = rate[edge] * std::exp(static_cast<long double>(log_law[graph.loser[edge]]));
    in[graph.winner[edge]] += flow;
    out[graph.loser[edge]] += flow;
  }
  long double largest = 0;
  for (std::size_t node = 0; node < in.size(); ++node)
    largest = std::max(largest, std::abs(in[node] - out[node]) / (in[node] + out[node]));
  return static_cast<double>(largest);
}

double largest_difference(std::span<const double> a, std::span<const double> b) {
  double largest = 0;
  for (std::size_t k = 0; k < a.size(); ++k) largest = std::max(largest, std::abs(a[k] - b[k]));
  return largest;
}

TEST(Stationary, TwoNodes) {
  const ComparisonGraph graph =
      merge(zoo::from_rows(2, {{.winner = 0, .loser = 1}, {.winner = 1, .loser = 0}}), TieRule::half).graph;
  for (const double to_first : {1e-9, 0.3, 1.0, 7.0, 1e9})
    for (const double to_second : {1e-9, 1.0, 1e9}) {
      std::vector<double> law(2, 0.0);
      const StationaryReport report =
          solve_stationary(Incidence(graph), std::vector<double>{to_first, to_second}, {}, law, nullptr);
      EXPECT_EQ(report.status, Termination::converged);
      // pi_0 to_second = pi_1 to_first
      EXPECT_NEAR(law[0], std::log(to_first / to_second) / 2, 1e-11);
      EXPECT_NEAR(law[1], -law[0], 1e-13);
    }
}

class StationaryOnRandomGraphs : public testing::TestWithParam<std::uint64_t> {
 protected:
  StationaryOnRandomGraphs()
      : random_(GetParam()),
        graph_(strong_graph(static_cast<std::uint32_t>(2 + random_.below(40)), random_.below(200), random_)),
        incidence_(graph_),
        rate_(zoo::log_uniform(graph_.edge_count(), 1e-2, 1e2, random_)),
        law_(graph_.node_count(), 0.0) {}

  StationaryReport solve(const StationaryCriteria& criteria = {}, Observer* observer = nullptr) {
    return solve_stationary(incidence_, rate_, criteria, law_, observer);
  }

  Random random_;
  ComparisonGraph graph_;
  Incidence incidence_;
  std::vector<double> rate_, law_;
};

TEST_P(StationaryOnRandomGraphs, IsTheDenseSolution) {
  const double first = imbalance_of(graph_, rate_, law_);
  const StationaryReport report = solve();
  ASSERT_EQ(report.status, Termination::converged);
  EXPECT_NEAR(report.first_imbalance, first, 1e-14);
  EXPECT_LE(report.imbalance, 1e-11);
  EXPECT_NEAR(report.imbalance, imbalance_of(graph_, rate_, law_), 1e-13) << "what it says of itself is true";
  const std::vector<double> expected = dense_law(graph_, rate_);
  EXPECT_LT(largest_difference(law_, expected), 1e-7);
  EXPECT_LT(largest_difference(expected, reduced_law(graph_, rate_)), 1e-9) << "the twins agree";
  EXPECT_NEAR(std::accumulate(law_.begin(), law_.end(), 0.0), 0, 1e-12 * static_cast<double>(law_.size()));
}

TEST_P(StationaryOnRandomGraphs, OnlyTheProportionsOfTheRatesMatter) {
  solve();
  const std::vector<double> before = law_;
  std::ranges::fill(law_, 0.0);
  for (double& rate : rate_) rate *= 0x1p-40;
  solve();
  EXPECT_EQ(law_, before) << "powers of two do not even round";
}

TEST_P(StationaryOnRandomGraphs, StartsFromWhereItIs) {
  const StationaryReport cold = solve();
  const std::vector<double> found = law_;
  for (double& value : law_) value += 3;  // the same law on another scale
  const StationaryReport done = solve();
  EXPECT_EQ(done.sweeps, 0);
  EXPECT_EQ(done.status, Termination::converged);
  EXPECT_LT(largest_difference(law_, found), 1e-12);
  for (double& value : law_) value += random_.uniform(-1e-9, 1e-9);
  const StationaryReport warm = solve();
  EXPECT_LE(warm.sweeps, cold.sweeps);
  EXPECT_LE(warm.first_imbalance, 2e-9);
  EXPECT_LT(largest_difference(law_, found), 1e-7);
}

TEST_P(StationaryOnRandomGraphs, AFactorIsEnough) {
  StationaryCriteria criteria;
  criteria.factor = 0.1;
  const StationaryReport rough = solve(criteria);
  EXPECT_EQ(rough.status, Termination::converged);
  EXPECT_LE(rough.imbalance, 0.1 * rough.first_imbalance);
  std::ranges::fill(law_, 0.0);
  criteria.factor = 0;
  criteria.max_sweeps = std::max(rough.sweeps - 1, 0L);
  EXPECT_GT(solve(criteria).imbalance, 0.1 * rough.first_imbalance) << "and not a sweep more";
  criteria = {};
  criteria.factor = 0.1;
  std::ranges::fill(law_, 0.0);
  const long sweeps = solve(criteria).sweeps + solve().sweeps;
  std::ranges::fill(law_, 0.0);
  EXPECT_EQ(sweeps, solve().sweeps) << "the way is the same, cut in two";
  const StationaryReport arrived = solve(criteria);
  EXPECT_EQ(arrived.sweeps, 0) << "whichever comes first: the tolerance is reached already";
}

TEST_P(StationaryOnRandomGraphs, TheLimitIsNotConvergence) {
  const long needed = solve().sweeps;
  for (long limit = 0; limit <= std::min(needed, 5L); ++limit) {
    std::ranges::fill(law_, 0.0);
    StationaryCriteria criteria;
    criteria.max_sweeps = limit;
    const StationaryReport report = solve(criteria);
    EXPECT_EQ(report.sweeps, limit);
    EXPECT_EQ(report.status, limit < needed ? Termination::iteration_limit : Termination::converged);
    EXPECT_NEAR(report.imbalance, imbalance_of(graph_, rate_, law_), 1e-12) << "the point is kept";
  }
}

TEST_P(StationaryOnRandomGraphs, StopsWhenAsked) {
  struct StopLater final : Observer {
    long left;
    explicit StopLater(long questions) : left(questions) {}
    bool stop_requested() override { return left-- <= 0; }
  };
  const long needed = solve().sweeps;
  for (long questions = 0; questions <= std::min(needed, 3L); ++questions) {
    std::ranges::fill(law_, 0.0);
    StopLater observer(questions);
    const StationaryReport report = solve({}, &observer);
    EXPECT_EQ(report.sweeps, questions);
    EXPECT_EQ(report.status, questions < needed ? Termination::stopped : Termination::converged);
    EXPECT_NEAR(report.imbalance, imbalance_of(graph_, rate_, law_), 1e-12) << "the point is kept";
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, StationaryOnRandomGraphs, testing::Range<std::uint64_t>(0, 40));

TEST(Stationary, ExtremeRates) {
  int solved = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Random random(seed);
    const ComparisonGraph graph = strong_graph(8, 25, random);
    const std::vector<double> rate = zoo::log_uniform(graph.edge_count(), 1e-9, 1e9, random);
    std::vector<double> law(graph.node_count(), 0.0);
    const StationaryReport report = solve_stationary(Incidence(graph), rate, {}, law, nullptr);
    EXPECT_NEAR(report.imbalance, imbalance_of(graph, rate, law), 1e-13);
    if (report.status == Termination::converged) {
      ++solved;
      EXPECT_LT(largest_difference(law, reduced_law(graph, rate)), 1e-6) << "seed " << seed;
    } else {
      EXPECT_EQ(report.status, Termination::iteration_limit);
      EXPECT_GT(report.imbalance, 1e-11);
    }
  }
  EXPECT_GE(solved, 36);
}

// A ladder on which every step up is 1e18 times as likely as the step down: the top holds 1e720 times the bottom.
TEST(Stationary, ALawBeyondTheRangeOfNumbers) {
  constexpr std::uint32_t kNodes = 41;
  zoo::Rows rows;
  for (ItemId k = 0; k + 1 < kNodes; ++k) {
    rows.push_back({.winner = k + 1, .loser = k});
    rows.push_back({.winner = k, .loser = k + 1});
  }
  const ComparisonGraph graph = merge(zoo::from_rows(kNodes, rows), TieRule::half).graph;
  for (const bool upwards : {true, false}) {
    std::vector<double> rate, law(kNodes, 0.0);
    for (EdgeId edge = 0; edge < graph.edge_count(); ++edge)
      rate.push_back((graph.winner[edge] > graph.loser[edge]) == upwards ? 1 : 1e-18);
    const StationaryReport report = solve_stationary(Incidence(graph), rate, {}, law, nullptr);
    EXPECT_EQ(report.status, Termination::numerical_trouble);
    EXPECT_GT(report.imbalance, 1e-11);
    for (const double value : law) EXPECT_TRUE(std::isfinite(value)) << "the best point that there is";
    EXPECT_EQ(law.back() > law.front(), upwards);
  }
}

TEST(Stationary, AStartBeyondTheRangeOfNumbersIsLeftAlone) {
  const ComparisonGraph graph =
      merge(zoo::from_rows(2, {{.winner = 0, .loser = 1}, {.winner = 1, .loser = 0}}), TieRule::half).graph;
  std::vector<double> law = {800, -800};
  const StationaryReport report = solve_stationary(Incidence(graph), std::vector<double>{1, 1}, {}, law, nullptr);
  EXPECT_EQ(report.status, Termination::numerical_trouble);
  EXPECT_EQ(law, (std::vector<double>{800, -800}));
}

}  // namespace
}  // namespace pdrank
