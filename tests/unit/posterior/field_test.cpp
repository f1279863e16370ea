#include "pdrank/posterior/field.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>

#include "pdrank/core/parallel.hpp"
#include "pdrank/core/random.hpp"

namespace pdrank {
namespace {

using Edges = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

Answers graph_of(std::uint32_t nodes, const Edges& edges) {
  std::vector<AnswerRow> rows;
  for (const auto& [a, b] : edges) rows.push_back({std::min(a, b), std::max(a, b), 0, 1, 0, 0});
  return make_answers(std::move(rows), nodes, 1);
}

Edges random_edges(std::uint32_t nodes, std::size_t count, std::uint64_t seed) {
  Random random(seed);
  Edges edges;
  for (std::size_t k = 0; k < count; ++k) {
    const auto a = static_cast<std::uint32_t>(random.below(nodes));
    edges.emplace_back(a, (a + 1 + random.below(nodes - 1)) % nodes);
  }
  return edges;
}

Edges band(std::uint32_t nodes, std::uint32_t width) {
  Edges edges;
  for (std::uint32_t a = 0; a < nodes; ++a)
    for (std::uint32_t b = a + 1; b < std::min(nodes, a + width + 1); ++b) edges.emplace_back(a, b);
  return edges;
}

Edges star(std::uint32_t nodes) {
  Edges edges;
  for (std::uint32_t a = 1; a < nodes; ++a) edges.emplace_back(0, a);
  return edges;
}

// Precisions about 1/4, as of one or two answers; `negative` of the pairs have a small negative one.
Sites random_sites(const Answers& answers, double negative, std::uint64_t seed) {
  Random random(seed);
  Sites sites;
  for (std::uint32_t node = 0; node < answers.nodes; ++node) {
    sites.node_precision.push_back(random.uniform(0.2, 0.5));
    sites.node_pull.push_back(random.uniform(-0.3, 0.3));
  }
  for (std::size_t pair = 0; pair < answers.pairs(); ++pair) {
    sites.pair_precision.push_back(random.chance(negative) ? -0.02 : random.uniform(0.05, 0.5));
    sites.pair_pull.push_back(random.uniform(-0.5, 0.5));
  }
  return sites;
}

struct ByHand {
  Eigen::MatrixXd precision, covariance;
  Eigen::VectorXd pull, mean;
};

ByHand solve_by_hand(const Answers& answers, const Sites& sites) {
  const Eigen::Index nodes = answers.nodes;
  ByHand found{Eigen::MatrixXd::Zero(nodes, nodes), {}, Eigen::VectorXd::Zero(nodes), {}};
  for (Eigen::Index i = 0; i < nodes; ++i) {
    const auto node = static_cast<std::size_t>(i);
    found.precision(i, i) = sites.node_precision[node];
    found.pull[i] = sites.node_pull[node];
  }
  for (std::size_t pair = 0; pair < answers.pairs(); ++pair) {
    Eigen::VectorXd b = Eigen::VectorXd::Zero(nodes);
    b[answers.first[pair]] = 1;
    b[answers.second[pair]] = -1;
    const double tau = sites.pair_precision[pair];
    const Eigen::Index i = answers.first[pair], j = answers.second[pair];
    found.precision(i, i) += tau, found.precision(j, j) += tau;
    found.precision(i, j) -= tau, found.precision(j, i) -= tau;
    found.pull[i] += sites.pair_pull[pair], found.pull[j] -= sites.pair_pull[pair];
  }
  found.covariance = found.precision.inverse();
  found.mean = found.covariance * found.pull;
  return found;
}

double pair_variance(const Eigen::MatrixXd& covariance, const Answers& answers, std::size_t pair) {
  const Eigen::Index i = answers.first[pair], j = answers.second[pair];
  return covariance(i, i) + covariance(j, j) - 2 * covariance(i, j);
}

// By dense matrices, and by sparse ones.
class ExactField : public testing::TestWithParam<std::unique_ptr<Field> (*)(const Answers&)> {};
INSTANTIATE_TEST_SUITE_P(Both, ExactField, testing::Values(make_dense_field, make_sparse_field));

TEST_P(ExactField, IsTheInverse) {
  const Answers answers = graph_of(12, random_edges(12, 30, 1));
  Sites sites = random_sites(answers, 0.2, 2);
  const ByHand expected = solve_by_hand(answers, sites);
  const std::unique_ptr<Field> field = GetParam()(answers);
  ASSERT_TRUE(field->solve(sites));
  for (std::uint32_t node = 0; node < answers.nodes; ++node) {
    EXPECT_NEAR(field->mean()[node], expected.mean[node], 1e-12);
    EXPECT_NEAR(field->variance(node), expected.covariance(node, node), 1e-12);
  }
  for (std::size_t pair = 0; pair < answers.pairs(); ++pair)
    EXPECT_NEAR(field->pair_variance(pair), pair_variance(expected.covariance, answers, pair), 1e-12);
  EXPECT_NEAR(field->log_determinant(), std::log(expected.precision.determinant()), 1e-10);
  const std::vector<double> side(answers.nodes, 0.5);
  const std::vector<double> solution = field->solve_for({side}).front();
  const Eigen::VectorXd by_hand = expected.covariance * Eigen::VectorXd::Constant(answers.nodes, 0.5);
  for (std::uint32_t node = 0; node < answers.nodes; ++node) EXPECT_NEAR(solution[node], by_hand[node], 1e-12);
}

// A pair whose precision is 0 keeps its place in the factor.
TEST_P(ExactField, SitesMayVanishAndComeBack) {
  const Answers answers = graph_of(40, band(40, 3));
  const std::unique_ptr<Field> field = GetParam()(answers);
  Sites sites = random_sites(answers, 0, 9);
  std::fill(sites.pair_precision.begin(), sites.pair_precision.end(), 0.0);
  ASSERT_TRUE(field->solve(sites));
  for (std::size_t pair = 0; pair < answers.pairs(); ++pair)
    EXPECT_NEAR(field->pair_variance(pair),
                1 / sites.node_precision[answers.first[pair]] + 1 / sites.node_precision[answers.second[pair]], 1e-12);
  sites = random_sites(answers, 0.1, 10);
  ASSERT_TRUE(field->solve(sites));
  const ByHand expected = solve_by_hand(answers, sites);
  for (std::size_t pair = 0; pair < answers.pairs(); ++pair)
    EXPECT_NEAR(field->pair_variance(pair), pair_variance(expected.covariance, answers, pair), 1e-12);
}

TEST(SparseField, IsNotTriedWhereTheFactorsFillUp) {
  EXPECT_TRUE(make_sparse_field(graph_of(3000, band(3000, 4))));
  EXPECT_FALSE(make_sparse_field(graph_of(1500, random_edges(1500, 15000, 11))));
}

// A million answers about a pair beside pairs with one.
TEST_P(ExactField, HugePrecisions) {
  const Answers answers = graph_of(4, {{0, 1}, {1, 2}, {2, 3}, {0, 3}});
  Sites sites = random_sites(answers, 0, 3);
  sites.pair_precision[0] = 2.5e5;
  sites.pair_pull[0] = 1e5;
  const ByHand expected = solve_by_hand(answers, sites);
  const std::unique_ptr<Field> field = GetParam()(answers);
  ASSERT_TRUE(field->solve(sites));
  // The condition of H is 1e6, and its rounding 1e-16.
  for (std::size_t pair = 0; pair < answers.pairs(); ++pair)
    EXPECT_NEAR(field->pair_variance(pair) / pair_variance(expected.covariance, answers, pair), 1, 1e-4);
  EXPECT_NEAR(field->pair_variance(0), 4e-6, 1e-8);
}

TEST_P(ExactField, SaysIfThereIsNoSuchLaw) {
  const Answers answers = graph_of(3, {{0, 1}, {1, 2}});
  Sites sites = random_sites(answers, 0, 4);
  sites.pair_precision[1] = -5;
  EXPECT_FALSE(GetParam()(answers)->solve(sites));
  EXPECT_FALSE(make_sampled_field(answers, 1)->solve(sites));
}

// The mean square of a pair's difference over n draws that come in mirrored pairs has a relative standard error of
// sqrt(2 / (n / 2)). Bound: six of them, and on average over all pairs hardly any.
void expect_covariance(const ScoreDraws& draws, std::span<const double> mean, const Answers& answers,
                       const std::function<double(std::size_t)>& expected, double tolerance) {
  const double error = std::sqrt(4.0 / static_cast<double>(draws.count()));
  double sum = 0;
  for (std::size_t pair = 0; pair < answers.pairs(); ++pair) {
    const std::uint32_t i = answers.first[pair], j = answers.second[pair];
    double squares = 0;
    for (std::size_t draw = 0; draw < draws.count(); ++draw) {
      const double d = static_cast<double>(draws[draw][i] - draws[draw][j]) - (mean[i] - mean[j]);
      squares += d * d / static_cast<double>(draws.count());
    }
    const double ratio = squares / expected(pair);
    EXPECT_NEAR(ratio, 1, 6 * error);
    sum += (ratio - 1) / static_cast<double>(answers.pairs());
  }
  EXPECT_NEAR(sum, 0, tolerance);
}

TEST_P(ExactField, DrawsAreOfTheLaw) {
  const Answers answers = graph_of(12, random_edges(12, 30, 5));
  const Sites sites = random_sites(answers, 0.2, 6);
  const ByHand expected = solve_by_hand(answers, sites);
  const std::unique_ptr<Field> field = GetParam()(answers);
  ASSERT_TRUE(field->solve(sites));
  const ScoreDraws draws = field->draw(sites, 4000, 7);
  ASSERT_EQ(draws.count(), 4000u);
  for (std::size_t draw = 0; draw < draws.count(); draw += 2)
    for (std::size_t node = 0; node < answers.nodes; ++node)
      ASSERT_NEAR((draws[draw][node] + draws[draw + 1][node]) / 2, field->mean()[node], 1e-5) << "mirrored at the mean";
  // The pairs share 12 nodes: their mean has about the standard error of 12 independent ones, sqrt(1 / 2000 / 12).
  expect_covariance(
      draws, field->mean(), answers,
      [&](std::size_t pair) { return pair_variance(expected.covariance, answers, pair); },
      4 * std::sqrt(1.0 / 2000 / 12));
}

TEST_P(ExactField, AnOddNumberOfDraws) {
  const Answers answers = graph_of(3, {{0, 1}, {1, 2}});
  const std::unique_ptr<Field> field = GetParam()(answers);
  const Sites sites = random_sites(answers, 0, 8);
  ASSERT_TRUE(field->solve(sites));
  EXPECT_EQ(field->draw(sites, 5, 1).count(), 5u);
}

// Random vectors: 8 batches of 16 equations, one of which is for the means.
constexpr double kVectors = 127;

// Means to the solver's tolerance: 3e-4 of the size of the right side in the norm of the preconditioner D,
// |r|_D^-1 <= t |b|_D^-1. The error e = H^-1 r then has |e|_H <= |r|_H^-1 <= sqrt(|D H^-1|) t |b|_D^-1, by node in
// units of its deviation at most that.
double mean_bound(const ByHand& by_hand) {
  const Eigen::VectorXd diagonal = by_hand.precision.diagonal();
  const Eigen::VectorXd root = diagonal.cwiseSqrt();
  const Eigen::MatrixXd scaled = root.asDiagonal() * by_hand.covariance * root.asDiagonal();
  const double spread =
      Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(scaled, Eigen::EigenvaluesOnly).eigenvalues().maxCoeff();
  const double size = std::sqrt((by_hand.pull.array().square() / diagonal.array()).sum());
  return 3e-4 * std::sqrt(spread) * size;
}

struct SampledCase {
  const char* name;
  std::uint32_t nodes;
  Edges edges;
};

std::vector<SampledCase> sampled_cases() {
  return {{"random", 300, random_edges(300, 1500, 1)},
          {"band", 320, band(320, 4)},
          {"chain", 300, band(300, 1)},
          {"star", 300, star(300)}};
}

TEST(SampledField, MeansAndVariances) {
  for (const SampledCase& one : sampled_cases()) {
    SCOPED_TRACE(one.name);
    const Answers answers = graph_of(one.nodes, one.edges);
    const Sites sites = random_sites(answers, 0, 2);
    const ByHand expected = solve_by_hand(answers, sites);
    const std::unique_ptr<Field> field = make_sampled_field(answers, 3);
    ASSERT_TRUE(field->solve(sites));
    EXPECT_TRUE(std::isnan(field->log_determinant()));
    const double bound = mean_bound(expected);
    // Only the part that does not follow from a node's neighbourhood is estimated, so sqrt(2 / vectors) is a bound of
    // the relative error's deviation. Six of it for each, and a quarter of one for the mean of all.
    const double error = std::sqrt(2 / kVectors);
    double nodes_off = 0, pairs_off = 0;
    for (std::uint32_t node = 0; node < answers.nodes; ++node) {
      EXPECT_NEAR(field->mean()[node], expected.mean[node], bound * std::sqrt(expected.covariance(node, node)));
      const double ratio = field->variance(node) / expected.covariance(node, node);
      EXPECT_NEAR(ratio, 1, 6 * error);
      nodes_off += (ratio - 1) / answers.nodes;
    }
    for (std::size_t pair = 0; pair < answers.pairs(); ++pair) {
      const double ratio = field->pair_variance(pair) / pair_variance(expected.covariance, answers, pair);
      EXPECT_NEAR(ratio, 1, 6 * error);
      pairs_off += (ratio - 1) / static_cast<double>(answers.pairs());
    }
    EXPECT_NEAR(nodes_off, 0, error / 4);
    EXPECT_NEAR(pairs_off, 0, error / 4);
  }
}

// A new solve for other sites goes on from the old one and forgets it.
TEST(SampledField, SolvesAgain) {
  const Answers answers = graph_of(300, random_edges(300, 900, 4));
  const std::unique_ptr<Field> field = make_sampled_field(answers, 5);
  ASSERT_TRUE(field->solve(random_sites(answers, 0, 6)));
  const Sites sites = random_sites(answers, 0, 7);
  ASSERT_TRUE(field->solve(sites));
  const ByHand expected = solve_by_hand(answers, sites);
  const double bound = mean_bound(expected);
  for (std::uint32_t node = 0; node < answers.nodes; ++node)
    EXPECT_NEAR(field->mean()[node], expected.mean[node], bound * std::sqrt(expected.covariance(node, node)));
}

// Pairs of negative precision get no noise: the vectors have the covariance H^-1 B H^-1, B without these pairs.
TEST(SampledField, NegativePrecisions) {
  const Answers answers = graph_of(300, random_edges(300, 1500, 8));
  const Sites sites = random_sites(answers, 0.03, 9);
  Sites positive = sites;
  for (double& precision : positive.pair_precision) precision = std::max(precision, 0.0);
  const ByHand expected = solve_by_hand(answers, sites);
  const Eigen::MatrixXd drawn = expected.covariance * solve_by_hand(answers, positive).precision * expected.covariance;
  const std::unique_ptr<Field> field = make_sampled_field(answers, 10);
  ASSERT_TRUE(field->solve(sites));
  const double error = std::sqrt(2 / kVectors);
  double off = 0;
  for (std::uint32_t node = 0; node < answers.nodes; ++node)
    off += (field->variance(node) / expected.covariance(node, node) - 1) / answers.nodes;
  // What that adds to the variances is little where few precisions are negative.
  double added = 0;
  for (Eigen::Index node = 0; node < drawn.rows(); ++node)
    added += (drawn(node, node) / expected.covariance(node, node) - 1) / static_cast<double>(drawn.rows());
  EXPECT_LT(added, 0.01);
  EXPECT_NEAR(off, added, error / 4);
}

TEST(SampledField, DrawsAreOfTheLaw) {
  const Answers answers = graph_of(300, random_edges(300, 1200, 11));
  const Sites sites = random_sites(answers, 0, 12);
  const ByHand expected = solve_by_hand(answers, sites);
  const std::unique_ptr<Field> field = make_sampled_field(answers, 13);
  ASSERT_TRUE(field->solve(sites));
  const ScoreDraws draws = field->draw(sites, 600, 14);
  for (std::size_t node = 0; node < answers.nodes; ++node)
    ASSERT_NEAR((draws[0][node] + draws[1][node]) / 2, field->mean()[node], 1e-5) << "mirrored at the mean";
  // 1,200 pairs of 300 nodes: the mean of their squares has about the error of 300 independent ones.
  expect_covariance(
      draws, field->mean(), answers,
      [&](std::size_t pair) { return pair_variance(expected.covariance, answers, pair); },
      4 * std::sqrt(2.0 / 300 / 300) + 2e-3);
}

// A pair with 10^6 answers among pairs with one: its difference is known to 1 / sqrt(precision).
TEST(SampledField, HugePrecisions) {
  const Answers answers = graph_of(300, random_edges(300, 900, 15));
  Sites sites = random_sites(answers, 0, 16);
  sites.pair_precision[7] = 2.5e5;
  sites.pair_pull[7] = 1e5;
  const ByHand expected = solve_by_hand(answers, sites);
  const std::unique_ptr<Field> field = make_sampled_field(answers, 17);
  ASSERT_TRUE(field->solve(sites));
  const double exact = pair_variance(expected.covariance, answers, 7);
  EXPECT_NEAR(field->pair_variance(7) / exact, 1, 0.05);
  const double gap = field->mean()[answers.first[7]] - field->mean()[answers.second[7]];
  EXPECT_NEAR(gap, expected.mean[answers.first[7]] - expected.mean[answers.second[7]], std::sqrt(exact));
}

TEST(SampledField, TheSameOnAnyNumberOfThreads) {
  const Answers answers = graph_of(5000, random_edges(5000, 15'000, 18));  // several blocks
  const Sites sites = random_sites(answers, 0, 19);
  const auto solved = [&](int threads) {
    const ThreadScope scope(threads);
    const std::unique_ptr<Field> field = make_sampled_field(answers, 20);
    EXPECT_TRUE(field->solve(sites));
    std::vector<double> all(field->mean().begin(), field->mean().end());
    for (std::uint32_t node = 0; node < answers.nodes; ++node) all.push_back(field->variance(node));
    const ScoreDraws draws = field->draw(sites, 32, 21);
    all.insert(all.end(), draws[31].begin(), draws[31].end());
    return all;
  };
  EXPECT_EQ(solved(1), solved(3));
}

// No news comes back by a cycle: all is exact, as far as single precision and the last pass go.
TEST(MessageField, IsExactOnTrees) {
  for (const SampledCase& one : {SampledCase{"chain", 300, band(300, 1)}, SampledCase{"star", 300, star(300)}}) {
    SCOPED_TRACE(one.name);
    const Answers answers = graph_of(one.nodes, one.edges);
    const Sites sites = random_sites(answers, 0.03, 22);
    const ByHand expected = solve_by_hand(answers, sites);
    const std::unique_ptr<Field> field = make_message_field(answers);
    ASSERT_TRUE(field->solve(sites));
    for (std::uint32_t node = 0; node < answers.nodes; ++node) {
      EXPECT_NEAR(field->mean()[node], expected.mean[node], 0.01 * std::sqrt(expected.covariance(node, node)));
      EXPECT_NEAR(field->variance(node) / expected.covariance(node, node), 1, 0.003);
    }
    for (std::size_t pair = 0; pair < answers.pairs(); ++pair)
      EXPECT_NEAR(field->pair_variance(pair) / pair_variance(expected.covariance, answers, pair), 1, 0.003);
  }
}

// Means are exact on any graph; variances where cycles are long. Where they are not, it is known by how much.
TEST(MessageField, MeansAndVariances) {
  struct Case {
    const char* name;
    std::uint32_t nodes;
    Edges edges;
    double each, all;
  };
  for (const Case& one :
       {Case{"random", 1500, random_edges(1500, 6000, 23), 0.05, 0.005}, Case{"band", 320, band(320, 4), 0.3, 0.2}}) {
    SCOPED_TRACE(one.name);
    const Answers answers = graph_of(one.nodes, one.edges);
    const Sites sites = random_sites(answers, 0, 24);
    const ByHand expected = solve_by_hand(answers, sites);
    const std::unique_ptr<Field> field = make_message_field(answers);
    ASSERT_TRUE(field->solve(random_sites(answers, 0, 25)));
    ASSERT_TRUE(field->solve(sites));
    double off = 0;
    for (std::uint32_t node = 0; node < answers.nodes; ++node) {
      EXPECT_NEAR(field->mean()[node], expected.mean[node], 0.01 * std::sqrt(expected.covariance(node, node)));
      const double ratio = field->variance(node) / expected.covariance(node, node);
      EXPECT_NEAR(ratio, 1, one.each);
      off += (ratio - 1) / answers.nodes;
    }
    EXPECT_NEAR(off, 0, one.all);
    double known = 0;
    for (std::uint64_t seed = 0; seed < 40; ++seed) known += field->off(sites, seed) / 40;
    const double of_signs = std::sqrt(2.0 / one.nodes);  // what one random vector leaves open
    EXPECT_NEAR(known, std::abs(off), of_signs);
  }
}

TEST(MessageField, TheSameOnAnyNumberOfThreads) {
  const Answers answers = graph_of(5000, random_edges(5000, 45'000, 26));  // several blocks
  const Sites sites = random_sites(answers, 0, 27);
  const auto solved = [&](int threads) {
    const ThreadScope scope(threads);
    const std::unique_ptr<Field> field = make_message_field(answers);
    EXPECT_TRUE(field->solve(sites));
    std::vector<double> all(field->mean().begin(), field->mean().end());
    for (std::size_t pair = 0; pair < answers.pairs(); ++pair) all.push_back(field->pair_variance(pair));
    return all;
  };
  EXPECT_EQ(solved(1), solved(3));
}

TEST(Field, IsDenseWhereNodesAreFew) {
  const Answers few = graph_of(kMostDenseNodes, {{0, 1}}), many = graph_of(kMostDenseNodes + 1, {{0, 1}});
  const auto determinant = [](const Answers& answers) {
    const std::unique_ptr<Field> field = make_field(answers, 1);
    EXPECT_TRUE(field->solve(random_sites(answers, 0, 22)));
    return field->log_determinant();
  };
  EXPECT_FALSE(std::isnan(determinant(few)));
  EXPECT_TRUE(std::isnan(determinant(many)));
}

// News goes one edge a step along a chain, and the chain is longer than there are steps.
TEST(Field, SaysWhereConjugateGradientsEndTooEarly) {
  constexpr std::uint32_t kNodes = 2000;
  const Answers chain = graph_of(kNodes, band(kNodes, 1));
  const Sites usual = random_sites(chain, 0, 1);
  Sites loose = usual;
  std::ranges::fill(loose.node_precision, 1e-6);
  std::ranges::fill(loose.node_pull, 0.0);
  std::ranges::fill(loose.pair_precision, 1.0);
  std::ranges::fill(loose.pair_pull, 0.0);
  loose.node_pull.front() = 1;
  loose.node_pull.back() = -1;
  for (const bool by_messages : {true, false}) {
    const std::unique_ptr<Field> field = by_messages ? make_message_field(chain) : make_sampled_field(chain, 1);
    ASSERT_TRUE(field->solve(loose));
    EXPECT_FALSE(field->reached());
    ASSERT_TRUE(field->solve(usual));
    EXPECT_TRUE(field->reached());
    field->draw(usual, 32, 1);
    EXPECT_TRUE(field->reached());
    field->draw(loose, 32, 1);
    EXPECT_FALSE(field->reached());
  }
}

}  // namespace
}  // namespace pdrank
