#include <Eigen/Core>

#include "pdrank/data/disjoint_sets.hpp"
#include "support/dense.hpp"
#include "unit/active/ask.hpp"

namespace pdrank {
namespace {

using dense::Matrix;
using dense::Vector;

Vector difference_vector(Eigen::Index items, ItemPair pair) {
  Vector d = Vector::Zero(items);
  d[pair.first] = 1, d[pair.second] = -1;
  return d;
}

struct Belief {
  Matrix precision;
  Vector mean;
};

Matrix laplacian(std::uint32_t items, const zoo::Rows& rows) {
  const Matrix won = dense::count_wins(items, rows), counts = won + won.transpose();
  Matrix result = -counts;
  result.diagonal() = counts.rowwise().sum();
  return result;
}

Belief belief_of(std::uint32_t items, const zoo::Rows& rows) {
  const Matrix won = dense::count_wins(items, rows);
  Belief belief;
  belief.precision = Matrix::Identity(items, items) + laplacian(items, rows);
  const Vector balance = won.rowwise().sum() - won.colwise().sum().transpose();
  belief.mean = dense::solve_positive(belief.precision, balance);
  return belief;
}

// Of N(after.mean, after.precision^-1) from N(before.mean, before.precision^-1).
long double divergence(const Belief& after, const Belief& before) {
  const Vector step = after.mean - before.mean;
  const Matrix ratio = before.precision * dense::inverse_positive(after.precision);
  return (ratio.trace() - static_cast<long double>(step.size()) + step.dot(before.precision * step) +
          dense::log_determinant(after.precision) - dense::log_determinant(before.precision)) /
         2;
}

// Bayes' rule for an answer of +1 or -1 with unit noise.
Belief after_answer(const Belief& before, ItemPair pair, int answer) {
  const Vector d = difference_vector(before.mean.size(), pair);
  Belief after;
  after.precision = before.precision + d * d.transpose();
  after.mean = dense::solve_positive(after.precision, Vector(before.precision * before.mean + answer * d));
  return after;
}

double expected_divergence(const Belief& before, ItemPair pair) {
  const long double difference = before.mean[pair.first] - before.mean[pair.second];
  const long double p = (1 + difference) / 2;  // beyond 1 too, as the authors have it
  return std::max(0.0, static_cast<double>(p * divergence(after_answer(before, pair, 1), before) +
                                           (1 - p) * divergence(after_answer(before, pair, -1), before)));
}

// Rows of all kinds, with items that are more than one apart.
zoo::Rows mixed_rows(std::uint32_t items, std::size_t count, std::uint64_t seed) {
  Random random(seed);
  zoo::Rows rows = zoo::random_rows(items, count, 5, random);
  zoo::decorate(rows, 0, 3, 0.1, random);
  for (ItemId item = 0; item + 1 < items; ++item) rows.push_back({.winner = item, .loser = item + 1, .weight = 20.5});
  return rows;
}

PairSet all_but(std::uint32_t items, ItemPair kept) {
  std::vector<ItemPair> pairs = allowed_pairs(ask::AskedData(items, {}).input(1));
  std::erase(pairs, kept);
  return PairSet(pairs);
}

TEST(HodgeActive, KeepsItsPromises) { ask::check_promises("hodge-active"); }

TEST(HodgeActive, ValueIsTheExpectedDivergenceOfTheBelief) {
  constexpr std::uint32_t kItems = 7;
  int beyond = 0;
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    const zoo::Rows rows = mixed_rows(kItems, 20, seed);
    const Belief belief = belief_of(kItems, rows);
    for (const ItemPair pair : allowed_pairs(ask::AskedData(kItems, {}).input(1))) {
      const ask::AskedData data(kItems, rows, all_but(kItems, pair));
      const std::vector<Question> questions = ask::ask("hodge-active", data.input(1));
      ASSERT_EQ(questions.size(), 1u);
      EXPECT_NEAR(questions[0].value, expected_divergence(belief, pair), 1e-12);
      beyond += std::abs(belief.mean[pair.first] - belief.mean[pair.second]) > 1;
    }
  }
  EXPECT_GT(beyond, 5) << "differences beyond what an answer can be";
}

TEST(HodgeActive, EveryChoiceOfABatchIsTheBestGivenThoseBefore) {
  constexpr std::uint32_t kItems = 9;
  const zoo::Rows rows = mixed_rows(kItems, 12, 4);
  const ask::AskedData data(kItems, rows, PairSet({{0, 8}, {3, 4}}));
  Belief belief = belief_of(kItems, rows);
  std::vector<ItemPair> left = allowed_pairs(data.input(1));
  for (const Question& question : ask::ask("hodge-active", data.input(34))) {
    double best = 0;
    for (const ItemPair pair : left) best = std::max(best, expected_divergence(belief, pair));
    EXPECT_NEAR(question.value, best, 1e-12);
    EXPECT_NEAR(question.value, expected_divergence(belief, question.pair), 1e-12);
    const Vector d = difference_vector(kItems, question.pair);
    belief.precision += d * d.transpose();  // what is asked will be answered; the mean is not known yet
    std::erase(left, question.pair);
  }
  EXPECT_TRUE(left.empty());
}

TEST(HodgeActive, OwnScoresAreThePosteriorMean) {
  const zoo::Rows rows = mixed_rows(8, 30, 6);
  const Belief belief = belief_of(8, rows);
  for (const char* name : {"hodge-active", "hodge-active-unsupervised"}) {
    const std::vector<double> scores = find_strategy(name).own_scores(ask::AskedData(8, rows).input(1));
    for (Eigen::Index item = 0; item < 8; ++item)
      EXPECT_NEAR(scores[static_cast<std::size_t>(item)], static_cast<double>(belief.mean[item]), 1e-9);
  }
}

// Among many items variances are estimated; what is proposed should still be close to the best there is.
TEST(HodgeActive, ManyItems) {
  constexpr std::uint32_t kItems = 1300;
  Random random(3);
  zoo::Rows rows = zoo::random_rows(kItems - 100, 20'000, 2, random);  // a hundred items without an answer
  const std::vector<Question> questions = ask::ask("hodge-active", ask::AskedData(kItems, rows).input(40));
  for (const Question& question : questions) {
    EXPECT_GE(question.pair.second, kItems - 100);
    // Two items without an answer: v = 2, D = 0. Estimates of v are chi-squared with 64 degrees of freedom, of which
    // the largest of many are chosen: up to twice the truth, by the bound in pair_variance_test.
    const double v = 2, truth = (std::log1p(v) - v / (1 + v) + v / ((1 + v) * (1 + v))) / 2;
    EXPECT_GT(question.value, 0.8 * truth);
    EXPECT_LT(question.value, 2 * truth);
    EXPECT_EQ(question.reason, "links two parts");
  }
}

TEST(HodgeActiveUnsupervised, KeepsItsPromises) { ask::check_promises("hodge-active-unsupervised"); }

TEST(HodgeActiveUnsupervised, MakesTheAlgebraicConnectivityGrow) {
  for (const std::uint32_t items : {6u, 30u, 80u}) {
    Random random(items);
    zoo::Rows rows = zoo::strong_rows(items, items, 1, random);
    for (Comparison& row : rows) row.weight = random.uniform(0.5, 1.5);  // no two eigenvalues are the same
    const ask::AskedData data(items, rows, PairSet({{0, 1}, {2, 5}}));
    Eigen::MatrixXd l = laplacian(items, rows).cast<double>();
    std::vector<ItemPair> left = allowed_pairs(data.input(1));
    for (const Question& question : ask::ask("hodge-active-unsupervised", data.input(6))) {
      const dense::SymmetricEigen eigen(l);
      const Eigen::VectorXd fiedler = eigen.vectors.col(1);
      const auto value = [&](ItemPair pair) { return std::pow(fiedler[pair.first] - fiedler[pair.second], 2); };
      double best = 0;
      for (const ItemPair pair : left) best = std::max(best, value(pair));
      EXPECT_NEAR(question.value, value(question.pair), 1e-6) << items;
      EXPECT_NEAR(question.value, best, 1e-6) << items;
      const Eigen::VectorXd d = difference_vector(items, question.pair).cast<double>();
      // What the value stands for: the growth of the second eigenvalue, to first order.
      constexpr double kLittle = 1e-6;
      const dense::SymmetricEigen more(l + kLittle * d * d.transpose());
      EXPECT_NEAR((more.values[1] - eigen.values[1]) / kLittle, question.value, 1e-3) << items;
      l += d * d.transpose();
      std::erase(left, question.pair);
    }
  }
}

TEST(HodgeActiveUnsupervised, AboveThreeHundredItemsItIsTheDeterminant) {
  constexpr std::uint32_t kItems = 320;
  Random random(2);
  const zoo::Rows rows = zoo::random_rows(kItems, 900, 1, random);
  Eigen::MatrixXd precision = laplacian(kItems, rows).cast<double>() + Eigen::MatrixXd::Identity(kItems, kItems);
  for (const Question& question : ask::ask("hodge-active-unsupervised", ask::AskedData(kItems, rows).input(5))) {
    const Eigen::VectorXd d = difference_vector(kItems, question.pair).cast<double>();
    const Eigen::MatrixXd more = precision + d * d.transpose();
    EXPECT_NEAR(question.value, dense::log_determinant(more) - dense::log_determinant(precision), 1e-9);
    precision = more;
  }
}

TEST(HodgeActiveUnsupervised, DoesNotLookAtTheAnswers) {
  Random random(8);
  for (const std::uint32_t items : {20u, 400u}) {
    const zoo::Rows rows = zoo::random_rows(items, 3 * items, 2, random);
    const auto chosen = [&](const zoo::Rows& answers) {
      return ask::pairs_of(ask::ask("hodge-active-unsupervised", ask::AskedData(items, answers).input(3)));
    };
    EXPECT_EQ(chosen(rows), chosen(zoo::swapped(rows))) << items;
  }
}

TEST(HodgeActiveUnsupervised, LinksParts) {
  zoo::Rows rows;
  for (const ItemId first : {0u, 3u, 6u})
    for (ItemId k = 0; k < 2; ++k) rows.push_back({.winner = first + k, .loser = first + k + 1, .weight = 5});
  const std::vector<Question> questions = ask::ask("hodge-active-unsupervised", ask::AskedData(9, rows).input(2));
  ASSERT_EQ(questions.size(), 2u);
  DisjointSets parts(3);
  for (const Question& question : questions) {
    EXPECT_EQ(question.reason, "links two parts");
    EXPECT_TRUE(parts.join(question.pair.first / 3, question.pair.second / 3));
  }
}

}  // namespace
}  // namespace pdrank
