#include <Eigen/Core>
#include <limits>
#include <map>

#include "pdrank/active/information_gain.hpp"
#include "pdrank/data/disjoint_sets.hpp"
#include "support/dense.hpp"
#include "unit/active/ask.hpp"

namespace pdrank {
namespace {

using dense::Matrix;
using dense::Vector;

// The definition, by a sum over a fine grid out to twelve deviations.
double information_by_grid(double mean, double deviation) {
  constexpr int kSteps = 24'000;
  long double mass = 0, p_mean = 0, q_mean = 0, entropy = 0;
  for (int k = 0; k <= kSteps; ++k) {
    const long double z = -12.0L + 24.0L * k / kSteps, weight = std::exp(-z * z / 2);
    const long double x = mean + deviation * z, p = 1 / (1 + std::exp(-x)), q = 1 / (1 + std::exp(x));
    mass += weight, p_mean += weight * p, q_mean += weight * q;
    entropy -= weight * (p * std::log(p) + q * std::log(q));
  }
  p_mean /= mass, q_mean /= mass, entropy /= mass;
  return static_cast<double>(-p_mean * std::log(p_mean) - q_mean * std::log(q_mean) - entropy);
}

TEST(InformationGain, IsThatOfTheDefinition) {
  for (const double mean : {-10.0, -6.3, -3.0, -1.0, 0.0, 0.4, 2.0, 5.0, 8.0, 10.0})
    for (const double deviation : {1e-3, 0.01, 0.1, 0.5, 1.0, 2.0, 3.0, 4.0, 4.9, 5.0, 5.1, 8.0, 20.0}) {
      EXPECT_NEAR(expected_information_gain(mean, deviation), information_by_grid(mean, deviation), 3e-8)
          << mean << ' ' << deviation;
      EXPECT_NEAR(expected_information_gain(mean, deviation), expected_information_gain(-mean, deviation), 1e-15);
    }
}

TEST(InformationGain, Limits) {
  EXPECT_NEAR(expected_information_gain(0, 0), 0, 1e-15);
  // To second order it is the variance of p over twice that of the answer: p (1 - p) deviation^2 / 2.
  EXPECT_NEAR(expected_information_gain(0, 1e-3) / (0.25 * 1e-6 / 2), 1, 1e-5);
  EXPECT_NEAR(expected_information_gain(0, 1e5), std::log(2.0), 1e-3) << "an answer that settles it";
  EXPECT_GE(expected_information_gain(800, 1), 0);
}

// Bradley-Terry scores and covariance after half an answer either way about every pair, by Newton's method on dense
// matrices.
struct Fit {
  Vector scores;
  Matrix covariance;
};

Fit fit(std::uint32_t items, const zoo::Rows& rows) {
  Matrix won = dense::count_wins(items, rows);
  won.array() += 0.5L;
  won.diagonal().setZero();
  Fit result{Vector::Zero(items), {}};
  for (int step = 0; step < 50; ++step) {
    Vector gradient = Vector::Zero(items);
    Matrix information = Matrix::Zero(items, items);
    for (Eigen::Index i = 0; i < items; ++i)
      for (Eigen::Index j = 0; j < items; ++j) {
        const long double p = 1 / (1 + std::exp(result.scores[j] - result.scores[i])), q = 1 - p;
        gradient[i] += won(i, j) * q, gradient[j] -= won(i, j) * q;
        information(i, i) += won(i, j) * p * q, information(j, j) += won(i, j) * p * q;
        information(i, j) -= won(i, j) * p * q, information(j, i) -= won(i, j) * p * q;
      }
    result.covariance = dense::pseudo_inverse(information);
    result.scores += result.covariance * gradient;
  }
  return result;
}

double value_of(const Fit& fit, ItemPair pair) {
  const auto i = pair.first, j = pair.second;
  const long double variance = fit.covariance(i, i) + fit.covariance(j, j) - 2 * fit.covariance(i, j);
  return information_by_grid(static_cast<double>(fit.scores[i] - fit.scores[j]),
                             std::sqrt(static_cast<double>(variance)));
}

// Of all forests in `pairs` with as many edges as any has, the least sum of 1 / value.
double least_forest(std::uint32_t items, const std::vector<ItemPair>& pairs, const std::map<ItemPair, double>& value) {
  std::size_t most = 0;
  double least = std::numeric_limits<double>::infinity();
  for (std::uint32_t chosen = 0; chosen < 1u << pairs.size(); ++chosen) {
    DisjointSets sets(items);
    std::size_t edges = 0;
    double sum = 0;
    bool forest = true;
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      if ((chosen >> k & 1) == 0) continue;
      forest = forest && sets.join(pairs[k].first, pairs[k].second);
      sum += 1 / value.at(pairs[k]);
      ++edges;
    }
    if (!forest || edges < most) continue;
    least = edges > most ? sum : std::min(least, sum);
    most = edges;
  }
  return least;
}

TEST(HybridMst, KeepsItsPromises) { ask::check_promises("hybrid-mst"); }

TEST(HybridMst, ValueIsTheInformationUnderTheFit) {
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    Random random(seed);
    zoo::Rows rows = zoo::random_rows(6, 5 * seed * seed, 3, random);
    zoo::decorate(rows, 0, 3, 0.2, random);
    const ask::AskedData data(6, rows);
    const Fit expected = fit(6, rows);
    const std::vector<Question> questions = ask::ask("hybrid-mst", data.input(15));
    ASSERT_EQ(questions.size(), 15u);
    for (const Question& question : questions)
      EXPECT_NEAR(question.value, value_of(expected, question.pair), 1e-7) << seed;
    const std::vector<double> scores = find_strategy("hybrid-mst").own_scores(data.input(1));
    for (Eigen::Index item = 0; item < 6; ++item)
      EXPECT_NEAR(scores[static_cast<std::size_t>(item)],
                  static_cast<double>(expected.scores[item] - expected.scores.mean()), 1e-9);
  }
}

