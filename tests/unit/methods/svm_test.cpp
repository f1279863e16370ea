// SVM-RankAggregation against a dense check of optimality that shares no code with it, and against the paper's own
// example.
#include <gtest/gtest.h>

#include <Eigen/Core>
#include <cmath>
#include <map>
#include <string>

#include "pdrank/core/errors.hpp"
#include "pdrank/methods/rank.hpp"
#include "support/decompositions.hpp"
#include "support/problem_zoo.hpp"

namespace pdrank {
namespace {

// item-0 beats item-1 beats item-2 ..., every pair once.
Comparisons complete_order(int items) {
  Comparisons data;
  for (int k = 0; k < items; ++k) data.items.intern("item-" + std::to_string(k));
  for (ItemId winner = 0; winner < data.items.size(); ++winner)
    for (ItemId loser = winner + 1; loser < data.items.size(); ++loser) data.add({.winner = winner, .loser = loser});
  return data;
}

Comparisons with_items_of(const Comparisons& data) {
  Comparisons empty;
  for (ItemId item = 0; item < data.items.size(); ++item) empty.items.intern(data.items.name(item));
  return empty;
}

Comparisons swapped(const Comparisons& data) {
  Comparisons turned = with_items_of(data);
  for (std::size_t n = 0; n < data.size(); ++n)
    turned.add(
        {.winner = data.loser(n), .loser = data.winner(n), .weight = data.weight(n), .outcome = tie_if(data.tie(n))});
  return turned;
}

RankResult rank_svm(const Comparisons& data, double cost = 1) {
  const RankResult result = rank(data, {.method = "svm", .svm_cost = cost});
  EXPECT_TRUE(result.converged()) << result.convergence.message;
  EXPECT_LE(result.convergence.kkt_residual, 1e-8);
  return result;
}

Eigen::VectorXd scores_by_id(const Comparisons& data, const RankResult& result) {
  Eigen::VectorXd scores = Eigen::VectorXd::Zero(data.items.size());
  for (const Place& place : result.ranking) scores[*data.items.find(place.item)] = place.score;
  return scores;
}

std::vector<std::string> order_of(const RankResult& result) {
  std::vector<std::string> items;
  for (const Place& place : result.ranking) items.push_back(place.item);
  return items;
}

double largest_difference(const Eigen::VectorXd& a, const Eigen::VectorXd& b) {
  return (a - b).cwiseAbs().maxCoeff() / b.cwiseAbs().maxCoeff();
}

// The problem from the rows, dense: column i of `p` is how item i did against each other item.
struct Dense {
  Eigen::MatrixXd p;
  std::vector<std::pair<int, int>> pairs;  // winner, loser

  explicit Dense(const Comparisons& data) {
    const int items = static_cast<int>(data.items.size());
    Eigen::MatrixXd won = Eigen::MatrixXd::Zero(items, items);  // (loser, winner)
    for (std::size_t n = 0; n < data.size(); ++n) {
      won(data.loser(n), data.winner(n)) += data.weight(n) * (data.tie(n) ? 0.5 : 1.0);
      if (data.tie(n)) won(data.winner(n), data.loser(n)) += data.weight(n) * 0.5;
    }
    p = Eigen::MatrixXd::Zero(items, items);
    for (int i = 0; i < items; ++i)
      for (int k = 0; k < items; ++k) {
        if (won(k, i) > 0) p(k, i) = won(k, i) / (won(k, i) + won(i, k));
        if (won(k, i) > won(i, k)) pairs.emplace_back(i, k);
      }
  }

  // At the minimum alpha = 2 C sum of shortfall times example, and the shortfalls follow from the scores alone.
  // `absolute`: the sum of what the examples pull, whichever way.
  Eigen::VectorXd alpha(const Eigen::VectorXd& scores, double cost, bool absolute = false) const {
    Eigen::VectorXd sum = Eigen::VectorXd::Zero(scores.size());
    for (const auto& [winner, loser] : pairs) {
      const Eigen::VectorXd example = p.col(winner) - p.col(loser);
      const double force = 2 * cost * std::max(0.0, 1 - (scores[winner] - scores[loser]));
      sum += force * (absolute ? example.cwiseAbs() : example);
    }
    return sum;
  }

  // Newton's method by dense factorisation, from a point near the minimum.
  Eigen::VectorXd minimiser(Eigen::VectorXd alpha_near, double cost) const {
    for (int k = 0; k < 10; ++k) {
      const Eigen::VectorXd scores = p.transpose() * alpha_near;
      Eigen::MatrixXd hessian = Eigen::MatrixXd::Identity(p.rows(), p.rows());
      for (const auto& [winner, loser] : pairs) {
        const Eigen::VectorXd example = p.col(winner) - p.col(loser);
        if (scores[winner] - scores[loser] < 1) hessian += 2 * cost * example * example.transpose();
      }
      alpha_near -= dense::solve_positive(hessian, Eigen::VectorXd(alpha_near - alpha(scores, cost)));
    }
    return alpha_near;
  }

