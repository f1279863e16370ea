#include "pdrank/solve/reweight.hpp"

#include <gtest/gtest.h>

#include "pdrank/core/parallel.hpp"
#include "support/problem_zoo.hpp"

namespace pdrank {
namespace {

// Objective of the whole problem, written down a second time.
double objective_of(const ComparisonGraph& graph, const std::vector<double>& scores, double gamma, double epsilon) {
  long double sum = 0;
  for (EdgeId e = 0; e < graph.edge_count(); ++e) {
    const long double t = 1.0L - (scores[graph.winner[e]] - scores[graph.loser[e]]);
    sum += graph.count[e] * std::log(std::max(t, 0.0L) + std::log1p(std::exp(-std::abs(t))) + epsilon);
  }
  for (const double score : scores) sum += gamma * score * score;
  return static_cast<double>(sum);
}

class Rounds : public testing::TestWithParam<std::uint64_t> {
 protected:
  Rounds() : random_(GetParam()) {
    const auto items = static_cast<std::uint32_t>(2 + random_.below(199));
    data_ = zoo::random_comparisons(items, items + random_.below(5 * items), 0.15, random_);
    options_.gamma = zoo::log_uniform(1, 1e-4, 1e-1, random_).front();
    options_.inner.tolerance = 1e-12;
  }

  // The same comparisons with items renamed by `item_order`, rows reordered by `row_order`, winners and losers swapped.
  Comparisons rearranged(const std::vector<ItemId>& item_order, const std::vector<std::uint32_t>& row_order,
                         bool swapped) const {
    Comparisons other;
    for (ItemId item = 0; item < data_.items.size(); ++item) other.items.intern(std::to_string(item));
    for (const std::uint32_t n : row_order) {
      const ItemId winner = item_order[data_.winner(n)], loser = item_order[data_.loser(n)];
      other.add({.winner = swapped ? loser : winner, .loser = swapped ? winner : loser});
    }
    return other;
  }

  std::vector<double> scores_of(const Comparisons& data) const {
    return solve_rounds(merge(data, TieRule::half).graph, options_, nullptr).scores;
  }

  template <class T>
  std::vector<T> permutation(std::size_t size, bool shuffled) {
    std::vector<T> order(size);
    for (std::size_t k = 0; k < size; ++k) order[k] = static_cast<T>(k);
    if (shuffled) random_.shuffle(std::span(order));
    return order;
  }