TEST(HybridMst, ABatchIsATreeThenTheNext) {
  constexpr std::uint32_t kItems = 5;
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    Random random(100 + seed);
    const zoo::Rows rows = zoo::random_rows(kItems, 12, 3, random);
    const ask::AskedData data(kItems, rows, seed % 2 ? PairSet({{0, 1}}) : PairSet());
    const Fit model = fit(kItems, rows);
    std::vector<ItemPair> left = allowed_pairs(data.input(1));
    std::map<ItemPair, double> value;
    for (const ItemPair pair : left) value[pair] = value_of(model, pair);
    const std::vector<Question> questions = ask::ask("hybrid-mst", data.input(left.size()));
    std::size_t next = 0;
    while (!left.empty()) {
      const double expected = least_forest(kItems, left, value);
      double sum = 0;
      DisjointSets sets(kItems);
      for (double before = 1; next < questions.size(); ++next) {
        if (!sets.join(questions[next].pair.first, questions[next].pair.second)) break;
        sum += 1 / questions[next].value;
        EXPECT_LE(questions[next].value, before) << "best first";
        before = questions[next].value;
        std::erase(left, questions[next].pair);
        if (sum > expected * (1 - 1e-6)) {
          ++next;
          break;
        }
      }
      EXPECT_NEAR(sum / expected, 1, 1e-5) << seed;
    }
    EXPECT_EQ(next, questions.size());
    // Fewer questions than a tree has: its best.
    for (const std::size_t count : {1u, 3u}) {
      const std::vector<Question> few = ask::ask("hybrid-mst", data.input(count));
      EXPECT_TRUE(ask::same(few, {questions.begin(), questions.begin() + static_cast<std::ptrdiff_t>(count)}));
    }
    for (const Question& question : questions) EXPECT_LE(question.value, questions[0].value);
  }
}

// Above a thousand items each score has a standard normal prior: at the fit the answers pull as hard as it does.
TEST(HybridMst, ManyItemsHaveANormalPrior) {
  constexpr std::uint32_t kItems = 1500;
  Random random(4);
  const zoo::Rows rows = zoo::random_rows(kItems, 8000, 3, random);
  const ask::AskedData data(kItems, rows);
  const std::vector<double> scores = find_strategy("hybrid-mst").own_scores(data.input(1));
  std::vector<double> pull(kItems);
  for (const Comparison& row : rows) {
    const double force = 1 / (1 + std::exp(scores[row.winner] - scores[row.loser]));
    pull[row.winner] += force, pull[row.loser] -= force;
  }
  for (std::size_t item = 0; item < kItems; ++item) EXPECT_NEAR(pull[item], scores[item], 1e-7);
  // Items without an answer are the most uncertain: deviation sqrt(2), whatever else there is.
  zoo::Rows fewer = rows;
  std::erase_if(fewer, [](const Comparison& row) { return std::max(row.winner, row.loser) >= kItems - 50; });
  for (const Question& question : ask::ask("hybrid-mst", ask::AskedData(kItems, fewer).input(20))) {
    EXPECT_GE(question.pair.second, kItems - 50);
    EXPECT_GT(question.value, 0.8 * expected_information_gain(0, std::sqrt(2.0)));
    EXPECT_LT(question.value, 2 * expected_information_gain(0, std::sqrt(2.0)));
  }
}

}  // namespace
}  // namespace pdrank