  double objective(const Eigen::VectorXd& alpha, double cost) const {
    double sum = alpha.squaredNorm() / 2;
    for (const auto& [winner, loser] : pairs)
      sum += cost * std::pow(std::max(0.0, 1 - alpha.dot(p.col(winner) - p.col(loser))), 2);
    return sum;
  }
};

// Scores f are those of the minimiser if and only if alpha(f) has them: the gradient at alpha(f) is then
// alpha(f) - alpha(P'alpha(f)) = 0, and the problem is strictly convex.
TEST(Svm, IsAtTheMinimum) {
  long steps = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Random random(seed);
    const auto items = static_cast<std::uint32_t>(3 + random.below(30));
    Comparisons data = zoo::random_comparisons(items, 1 + random.below(20 * items), 0.2, random);
    for (int k = 0; k < 5; ++k)
      data.add({.winner = 0, .loser = 1, .weight = random.uniform(0.1, 3), .outcome = tie_if(random.chance(0.5))});
    const double cost = std::exp(random.uniform(std::log(1e-3), std::log(1e3)));
    const RankResult result = rank_svm(data, cost);
    const Eigen::VectorXd scores = scores_by_id(data, result);
    const Dense dense(data);
    const Eigen::VectorXd alpha = dense.alpha(scores, cost), pull = dense.alpha(scores, cost, true);
    const Eigen::VectorXd gap = (scores - dense.p.transpose() * alpha).cwiseAbs(), scale = dense.p.transpose() * pull;
    EXPECT_LT(gap.maxCoeff(), 1e-11 * scale.maxCoeff()) << "seed " << seed << " cost " << cost;
    const Eigen::VectorXd minimiser = dense.minimiser(alpha, cost);
    EXPECT_LT(largest_difference(scores, dense.p.transpose() * minimiser), 1e-10) << "seed " << seed;
    EXPECT_NEAR(result.convergence.objective, dense.objective(minimiser, cost), 1e-12 * result.convergence.objective);
    EXPECT_EQ(result.figures.front().second, static_cast<double>(dense.pairs.size()));
    steps += result.convergence.iterations;
  }
  EXPECT_LT(steps, 700) << "it took 590";
}

TEST(Svm, RanksConsistentDataRight) {
  const Comparisons data = complete_order(8);
  const std::vector<std::string> order = {"item-0", "item-1", "item-2", "item-3",
                                          "item-4", "item-5", "item-6", "item-7"};
  EXPECT_EQ(order_of(rank_svm(data)), order);
  EXPECT_EQ(order_of(rank_svm(swapped(data))), std::vector<std::string>(order.rbegin(), order.rend()));
}

// Section 7.3 of the paper: probabilities in which item 2 beats item 1 but item 1 has the higher Borda count. Only a
// method that weighs opponents finds the order in which every pair is as most of its comparisons have it.
TEST(Svm, FindsTheOrderThatCountingMisses) {
  const int per_cent[5][5] = {
      {0, 51, 46, 40, 40}, {49, 0, 49, 40, 40}, {54, 51, 0, 40, 40}, {60, 60, 60, 0, 40}, {60, 60, 60, 60, 0}};
  Comparisons data;
  for (const char* name : {"1", "2", "3", "4", "5"}) data.items.intern(name);
  for (ItemId i = 0; i < 5; ++i)
    for (ItemId j = 0; j < 5; ++j)
      if (i != j) data.add({.winner = j, .loser = i, .weight = static_cast<double>(per_cent[i][j])});
  EXPECT_EQ(order_of(rank_svm(data, 1e6)), (std::vector<std::string>{"2", "1", "3", "4", "5"}));
  EXPECT_EQ(order_of(rank(data, {.method = "borda"})).front(), "1");
}

// Where the examples can be separated, the paper asks for the widest margin: every margin is at least one, some are
// one. A high cost is that, to about 1 / cost.
TEST(Svm, HighCostIsTheHardMargin) {
  const Comparisons data = complete_order(12);
  const Eigen::VectorXd scores = scores_by_id(data, rank_svm(data, 1e6));
  double smallest = 1e300;
  for (const auto& [winner, loser] : Dense(data).pairs) smallest = std::min(smallest, scores[winner] - scores[loser]);
  EXPECT_NEAR(smallest, 1, 1e-4);
  const Eigen::VectorXd soft = scores_by_id(data, rank_svm(data, 0.01));
  EXPECT_LT(soft[0] - soft[1], 0.5) << "a low cost is not";
}

TEST(Svm, WeightsAreRepeatedRows) {
  Random random(3);
  const Comparisons data = zoo::random_comparisons(12, 60, 0.2, random);
  Comparisons weighted = with_items_of(data), repeated = with_items_of(data);
  for (std::size_t n = 0; n < data.size(); ++n) {
    const int times = 1 + static_cast<int>(random.below(4));
    weighted.add({.winner = data.winner(n), .loser = data.loser(n), .weight = static_cast<double>(times)});
    for (int k = 0; k < times; ++k) repeated.add({.winner = data.winner(n), .loser = data.loser(n)});
  }
  const Eigen::VectorXd scores = scores_by_id(data, rank_svm(weighted));
  EXPECT_LT(largest_difference(scores, scores_by_id(data, rank_svm(repeated))), 1e-12);
  EXPECT_GT(largest_difference(scores, scores_by_id(data, rank_svm(data))), 1e-3) << "weights count";
}

TEST(Svm, ATieIsHalfAWinEachWay) {
  Comparisons tied = complete_order(4), halves = complete_order(4);
  tied.add({.winner = 3, .loser = 0, .weight = 3, .outcome = Outcome::tie});
  halves.add({.winner = 3, .loser = 0, .weight = 1.5});
  halves.add({.winner = 0, .loser = 3, .weight = 1.5});
  EXPECT_LT(largest_difference(scores_by_id(tied, rank_svm(tied)), scores_by_id(halves, rank_svm(halves))), 1e-12);
  EXPECT_GT(largest_difference(scores_by_id(tied, rank_svm(tied)), scores_by_id(tied, rank_svm(complete_order(4)))),
            1e-3);
}

TEST(Svm, OrderOfRowsAndNumbersOfItemsDoNotMatter) {
  Random random(4);
  const Comparisons data = zoo::random_comparisons(20, 200, 0.2, random);
  std::vector<std::size_t> rows(data.size());
  for (std::size_t n = 0; n < rows.size(); ++n) rows[n] = n;
  random.shuffle(std::span(rows));
  Comparisons shuffled;
  for (const std::size_t n : rows) {
    const ItemId winner = shuffled.items.intern(data.items.name(data.winner(n)));
    const ItemId loser = shuffled.items.intern(data.items.name(data.loser(n)));
    shuffled.add({.winner = winner, .loser = loser});
  }
  std::map<std::string, double> expected;
  for (const Place& place : rank_svm(data).ranking) expected[place.item] = place.score;
  for (const Place& place : rank_svm(shuffled).ranking) EXPECT_NEAR(place.score, expected.at(place.item), 1e-11);
}

TEST(Svm, SameBitsOnAnyNumberOfThreads) {
  Random random(5);
  const Comparisons data = zoo::random_comparisons(40, 400, 0.2, random);
  const RankResult one = rank(data, {.method = "svm", .threads = 1}),
                   three = rank(data, {.method = "svm", .threads = 3});
  for (std::size_t k = 0; k < one.ranking.size(); ++k) EXPECT_EQ(one.ranking[k].score, three.ranking[k].score);
}

TEST(Svm, PartsDoNotTouchEachOther) {
  Random random(6);
  const Comparisons small = zoo::random_comparisons(6, 30, 0.2, random),
                    large = zoo::random_comparisons(20, 300, 0.2, random);
  Comparisons both;
  for (const Comparisons* part : {&large, &small})
    for (std::size_t n = 0; n < part->size(); ++n) {
      const std::string prefix = part == &small ? "small " : "large ";
      const ItemId winner = both.items.intern(prefix + std::string(part->items.name(part->winner(n))));
      const ItemId loser = both.items.intern(prefix + std::string(part->items.name(part->loser(n))));
      both.add({.winner = winner, .loser = loser});
    }
  std::map<std::string, double> expected;
  for (const Place& place : rank_svm(small).ranking) expected["small " + place.item] = place.score;
  int found = 0;
  for (const Place& place : rank_svm(both).ranking)
    if (place.item.starts_with("small")) {
      EXPECT_NEAR(place.score, expected.at(place.item), 1e-11);
      ++found;
    }
  EXPECT_EQ(found, 6);
}

TEST(Svm, EvenPairsTeachNothing) {
  Comparisons data = complete_order(3);
  const ItemId a = data.items.intern("A"), b = data.items.intern("B");
  // A thousand times 0.1 is not quite a hundred.
  for (int k = 0; k < 1000; ++k) data.add({.winner = a, .loser = b, .weight = 0.1});
  data.add({.winner = b, .loser = a, .weight = 100});
  const RankResult result = rank_svm(data);
  EXPECT_EQ(result.figures.front().second, 3) << "examples";
  ASSERT_EQ(result.ranking[4].item, "B");
  EXPECT_EQ(result.ranking[4].score, 0);
  EXPECT_EQ(result.ranking[4].rank, 1u);
}

// n items in order, every pair compared: item k has n - 1 - k victims, so the pairs have n (n - 1)^2 / 2 numbers.
TEST(Svm, RefusesWhatWouldTakeLong) {
  try {
    rank(complete_order(343), {.method = "svm"});
    FAIL() << "not refused";
  } catch (const NotApplicable& error) {
    EXPECT_EQ(std::string(error.what()),
              "svm: the records of all compared items, pair by pair, would take 21 million numbers, and 20 million is "
              "the limit; rank fewer items, or use a method whose cost follows the number of comparisons "
              "(`pdrank methods` says which)");
  }
}

TEST(Svm, StopsOnRequest) {
  struct Impatient : Observer {
    bool stop_requested() override { return ++asked > 1; }
    int asked = 0;
  } observer;
  Random random(7);
  const Comparisons data = zoo::random_comparisons(40, 400, 0.2, random);
  EXPECT_EQ(rank(data, {.method = "svm"}, &observer).convergence.status, Termination::stopped);
}

}  // namespace
}  // namespace pdrank
