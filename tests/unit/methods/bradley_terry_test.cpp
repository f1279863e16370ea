#include "pdrank/methods/bradley_terry.hpp"

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <cmath>
#include <numeric>

#include "support/dense.hpp"
#include "support/problem_zoo.hpp"
#include "unit/methods/runs.hpp"

namespace pdrank {
namespace {

using Scores = std::vector<double>;
using dense::count_wins;
using dense::Matrix;
using dense::Vector;

long double sigmoid(long double t) { return 1 / (1 + std::exp(-t)); }

// sum_ij won_ij log(1 + exp(x_j - x_i)) + gamma |x|^2: slope, curvature, and for every item the size of what its slope
// is made of.
struct Slopes {
  Vector gradient, size;
  Matrix hessian;

  Slopes(const Matrix& won, long double gamma, const Vector& x)
      : gradient(2 * gamma * x), size(2 * gamma * x.cwiseAbs()), hessian(Matrix::Zero(x.size(), x.size())) {
    hessian.diagonal().array() += 2 * gamma;
    for (Eigen::Index i = 0; i < x.size(); ++i)
      for (Eigen::Index j = 0; j < x.size(); ++j) {
        const long double force = won(i, j) * sigmoid(x(j) - x(i)), bend = force * sigmoid(x(i) - x(j));
        gradient(i) -= force, gradient(j) += force;
        size(i) += force, size(j) += force;
        hessian(i, i) += bend, hessian(j, j) += bend;
        hessian(i, j) -= bend, hessian(j, i) -= bend;
      }
  }
};

Vector as_vector(const Scores& scores) {
  return Eigen::Map<const Eigen::VectorXd>(scores.data(), static_cast<Eigen::Index>(scores.size())).cast<long double>();
}

// Inverse of the Hessian on vectors of mean zero: lifted along the constant vector, an eigenvector, and taken out
// again.
Matrix inverse_on_mean_zero(Matrix hessian) {
  const long double count = static_cast<long double>(hessian.rows()), lift = hessian.diagonal().mean();
  const long double constant = hessian.row(0).sum();  // its eigenvalue, 2 gamma
  hessian.array() += lift / count;
  Matrix inverse = dense::inverse_positive(hessian);
  inverse.array() -= 1 / ((constant + lift) * count);
  return inverse;
}

// The slow twin: dense Newton in long double, steps of at most one.
Scores dense_fit(const Matrix& won, long double gamma) {
  Vector x = Vector::Zero(won.rows());
  for (int k = 0; k < 200; ++k) {
    const Slopes at(won, gamma, x);
    const Vector step = inverse_on_mean_zero(at.hessian) * at.gradient;
    x -= step / std::max(1.0L, step.cwiseAbs().maxCoeff());
  }
  const Eigen::VectorXd rounded = x.cast<double>();
  return {rounded.begin(), rounded.end()};
}

struct Case {
  std::uint32_t items;
  zoo::Rows rows;
  Comparisons data;
  Matrix won;
};

Case make_case(std::uint32_t items, zoo::Rows rows) {
  Comparisons data = zoo::from_rows(items, rows);
  Matrix won = count_wins(items, rows);
  return {items, std::move(rows), std::move(data), std::move(won)};
}

// Weights over four decades, some ties.
Case random_case(std::uint64_t seed) {
  Random random(seed);
  const auto items = static_cast<std::uint32_t>(2 + random.below(25));
  zoo::Rows rows = zoo::strong_rows(items, random.below(150), 3, random);
  zoo::decorate(rows, 0, 1, 0.1, random);
  for (Comparison& row : rows) row.weight = std::pow(10, random.uniform(-2, 2));
  return make_case(items, std::move(rows));
}

class BradleyTerryOnRandomData : public testing::TestWithParam<std::uint64_t> {};

TEST_P(BradleyTerryOnRandomData, IsOptimal) {
  const Case c = random_case(GetParam());
  for (const double gamma : {0.0, 1e-3, 1.0}) {
    const RankResult result = rank(c.data, {.method = "bradley-terry", .gamma = gamma});
    ASSERT_TRUE(result.converged()) << result.convergence.message;
    const Scores scores = runs::scores_in(result, c.data);
    const Slopes at(c.won, gamma, as_vector(scores));
    const long double largest_ridge = 2 * gamma * as_vector(scores).cwiseAbs().maxCoeff();
    for (std::uint32_t i = 0; i < c.items; ++i)
      EXPECT_LE(std::abs(at.gradient(i)), 1.001e-9L * (at.size(i) + largest_ridge)) << "gamma " << gamma;
    EXPECT_NEAR(std::accumulate(scores.begin(), scores.end(), 0.0), 0, 1e-12 * c.items);
    EXPECT_LT(runs::largest_difference(scores, dense_fit(c.won, gamma)), 1e-6) << "gamma " << gamma;
  }
}

TEST_P(BradleyTerryOnRandomData, StandardErrorsAreThoseOfTheDenseInverse) {
  const Case c = random_case(GetParam());
  for (const double gamma : {0.0, 1e-3, 1.0}) {
    const RankResult result = rank(c.data, {.method = "bradley-terry", .gamma = gamma});
    const Vector x = as_vector(runs::scores_in(result, c.data));
    const Matrix variance = inverse_on_mean_zero(Slopes(c.won, gamma, x).hessian);
    const Scores errors = runs::standard_errors_in(result, c.data);
    for (std::uint32_t i = 0; i < c.items; ++i)
      EXPECT_NEAR(errors[i] / std::sqrt(static_cast<double>(variance(i, i))), 1, 1e-7);
  }
}

TEST_P(BradleyTerryOnRandomData, SwappedWinnersNegate) {
  const Case c = random_case(GetParam());
  const RankResult swapped = rank(zoo::from_rows(c.items, zoo::swapped(c.rows)), {.method = "bradley-terry"});
  const RankResult result = rank(c.data, {.method = "bradley-terry"});
  EXPECT_LT(runs::largest_difference(runs::scores_in(swapped, c.data), runs::negated(runs::scores_in(result, c.data))),
            1e-7);
  EXPECT_NEAR(swapped.convergence.objective / result.convergence.objective, 1, 1e-12);
}

TEST_P(BradleyTerryOnRandomData, TheOrderOfRowsAndItemsDoesNotMatter) {
  const Case c = random_case(GetParam());
  Random random(GetParam());
  std::vector<ItemId> new_id(c.items);
  std::iota(new_id.begin(), new_id.end(), 0u);
  random.shuffle(std::span(new_id));
  zoo::Rows rows = zoo::shuffled(c.rows, random);
  for (Comparison& row : rows) row.winner = new_id[row.winner], row.loser = new_id[row.loser];
  const Comparisons other = zoo::from_rows(c.items, rows);
  const RankResult result = rank(c.data, {.method = "bradley-terry"}), moved = rank(other, {.method = "bradley-terry"});
  const Scores found = runs::scores_in(moved, other), expected = runs::scores_in(result, c.data);
  const Scores found_errors = runs::standard_errors_in(moved, other);
  const Scores expected_errors = runs::standard_errors_in(result, c.data);
  for (std::uint32_t item = 0; item < c.items; ++item) {
    EXPECT_NEAR(found[new_id[item]], expected[item], 1e-7);
    EXPECT_NEAR(found_errors[new_id[item]] / expected_errors[item], 1, 1e-6);
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, BradleyTerryOnRandomData, testing::Range<std::uint64_t>(0, 40));

// With d the difference, w softplus(-d) + l softplus(d) is least at d = log(w / l), with curvature 1 / (1/w + 1/l).
// The scores are d/2 and -d/2, so their standard error is half of d's.
TEST(BradleyTerry, TwoItems) {
  for (const double won : {1.0, 3.0, 1e6})
    for (const double lost : {1.0, 7.0, 1e-3}) {
      const zoo::Rows rows = {{.winner = 0, .loser = 1, .weight = won}, {.winner = 1, .loser = 0, .weight = lost}};
      const Comparisons data = zoo::from_rows(2, rows);
      const RankResult result = rank(data, {.method = "bradley-terry"});
      ASSERT_TRUE(result.converged());
      EXPECT_NEAR(runs::scores_in(result, data)[0], std::log(won / lost) / 2, 1e-8);
      for (const double error : runs::standard_errors_in(result, data))
        EXPECT_NEAR(error / (std::sqrt(1 / won + 1 / lost) / 2), 1, 1e-8);
    }
}

// Only wins: w sigmoid(-d) = gamma d, and the curvature in d is w sigmoid(d) sigmoid(-d) + gamma.
TEST(BradleyTerry, TwoItemsWithThePrior) {
  const Comparisons data = zoo::from_rows(2, {{.winner = 0, .loser = 1, .weight = 5}});
  const RankResult result = rank(data, {.method = "bradley-terry"});
  double low = 0, high = 100;
  for (int k = 0; k < 200; ++k) {
    const double d = (low + high) / 2;
    (5 / (1 + std::exp(d)) > kBradleyTerryGamma * d ? low : high) = d;
  }
  EXPECT_NEAR(result.ranking[0].score, low / 2, 1e-8);
  const double curvature = 5 / (1 + std::exp(low)) / (1 + std::exp(-low)) + kBradleyTerryGamma;
  EXPECT_NEAR(*result.ranking[0].standard_error, std::sqrt(1 / curvature) / 2, 1e-8);
}

// Four answers beside some of weight 1e9: to the items they are nothing, to the ranking everything.
TEST(BradleyTerry, LightAnswersCountBesideHeavyOnes) {
  zoo::Rows rows;
  for (const ItemId pair : {0u, 2u})
    rows.push_back({.winner = pair, .loser = pair + 1, .weight = 1e9}),
        rows.push_back({.winner = pair + 1, .loser = pair, .weight = 1e9});
  rows.push_back({.winner = 1, .loser = 2, .weight = 3});
  rows.push_back({.winner = 2, .loser = 1});
  const Comparisons data = zoo::from_rows(4, rows);
  const std::vector<double> scores = runs::scores(data, {.method = "bradley-terry"});
  EXPECT_NEAR(scores[1] - scores[2], std::log(3.0), 1e-4);
}

// Few answers of very uneven weight: where an answer is alone, the likelihood is nearly flat and a full Newton step
// goes far beyond the maximum.
TEST(BradleyTerry, SparseDataOfUnevenWeight) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Random random(seed);
    zoo::Rows rows = zoo::strong_rows(100, 100, 3, random);
    for (Comparison& row : rows) row.weight = std::pow(10, random.uniform(-2, 2));
    const Comparisons data = zoo::from_rows(100, rows);
    const RankResult result = rank(data, {.method = "bradley-terry", .gamma = 0.0});
    EXPECT_TRUE(result.converged()) << "seed " << seed << ": " << result.convergence.message;
    const Slopes at(count_wins(100, rows), 0, as_vector(runs::scores_in(result, data)));
    EXPECT_LT(at.gradient.cwiseAbs().cwiseQuotient(at.size).maxCoeff(), 1.001e-9L);
  }
}

std::string gamma_of(const RankResult& result) {
  for (const auto& [name, value] : result.options)
    if (name == "gamma") return value;
  return "absent";
}

TEST(BradleyTerry, APriorOnlyWhereItIsNeeded) {
  Random random(2);
  const Comparisons strong = zoo::from_rows(5, zoo::strong_rows(5, 10, 1, random));
  const RankResult likelihood = rank(strong, {.method = "bradley-terry"});
  EXPECT_EQ(gamma_of(likelihood), "0");
  EXPECT_EQ(gamma_of(rank(strong, {.method = "bradley-terry", .gamma = kAuto})), "0") << "as if it were left out";
  EXPECT_EQ(likelihood.convergence.message.find("maximum likelihood, "), 0u) << likelihood.convergence.message;
  EXPECT_FALSE(runs::mentions(likelihood.notes, "prior"));

  // 0 and 1 beat each other; 2 lost to both.
  const Comparisons weak = zoo::from_rows(
      3, {{.winner = 0, .loser = 1}, {.winner = 1, .loser = 0}, {.winner = 0, .loser = 2}, {.winner = 1, .loser = 2}});
  const RankResult posterior = rank(weak, {.method = "bradley-terry"});
  EXPECT_EQ(gamma_of(posterior), "0.01");
  EXPECT_TRUE(posterior.converged());
  EXPECT_TRUE(runs::mentions(posterior.notes, "a weak prior (gamma 0.01) holds the scores together"));
  EXPECT_NE(posterior.convergence.message.find("maximum a posteriori (gamma 0.01)"), std::string::npos);
  EXPECT_FALSE(runs::mentions(rank(weak, {.method = "bradley-terry", .gamma = 0.5}).notes, "prior"))
      << "who asks for one need not be told";

  const RankOptions no_prior = {.method = "bradley-terry", .gamma = 0.0};
  EXPECT_EQ(runs::refusal(weak, no_prior).find("bradley-terry: with gamma 0 there is no maximum"), 0u);
  RankOptions inside = no_prior;
  inside.component = RankedPart::strong;
  const RankResult largest = rank(weak, inside);
  EXPECT_EQ(largest.ranking.size(), 2u);
  EXPECT_NEAR(largest.ranking[0].score, 0, 1e-9);
}

TEST(BradleyTerry, AHeavyRowIsManyRows) {
  Random random(6);
  zoo::Rows rows = zoo::strong_rows(6, 20, 1, random);
  rows.push_back({.winner = 0, .loser = 1, .weight = 20'000});
  rows.push_back({.winner = 1, .loser = 0, .weight = 10'000});
  const Comparisons heavy = zoo::from_rows(6, rows), many = zoo::from_rows(6, zoo::repeated(rows));
  const RankResult one = rank(heavy, {.method = "bradley-terry"}), other = rank(many, {.method = "bradley-terry"});
  EXPECT_EQ(runs::scores_in(one, heavy), runs::scores_in(other, many));
  EXPECT_EQ(runs::standard_errors_in(one, heavy), runs::standard_errors_in(other, many));
}

// Two heavy pairs and a light link of 3 answers to 1 between them. The residual is relative to the forces on an item,
// 1e6 here, so the slope along the link may be off by 2e-3 and the scores by that over its curvature, 4 * 3/16.
TEST(BradleyTerry, HeavyPairsDoNotHideALightLink) {
  zoo::Rows rows = {{.winner = 1, .loser = 2, .weight = 3}, {.winner = 2, .loser = 1}};
  for (const ItemId k : {0u, 2u}) {
    rows.push_back({.winner = k, .loser = k + 1, .weight = 1e6});
    rows.push_back({.winner = k + 1, .loser = k, .weight = 1e6});
  }
  const Scores found = runs::scores(zoo::from_rows(4, rows), {.method = "bradley-terry"});
  EXPECT_NEAR(found[1] - found[2], std::log(3), 2e-3 / 0.75);
}

TEST(BradleyTerry, PartsAreFittedOneByOne) {
  Random random(8);
  const zoo::Rows first = zoo::strong_rows(7, 40, 2, random), second = zoo::strong_rows(5, 20, 2, random);
  zoo::Rows all = first;
  for (Comparison row : second) all.push_back({.winner = row.winner + 7, .loser = row.loser + 7});
  all.push_back({.winner = 12, .loser = 3, .outcome = Outcome::tie});
  const Comparisons data = zoo::from_rows(13, all), one = zoo::from_rows(7, first), two = zoo::from_rows(5, second);
  const RankResult result = rank(data, {.method = "bradley-terry", .ties = TieRule::drop});
  const RankResult first_alone = rank(one, {.method = "bradley-terry"});
  const RankResult second_alone = rank(two, {.method = "bradley-terry"});
  EXPECT_TRUE(result.converged());
  const Scores scores = runs::scores_in(result, data), errors = runs::standard_errors_in(result, data);
  EXPECT_EQ(Scores(scores.begin(), scores.begin() + 7), runs::scores_in(first_alone, one));
  EXPECT_EQ(Scores(scores.begin() + 7, scores.begin() + 12), runs::scores_in(second_alone, two));
  EXPECT_EQ(Scores(errors.begin() + 7, errors.begin() + 12), runs::standard_errors_in(second_alone, two));
  EXPECT_EQ(scores[12], 0);
  EXPECT_TRUE(std::isnan(errors[12])) << "nothing is known about an item without comparisons";
  EXPECT_DOUBLE_EQ(result.convergence.objective,
                   first_alone.convergence.objective + second_alone.convergence.objective);
}

TEST(BradleyTerry, SaysThatErrorsOfLargePartsAreEstimates) {
  Random random(9);
  const Comparisons data = zoo::from_rows(1200, zoo::strong_rows(1200, 6000, 1, random));
  const RankResult result = rank(data, {.method = "bradley-terry"});
  EXPECT_TRUE(runs::mentions(result.notes, "estimated from 32 random draws"));
  for (const Place& place : result.ranking) EXPECT_GT(place.standard_error.value_or(0), 0);
}

// Expected wins are the moved ones, but for what is shared out by curvature.
void expect_adjusted(std::uint32_t items, const zoo::Rows& rows) {
  const Comparisons data = zoo::from_rows(items, rows);
  RankOptions options;
  options.method = "bradley-terry";
  options.adjustment = 0.3;
  options.component = RankedPart::largest;
  const RankResult result = rank(data, options);
  EXPECT_TRUE(result.converged());
  const Scores x = runs::scores_in(result, data), errors = runs::standard_errors_in(result, data);
  const Matrix won = count_wins(items, rows);
  std::vector<double> apart;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (std::isnan(x[i])) continue;
    double wins = 0, answers = 0, expected = 0, curvature = 0;
    for (std::size_t j = 0; j < x.size(); ++j) {
      const auto a = static_cast<Eigen::Index>(i), b = static_cast<Eigen::Index>(j);
      const auto both = static_cast<double>(won(a, b) + won(b, a));
      if (both == 0) continue;
      const auto p = static_cast<double>(sigmoid(x[i] - x[j]));
      wins += static_cast<double>(won(a, b)), answers += both;
      expected += both * p, curvature += both * p * (1 - p);
    }
    EXPECT_NEAR(errors[i], 1 / std::sqrt(curvature), 1e-9);
    apart.push_back((0.3 + (1 - 0.6 / answers) * wins - expected) / curvature);
  }
  for (const double one : apart) EXPECT_NEAR(one, apart.front(), 1e-8);
}

TEST(BradleyTerry, AdjustedWinsAreTheExpectedOnes) {
  Random random(31);
  expect_adjusted(12, zoo::strong_rows(12, 60, 2, random));
  expect_adjusted(
      4, {{.winner = 0, .loser = 1}, {.winner = 1, .loser = 2}, {.winner = 2, .loser = 3}, {.winner = 1, .loser = 3}});
}

// All of them beat one: what is over takes many rounds to be shared out.
TEST(BradleyTerry, AdjustedWinsAreGivenAsManyRoundsAsTheyNeed) {
  zoo::Rows rows;
  for (ItemId item = 1; item < 40; ++item)
    for (ItemId times = 0; times <= item % 4; ++times) rows.push_back({.winner = item, .loser = 0});
  expect_adjusted(40, rows);
}

// With what is over at the start, no scores would do; with what is over at the end, these do.
TEST(BradleyTerry, AdjustedWinsAreFoundWhereTheFirstRoundHasNone) {
  expect_adjusted(5, {{.winner = 0, .loser = 2},
                      {.winner = 1, .loser = 2},
                      {.winner = 3, .loser = 1},
                      {.winner = 3, .loser = 1},
                      {.winner = 4, .loser = 2}});
}

// A group that won every answer against the rest, and in which those with few answers lost them: its wins would be
// moved up.
TEST(BradleyTerry, SaysWhereAdjustedWinsHaveNoMaximum) {
  zoo::Rows rows = {{.winner = 0, .loser = 1}, {.winner = 0, .loser = 2}, {.winner = 0, .loser = 3}};
  for (int k = 0; k < 10; ++k) rows.insert(rows.end(), {{.winner = 3, .loser = 4}, {.winner = 4, .loser = 3}});
  RankOptions options;
  options.method = "bradley-terry";
  options.adjustment = 0.3;
  EXPECT_THROW(rank(zoo::from_rows(5, rows), options), NotApplicable);
  options.gamma = 0.01;
  EXPECT_TRUE(rank(zoo::from_rows(5, rows), options).converged());
}

}  // namespace
}  // namespace pdrank