  Random random_;
  Comparisons data_;
  RoundsOptions options_;
};

TEST_P(Rounds, ObjectiveNeverRises) {
  const ComparisonGraph graph = merge(data_, TieRule::half).graph;
  const RoundsResult result = solve_rounds(graph, options_, nullptr);
  ASSERT_EQ(result.status, Termination::converged);
  double before = objective_of(graph, std::vector<double>(graph.node_count(), 0.0), options_.gamma, options_.epsilon);
  for (const RoundRecord& record : result.trace) {
    if (record.round > 1) {  // the first round's weights of one majorise nothing
      EXPECT_LE(record.objective, before + 1e-9 * std::abs(before)) << "round " << record.round;
    }
    before = record.objective;
  }
  EXPECT_NEAR(result.objective, objective_of(graph, result.scores, options_.gamma, options_.epsilon),
              1e-9 * (1 + std::abs(result.objective)));
}

TEST_P(Rounds, OrderOfItemsAndRowsDoesNotMatter) {
  const std::vector<double> scores = scores_of(data_);
  const auto items = permutation<ItemId>(data_.items.size(), true);
  const auto rows = permutation<std::uint32_t>(data_.size(), true);
  const std::vector<double> moved = scores_of(rearranged(items, rows, false));
  std::vector<double> back(scores.size());
  for (std::size_t item = 0; item < scores.size(); ++item) back[item] = moved[items[item]];
  EXPECT_LT(zoo::relative_difference(back, scores), 1e-6);
}

TEST_P(Rounds, SwappedWinnersNegateTheScores) {
  const std::vector<double> scores = scores_of(data_);
  std::vector<double> negated = scores_of(rearranged(permutation<ItemId>(data_.items.size(), false),
                                                     permutation<std::uint32_t>(data_.size(), false), true));
  for (double& score : negated) score = -score;
  EXPECT_LT(zoo::relative_difference(negated, scores), 1e-6);
}

INSTANTIATE_TEST_SUITE_P(Instances, Rounds, testing::Range<std::uint64_t>(0, 200));

TEST(SolveRounds, WeightsBelongToTheScores) {
  Random random(1);
  const ComparisonGraph graph = merge(zoo::random_comparisons(20, 100, 0.1, random), TieRule::half).graph;
  RoundsOptions options;
  const RoundsResult result = solve_rounds(graph, options, nullptr);
  for (EdgeId e = 0; e < graph.edge_count(); ++e) {
    const double margin = result.scores[graph.winner[e]] - result.scores[graph.loser[e]];
    const double expected = 1 / (std::log1p(std::exp(1 - margin)) + options.epsilon);
    EXPECT_NEAR(result.weight[e], expected, 1e-9 * expected);
    EXPECT_GT(result.weight[e], 0);
    EXPECT_LE(result.weight[e], 1 / options.epsilon);
  }
}

// The driver alone, with a solver that does what the test says.
class Scripted final : public InnerSolver {
 public:
  InnerReport solve(const Subproblem& problem, const InnerCriteria&, std::span<double> scores, Observer*) override {
    weights_seen.emplace_back(problem.weight.begin(), problem.weight.end());
    scores[0] = static_cast<double>(weights_seen.size());
    scores[1] = -scores[0];
    return {status, 3, 0.5, 0.25};
  }
  static inline std::vector<std::vector<double>> weights_seen;
  static inline Termination status = Termination::converged;
};

std::unique_ptr<InnerSolver> make_scripted(const EdgeTiles&, const RoundsOptions&, const Sharing&) {
  Scripted::weights_seen.clear();
  return std::make_unique<Scripted>();
}

ComparisonGraph one_pair() {
  Comparisons data;
  data.items.intern("A"), data.items.intern("B");
  data.add({.winner = 0, .loser = 1, .weight = 5});
  return merge(data, TieRule::half).graph;
}

TEST(SolveRounds, FirstRoundHasWeightOneAndLaterOnesFollowTheScores) {
  Scripted::status = Termination::converged;
  RoundsOptions options;
  options.rounds = {0, 3};
  const RoundsResult result = solve_rounds(one_pair(), options, nullptr, make_scripted);
  EXPECT_EQ(result.status, Termination::round_limit);
  EXPECT_EQ(result.trace.size(), 3u);
  EXPECT_EQ(result.iterations, 9);
  ASSERT_EQ(Scripted::weights_seen.size(), 3u);
  EXPECT_DOUBLE_EQ(Scripted::weights_seen[0][0], 5);
  EXPECT_DOUBLE_EQ(Scripted::weights_seen[1][0], 5 / (std::log1p(std::exp(1.0 - 2)) + 1e-2));
  EXPECT_DOUBLE_EQ(Scripted::weights_seen[2][0], 5 / (std::log1p(std::exp(1.0 - 4)) + 1e-2));
  EXPECT_FALSE(result.trace[0].score_change) << "from zero there is no relative change";
  EXPECT_DOUBLE_EQ(*result.trace[1].score_change, 1.0);
  EXPECT_DOUBLE_EQ(*result.trace[2].score_change, 0.5);
}

TEST(SolveRounds, SettledOnAnUnsolvedRoundIsNotConverged) {
  Scripted::status = Termination::iteration_limit;
  RoundsOptions options;
  options.rounds = {1, 10};
  EXPECT_EQ(solve_rounds(one_pair(), options, nullptr, make_scripted).status, Termination::iteration_limit);
}

TEST(SolveRounds, NumericalTroubleEndsTheRun) {
  Scripted::status = Termination::numerical_trouble;
  const RoundsResult result = solve_rounds(one_pair(), {}, nullptr, make_scripted);
  EXPECT_EQ(result.status, Termination::numerical_trouble);
  EXPECT_EQ(result.trace.size(), 1u);
  EXPECT_EQ(result.scores, (std::vector<double>{1, -1})) << "the point reached is kept";
}

TEST(SolveRounds, ObserverStopsTheRun) {
  struct StopAfterTwo final : Observer {
    void on_progress(const Progress& progress) override { stop = progress.done >= 2; }
    bool stop_requested() override { return stop; }
    bool stop = false;
  } observer;
  Scripted::status = Termination::converged;
  RoundsOptions options;
  options.rounds = {0, 100};
  const RoundsResult result = solve_rounds(one_pair(), options, &observer, make_scripted);
  EXPECT_EQ(result.status, Termination::stopped);
  EXPECT_EQ(result.trace.size(), 2u);
}

// Rough rounds may leave most of a subproblem unsolved, but not the last one, and end where exact ones do.
TEST(SolveRounds, RoughRoundsEndExactlyAndNearExactOnes) {
  Random random(5);
  const ComparisonGraph graph = merge(zoo::random_comparisons(200, 2000, 0.1, random), TieRule::half).graph;
  RoundsOptions exact, rough;
  exact.gamma = rough.gamma = 1e-2;
  exact.rounds.tolerance = rough.rounds.tolerance = 1e-6;
  exact.rounds.max_rounds = rough.rounds.max_rounds = 1000;
  rough.inner.rule = InnerRule::rough;
  const RoundsResult by_exact = solve_rounds(graph, exact, nullptr), by_rough = solve_rounds(graph, rough, nullptr);
  ASSERT_EQ(by_exact.status, Termination::converged);
  ASSERT_EQ(by_rough.status, Termination::converged);
  EXPECT_LE(by_rough.kkt_residual, rough.inner.tolerance);
  EXPECT_GT(by_rough.trace.front().kkt_residual, 1e-4) << "the first round was solved exactly";
  EXPECT_LT(by_rough.iterations, by_exact.iterations);
  EXPECT_LT(by_rough.traffic.passes, by_exact.traffic.passes);
  EXPECT_NEAR(by_rough.objective, by_exact.objective, 1e-3 * std::abs(by_exact.objective));
  for (std::size_t k = 1; k < by_rough.trace.size(); ++k)
    EXPECT_LE(by_rough.trace[k].objective, by_rough.trace[k - 1].objective + 1e-9 * std::abs(by_rough.objective));
}

// However many rounds there may be, the last of them is exact.
TEST(SolveRounds, TheLastOfRoughRoundsIsExact) {
  Random random(6);
  const ComparisonGraph graph = merge(zoo::random_comparisons(100, 1000, 0.1, random), TieRule::half).graph;
  for (const int rounds : {1, 3}) {
    RoundsOptions options;
    options.inner.rule = InnerRule::rough;
    options.rounds.enough_rounds = rounds;
    EXPECT_LE(solve_rounds(graph, options, nullptr).kkt_residual, options.inner.tolerance);
    options.rounds = {0, rounds};
    const RoundsResult limited = solve_rounds(graph, options, nullptr);
    EXPECT_EQ(limited.status, Termination::round_limit);
    EXPECT_LE(limited.kkt_residual, options.inner.tolerance);
  }
}

TEST(SolveRounds, SameBitsOnAnyNumberOfThreads) {
  Random random(2);
  // Enough edges and nodes for several blocks of each.
  const ComparisonGraph graph = merge(zoo::random_comparisons(70'000, 210'000, 0.1, random), TieRule::half).graph;
  for (const SolverKind solver : {SolverKind::newton, SolverKind::pdhg}) {
    RoundsOptions options;
    options.solver = solver;
    options.gamma = 1e-2;
    options.inner = {InnerRule::kkt, 1e-6, 200};
    options.rounds = {1e-2, 3};
    std::vector<std::vector<double>> scores, weights;
    for (const int threads : {1, 2, 3}) {
      const ThreadScope scope(threads);
      RoundsResult result = solve_rounds(graph, options, nullptr);
      scores.push_back(std::move(result.scores));
      weights.push_back(std::move(result.weight));
    }
    EXPECT_EQ(scores[0], scores[1]);
    EXPECT_EQ(scores[0], scores[2]);
    EXPECT_EQ(weights[0], weights[1]);
    EXPECT_EQ(weights[0], weights[2]);
  }
}

}  // namespace
}  // namespace pdrank
