// rank-centrality, asr and i-lsr.
#include <gtest/gtest.h>

#include <Eigen/Core>
#include <cmath>
#include <numeric>

#include "support/dense.hpp"
#include "unit/methods/runs.hpp"

namespace pdrank {
namespace {

using Scores = std::vector<double>;
using dense::count_wins;
using dense::Matrix;
using dense::Vector;

// share(i, j): of the answers about i and j, those for i.
Matrix win_shares(const Matrix& won) {
  Matrix share = Matrix::Zero(won.rows(), won.cols());
  for (Eigen::Index i = 0; i < won.rows(); ++i)
    for (Eigen::Index j = 0; j < won.cols(); ++j)
      if (won(i, j) + won(j, i) > 0) share(i, j) = won(i, j) / (won(i, j) + won(j, i));
  return share;
}

Vector opponents(const Matrix& won) {
  Vector count = Vector::Zero(won.rows());
  for (Eigen::Index i = 0; i < won.rows(); ++i)
    for (Eigen::Index j = 0; j < won.cols(); ++j) count(i) += won(i, j) + won(j, i) > 0;
  return count;
}

// The law of a walk that goes from i to j with probability step(i, j), i != j, and stays otherwise: P' pi = pi.
Vector stationary_law(Matrix step) {
  const Eigen::Index size = step.rows();
  for (Eigen::Index i = 0; i < size; ++i) step(i, i) = 1 - step.row(i).sum();
  Matrix equations = step.transpose() - Matrix::Identity(size, size);
  equations.row(size - 1).setOnes();
  return dense::solve(equations, Vector(Vector::Unit(size, size - 1)));
}

Scores centred_log(const Vector& values) {
  Vector logs = values.array().log();
  logs.array() -= logs.mean();
  const Eigen::VectorXd rounded = logs.cast<double>();
  return {rounded.begin(), rounded.end()};
}

struct Case {
  std::uint32_t items;
  zoo::Rows rows;
  Comparisons data;
  Matrix won;
};

Case random_case(std::uint64_t seed) {
  Random random(seed);
  const auto items = static_cast<std::uint32_t>(2 + random.below(25));
  zoo::Rows rows = zoo::strong_rows(items, random.below(150), 3, random);
  zoo::decorate(rows, 0, 5, 0.1, random);
  Comparisons data = zoo::from_rows(items, rows);
  Matrix won = count_wins(items, rows);
  return {items, std::move(rows), std::move(data), std::move(won)};
}

class SpectralOnRandomData : public testing::TestWithParam<std::uint64_t> {};

TEST_P(SpectralOnRandomData, RankCentralityIsTheLawOfItsWalk) {
  const Case c = random_case(GetParam());
  const Vector law = stationary_law(win_shares(c.won).transpose() / opponents(c.won).maxCoeff());
  const RankResult result = rank(c.data, {.method = "rank-centrality"});
  EXPECT_TRUE(result.converged()) << result.convergence.message;
  EXPECT_LE(result.convergence.kkt_residual, 1e-11);
  EXPECT_LT(runs::largest_difference(runs::scores_in(result, c.data), centred_log(law)), 1e-8);
}

TEST_P(SpectralOnRandomData, AsrIsTheLawOfItsOwnWalkOverDegrees) {
  const Case c = random_case(GetParam());
  const Vector degree = opponents(c.won);
  const Vector law = stationary_law(degree.cwiseInverse().asDiagonal() * win_shares(c.won).transpose());
  const RankResult result = rank(c.data, {.method = "asr"});
  EXPECT_TRUE(result.converged());
  const Scores found = runs::scores_in(result, c.data);
  EXPECT_LT(runs::largest_difference(found, centred_log(law.cwiseQuotient(degree))), 1e-8);
  EXPECT_LT(runs::largest_difference(found, runs::scores(c.data, {.method = "rank-centrality"})), 1e-8);
}

// The gradient of the Bradley-Terry likelihood: wins less expected wins.
TEST_P(SpectralOnRandomData, ILsrIsAtTheMaximumOfTheLikelihood) {
  const Case c = random_case(GetParam());
  const RankResult result = rank(c.data, {.method = "i-lsr"});
  EXPECT_TRUE(result.converged());
  const Scores score = runs::scores_in(result, c.data);
  for (std::uint32_t i = 0; i < c.items; ++i) {
    long double gradient = 0, size = 0;
    for (std::uint32_t j = 0; j < c.items; ++j) {
      const long double lead = static_cast<long double>(score[i]) - score[j];
      const long double for_i = c.won(i, j) / (1 + std::exp(lead)), for_j = c.won(j, i) / (1 + std::exp(-lead));
      gradient += for_i - for_j, size += for_i + for_j;
    }
    EXPECT_LT(std::abs(gradient), 1e-10L * size);
  }
  EXPECT_LT(runs::largest_difference(score, runs::scores(c.data, {.method = "bradley-terry"})), 1e-8);
}

INSTANTIATE_TEST_SUITE_P(Seeds, SpectralOnRandomData, testing::Range<std::uint64_t>(0, 40));

TEST(Spectral, TwoItems) {
  const Comparisons data = zoo::from_rows(2, {{.winner = 0, .loser = 1, .weight = 3}, {.winner = 1, .loser = 0}});
  for (const char* method : {"rank-centrality", "asr", "i-lsr"})
    EXPECT_NEAR(runs::scores(data, {.method = method})[0], std::log(3) / 2, 1e-10) << method;
}

TEST(Spectral, NeedsEveryItemReachable) {
  // 0 -> 1 -> 2 -> 0, and 3 lost to all of them.
  zoo::Rows rows;
  for (ItemId k = 0; k < 3; ++k) {
    rows.push_back({.winner = k, .loser = (k + 1) % 3, .weight = static_cast<double>(k + 1)});
    rows.push_back({.winner = k, .loser = 3});
  }
  const Comparisons data = zoo::from_rows(4, rows);
  for (const std::string method : {"rank-centrality", "asr", "i-lsr"}) {
    EXPECT_EQ(runs::refusal(data, {.method = method}),
              method +
                  ": every item must be reachable from every other along wins, but the data fall into 2 parts in "
                  "which that holds (largest: 3 of 4 items); component strong ranks the largest");
    const RankResult strong = rank(data, {.method = method, .component = RankedPart::strong});
    EXPECT_TRUE(strong.converged());
    EXPECT_EQ(strong.ranking.size(), 3u);
    const zoo::Rows circle = {rows[0], rows[2], rows[4]};
    EXPECT_EQ(runs::scores_in(strong, data)[1], runs::scores(zoo::from_rows(3, circle), {.method = method})[1]);
  }
}

// Two strong parts, and an item whose only comparison is a dropped tie: each part is as if it were alone.
TEST(Spectral, PartsAreRankedOneByOne) {
  Random random(4);
  const zoo::Rows first = zoo::strong_rows(6, 30, 2, random);
  const zoo::Rows second = zoo::strong_rows(4, 12, 2, random);
  zoo::Rows all = first;
  for (Comparison row : second) {
    row.winner += 6, row.loser += 6;
    all.push_back(row);
  }
  all.push_back({.winner = 10, .loser = 0, .outcome = Outcome::tie});
  const Comparisons data = zoo::from_rows(11, all);
  for (const std::string method : {"rank-centrality", "asr", "i-lsr"}) {
    const RankResult result = rank(data, {.method = method, .ties = TieRule::drop});
    EXPECT_TRUE(result.converged());
    EXPECT_EQ(result.graph.components, 3u);
    const Scores found = runs::scores_in(result, data);
    EXPECT_EQ(Scores(found.begin(), found.begin() + 6), runs::scores(zoo::from_rows(6, first), {.method = method}));
    EXPECT_EQ(Scores(found.begin() + 6, found.end() - 1), runs::scores(zoo::from_rows(4, second), {.method = method}));
    EXPECT_EQ(found[10], 0);
  }
}

// Weights so uneven that shares of the law leave the range of numbers: there is still a ranking, and it is said to be
// unfinished.
TEST(Spectral, BeyondTheRangeOfNumbers) {
  zoo::Rows ladder;
  for (ItemId k = 0; k < 40; ++k) {
    ladder.push_back({.winner = k + 1, .loser = k, .weight = 1e9});
    ladder.push_back({.winner = k, .loser = k + 1, .weight = 1e-9});
  }
  const Comparisons data = zoo::from_rows(41, ladder);
  for (const std::string method : {"rank-centrality", "asr", "i-lsr"}) {
    const RankResult result = rank(data, {.method = method});
    EXPECT_FALSE(result.converged()) << method;
    ASSERT_EQ(result.ranking.size(), 41u);
    for (const Place& place : result.ranking) EXPECT_TRUE(std::isfinite(place.score));
    EXPECT_EQ(result.ranking.front().item, "item-40") << method;
  }
}

}  // namespace
}  // namespace pdrank
