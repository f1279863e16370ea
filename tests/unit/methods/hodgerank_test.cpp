// HodgeRank against dense least squares and dense projections that are made from the rows, with formulas of their own.
#include <gtest/gtest.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <optional>

#include "pdrank/core/parallel.hpp"
#include "pdrank/methods/rank.hpp"
#include "support/decompositions.hpp"
#include "support/problem_zoo.hpp"

namespace pdrank {
namespace {

const std::vector<Transform> kTransforms = {Transform::linear, Transform::log_odds, Transform::probit,
                                            Transform::arcsine};

RankResult hodgerank(const Comparisons& data, Transform transform = Transform::linear, int threads = 0,
                     Observer* observer = nullptr) {
  return rank(data, {.method = "hodgerank", .transform = transform, .threads = threads}, observer);
}

void add(Comparisons& data, const char* winner, const char* loser, double weight = 1, bool tie = false) {
  const ItemId a = data.items.intern(winner), b = data.items.intern(loser);
  data.add({.winner = a, .loser = b, .weight = weight, .outcome = tie_if(tie)});
}

std::optional<double> figure(const RankResult& result, const std::string& name) {
  for (const auto& [key, value] : result.figures)
    if (key == name) return value;
  return std::nullopt;
}

std::map<std::string, double> scores_of(const RankResult& result) {
  std::map<std::string, double> scores;
  for (const Place& place : result.ranking) scores[place.item] = place.score;
  return scores;
}

bool has_note(const RankResult& result, const std::string& words) {
  return std::ranges::any_of(result.notes, [&](const std::string& note) { return note.find(words) != note.npos; });
}

// Rows of weights 1 to 4 in quarters, a fifth of them ties.
Comparisons random_rows(std::uint32_t items, std::uint64_t rows, Random& random) {
  const Comparisons plain = zoo::random_comparisons(items, rows, 0.3, random);
  Comparisons data;
  for (std::uint32_t item = 0; item < items; ++item) data.items.intern(plain.items.name(item));
  for (std::size_t n = 0; n < plain.size(); ++n)
    data.add({.winner = plain.winner(n),
              .loser = plain.loser(n),
              .weight = 1 + static_cast<double>(random.below(13)) / 4,
              .outcome = tie_if(random.chance(0.2))});
  return data;
}

// x with Phi(x / sqrt(2)) = share, by bisection.
double thurstone(double share) {
  double low = -20, high = 20;
  for (int k = 0; k < 100; ++k) {
    const double middle = (low + high) / 2;
    (std::erfc(-middle / 2) / 2 < share ? low : high) = middle;
  }
  return low;
}

// From the answers for either side, as docs/MATH.md has it.
double transformed(Transform transform, double won, double lost) {
  const double share = won / (won + lost), smooth = (won + 0.5) / (won + lost + 1);
  if (transform == Transform::linear) return share - (1 - share);
  if (transform == Transform::arcsine) return std::asin(2 * share - 1);
  return transform == Transform::log_odds ? std::log(smooth / (1 - smooth)) : thurstone(smooth);
}

struct Dense {
  Eigen::VectorXd scores;  // by item of the data; mean zero in each connected part
  double total = 0, gradient = 0, curl = 0, harmonic = 0;
  std::size_t triangles = 0;
};

// In the coordinates sqrt(n_ij) Y_ij. The pseudo-inverse gives the least squares scores of smallest norm.
Dense dense_hodgerank(const Comparisons& data, Transform transform) {
  const auto items = static_cast<Eigen::Index>(data.items.size());
  Eigen::MatrixXd wins = Eigen::MatrixXd::Zero(items, items);
  for (std::size_t n = 0; n < data.size(); ++n) {
    wins(data.winner(n), data.loser(n)) += data.weight(n) / (data.tie(n) ? 2 : 1);
    if (data.tie(n)) wins(data.loser(n), data.winner(n)) += data.weight(n) / 2;
  }
  std::map<std::pair<Eigen::Index, Eigen::Index>, Eigen::Index> pair;  // (i, j) with i < j
  for (Eigen::Index i = 0; i < items; ++i)
    for (Eigen::Index j = i + 1; j < items; ++j)
      if (wins(i, j) + wins(j, i) > 0) pair.emplace(std::pair(i, j), static_cast<Eigen::Index>(pair.size()));

  const auto pairs = static_cast<Eigen::Index>(pair.size());
  Eigen::MatrixXd differences = Eigen::MatrixXd::Zero(pairs, items);
  Eigen::VectorXd y(pairs), root(pairs);
  for (const auto& [ends, e] : pair) {
    const auto [i, j] = ends;
    root[e] = std::sqrt(wins(i, j) + wins(j, i));
    y[e] = root[e] * transformed(transform, wins(i, j), wins(j, i));
    differences(e, i) = root[e];
    differences(e, j) = -root[e];
  }
  Dense dense;
  dense.scores = dense::least_squares(differences, y);
  const Eigen::VectorXd gradient = differences * dense.scores;

  Eigen::MatrixXd circles(pairs, 0);
  for (const auto& [ij, first] : pair)
    for (const auto& [jk, second] : pair) {
      const auto third = pair.find({ij.first, jk.second});
      if (ij.second != jk.first || third == pair.end()) continue;
      circles.conservativeResize(Eigen::NoChange, circles.cols() + 1);
      circles.rightCols(1).setZero();
      circles(first, circles.cols() - 1) = 1 / root[first];
      circles(second, circles.cols() - 1) = 1 / root[second];
      circles(third->second, circles.cols() - 1) = -1 / root[third->second];
    }
  Eigen::VectorXd curl = Eigen::VectorXd::Zero(pairs);
  if (circles.cols() > 0) curl = circles * dense::least_squares(circles, y);

  dense.triangles = static_cast<std::size_t>(circles.cols());
  dense.total = y.squaredNorm();
  dense.gradient = gradient.squaredNorm();
  dense.curl = curl.squaredNorm();
  dense.harmonic = (y - gradient - curl).squaredNorm();
  return dense;
}

class HodgeRankOnRandomRows : public testing::TestWithParam<std::uint64_t> {
 protected:
  HodgeRankOnRandomRows() : random_(GetParam()) {
    const auto items = static_cast<std::uint32_t>(2 + random_.below(14));
    data_ = random_rows(items, 1 + random_.below(4 * items), random_);  // in several parts, now and then
  }

  Random random_;
  Comparisons data_;
};

TEST_P(HodgeRankOnRandomRows, ScoresAndSharesAreThoseOfDenseProjections) {
  for (const Transform transform : kTransforms) {
    const RankResult result = hodgerank(data_, transform);
    const Dense dense = dense_hodgerank(data_, transform);
    ASSERT_TRUE(result.converged()) << result.convergence.message;
    EXPECT_LT(result.convergence.kkt_residual, 1e-12);
    const auto scores = scores_of(result);
    for (ItemId item = 0; item < data_.items.size(); ++item)
      EXPECT_NEAR(scores.at(std::string(data_.items.name(item))), dense.scores[item], 1e-10) << name_of(transform);
    EXPECT_NEAR(result.convergence.objective, dense.curl + dense.harmonic, 1e-10 * dense.total);
    EXPECT_EQ(figure(result, "triangles"), static_cast<double>(dense.triangles));
    if (dense.total == 0) continue;
    EXPECT_NEAR(*figure(result, "gradient_share"), dense.gradient / dense.total, 1e-10) << name_of(transform);
    EXPECT_NEAR(*figure(result, "curl_share"), dense.curl / dense.total, 1e-4) << name_of(transform);
    EXPECT_NEAR(*figure(result, "harmonic_share"), dense.harmonic / dense.total, 1e-4) << name_of(transform);
    EXPECT_NEAR(*figure(result, "gradient_share") + *figure(result, "curl_share") + *figure(result, "harmonic_share"),
                1, 1e-14);
  }
}

TEST_P(HodgeRankOnRandomRows, SwappedAnswersTurnTheScoresRound) {
  Comparisons swapped;
  for (ItemId item = 0; item < data_.items.size(); ++item) swapped.items.intern(data_.items.name(item));
  for (std::size_t n = 0; n < data_.size(); ++n)
    swapped.add({.winner = data_.loser(n),
                 .loser = data_.winner(n),
                 .weight = data_.weight(n),
                 .outcome = tie_if(data_.tie(n))});
  for (const Transform transform : kTransforms) {
    const auto scores = scores_of(hodgerank(data_, transform)), turned = scores_of(hodgerank(swapped, transform));
    for (const auto& [item, score] : scores) EXPECT_NEAR(turned.at(item), -score, 1e-12) << name_of(transform);
  }
}

TEST_P(HodgeRankOnRandomRows, TheOrderOfRowsDoesNotMatter) {
  std::vector<std::size_t> order(data_.size());
  for (std::size_t n = 0; n < order.size(); ++n) order[n] = n;
  random_.shuffle(std::span(order));
  Comparisons shuffled;  // items are numbered in another order too
  for (const std::size_t n : order) {
    const ItemId winner = shuffled.items.intern(data_.items.name(data_.winner(n)));
    const ItemId loser = shuffled.items.intern(data_.items.name(data_.loser(n)));
    shuffled.add({.winner = winner, .loser = loser, .weight = data_.weight(n), .outcome = tie_if(data_.tie(n))});
  }
  const RankResult one = hodgerank(data_), other = hodgerank(shuffled);
  const auto scores = scores_of(one);
  for (const auto& [item, score] : scores_of(other)) EXPECT_NEAR(score, scores.at(item), 1e-12);
  EXPECT_EQ(figure(one, "triangles"), figure(other, "triangles"));
  if (figure(one, "curl_share")) {
    EXPECT_NEAR(*figure(one, "curl_share"), *figure(other, "curl_share"), 1e-4);
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, HodgeRankOnRandomRows, testing::Range<std::uint64_t>(0, 60));

// Two items, three answers to one: the score difference is Y itself.
TEST(HodgeRank, TransformsOfOnePair) {
  Comparisons data;
  add(data, "A", "B", 3);
  add(data, "B", "A");
  const std::map<Transform, double> expected = {
      {Transform::linear, 0.5},
      {Transform::log_odds, std::log(3.5 / 1.5)},
      {Transform::probit, std::sqrt(2) * 0.5244005127080407},  // the normal quantile of 3.5 / 5
      {Transform::arcsine, std::asin(0.5)}};
  for (const auto& [transform, difference] : expected) {
    const RankResult result = hodgerank(data, transform);
    EXPECT_NEAR(result.ranking[0].score - result.ranking[1].score, difference, 1e-14) << name_of(transform);
    EXPECT_EQ(result.ranking[0].item, "A");
    EXPECT_EQ(has_note(result, "half a win"), transform == Transform::log_odds || transform == Transform::probit);
  }
}

TEST(HodgeRank, UnanimousPairsAreFinite) {
  Comparisons data;
  add(data, "A", "B", 1e9);
  for (const Transform transform : kTransforms) {
    const RankResult result = hodgerank(data, transform);
    EXPECT_TRUE(result.converged());
    EXPECT_NEAR(result.ranking[0].score - result.ranking[1].score, transformed(transform, 1e9, 0), 1e-6)
        << name_of(transform);
  }
}

TEST(HodgeRank, ConsistentAnswersAreAllGradient) {
  Comparisons data;  // A - B = 1/2, B - C = 1/4, A - C = 3/4
  add(data, "A", "B", 3), add(data, "B", "A");
  add(data, "B", "C", 5), add(data, "C", "B", 3);
  add(data, "A", "C", 7), add(data, "C", "A");
  const RankResult result = hodgerank(data);
  const auto scores = scores_of(result);
  EXPECT_NEAR(scores.at("A"), 5.0 / 12, 1e-15);
  EXPECT_NEAR(scores.at("B"), -1.0 / 12, 1e-15);
  EXPECT_NEAR(*figure(result, "gradient_share"), 1, 1e-15);
  EXPECT_NEAR(result.convergence.objective, 0, 1e-28);
  EXPECT_TRUE(has_note(result,
                       "Of what the answers say, 100.0 % fits one ranking, 0.0 % goes round in circles of "
                       "three items, 0.0 % in longer circles."));
}

TEST(HodgeRank, CirclesOfThreeAndOfFour) {
  Comparisons three, four;
  add(three, "A", "B"), add(three, "B", "C"), add(three, "C", "A");
  add(four, "A", "B"), add(four, "B", "C"), add(four, "C", "D"), add(four, "D", "A");
  const RankResult curl = hodgerank(three), harmonic = hodgerank(four);
  EXPECT_NEAR(*figure(curl, "curl_share"), 1, 1e-15);
  EXPECT_NEAR(*figure(curl, "gradient_share"), 0, 1e-15);
  EXPECT_EQ(figure(curl, "triangles"), 1);
  EXPECT_EQ(figure(harmonic, "harmonic_share"), 1);
  EXPECT_EQ(figure(harmonic, "curl_share"), 0);
  EXPECT_EQ(figure(harmonic, "triangles"), 0);
  for (const Place& place : harmonic.ranking) EXPECT_EQ(place.rank, 1u);
}

// Sums over the parts, not means of their shares: 3 for the circle of three, 4 for that of four, 1 for the pair.
TEST(HodgeRank, SharesAreOfAllParts) {
  Comparisons data;
  add(data, "A", "B"), add(data, "B", "C"), add(data, "C", "A");
  add(data, "d", "e"), add(data, "e", "f"), add(data, "f", "g"), add(data, "g", "d");
  add(data, "x", "y");
  const RankResult result = hodgerank(data);
  EXPECT_NEAR(*figure(result, "gradient_share"), 1.0 / 8, 1e-15);
  EXPECT_NEAR(*figure(result, "curl_share"), 3.0 / 8, 1e-15);
  EXPECT_NEAR(*figure(result, "harmonic_share"), 4.0 / 8, 1e-15);
  EXPECT_NEAR(scores_of(result).at("x"), 0.5, 1e-15);
  EXPECT_NEAR(scores_of(result).at("y"), -0.5, 1e-15);
}

// Where every pair was compared equally often the scores are the means of an item's Y: Borda's count.
TEST(HodgeRank, IsBordaOnACompleteBalancedGraph) {
  constexpr ItemId kItems = 12;
  constexpr double kAnswers = 10;
  Random random(1);
  Comparisons data;
  std::vector<double> mean(kItems, 0.0);
  for (ItemId item = 0; item < kItems; ++item) data.items.intern(std::to_string(item));
  for (ItemId a = 0; a < kItems; ++a)
    for (ItemId b = 0; b < a; ++b) {
      const auto won = static_cast<double>(1 + random.below(9));
      data.add({.winner = a, .loser = b, .weight = won});
      data.add({.winner = b, .loser = a, .weight = kAnswers - won});
      mean[a] += (2 * won - kAnswers) / kAnswers / kItems;
      mean[b] -= (2 * won - kAnswers) / kAnswers / kItems;
    }
  const RankResult result = hodgerank(data);
  const auto scores = scores_of(result);
  for (ItemId item = 0; item < kItems; ++item) EXPECT_NEAR(scores.at(std::to_string(item)), mean[item], 1e-14);
  EXPECT_LT(*figure(result, "harmonic_share"), 1e-5) << "a complete graph has no circles but those of triangles";
  EXPECT_GT(*figure(result, "curl_share"), 0.1);
}

TEST(HodgeRank, EvenAnswersSayNothing) {
  Comparisons data;
  add(data, "A", "B", 1, true), add(data, "B", "C", 2, true), add(data, "C", "A", 1, true);
  const RankResult result = hodgerank(data);
  EXPECT_TRUE(result.converged());
  EXPECT_EQ(result.convergence.objective, 0);
  EXPECT_EQ(figure(result, "triangles"), 1);
  EXPECT_FALSE(figure(result, "gradient_share") || figure(result, "curl_share") || figure(result, "harmonic_share"));
  EXPECT_FALSE(has_note(result, "Of what the answers say"));
  for (const Place& place : result.ranking) EXPECT_EQ(place.score, 0);
}

// One comparison beside a million: what little there is about A and B must be solved as well as the rest.
TEST(HodgeRank, HeavyPairsHideNothing) {
  Comparisons data;
  add(data, "A", "B"), add(data, "B", "C"), add(data, "A", "C");
  add(data, "C", "D", 1e9), add(data, "D", "E", 1e9), add(data, "E", "C", 1e9);
  const RankResult result = hodgerank(data);
  ASSERT_TRUE(result.converged());
  const auto scores = scores_of(result);
  EXPECT_NEAR(scores.at("A") - scores.at("B"), 2.0 / 3, 1e-9);
  EXPECT_NEAR(scores.at("B") - scores.at("C"), 2.0 / 3, 1e-9);
}

// 500 items that were all compared make 20,708,500 triangles, more than it keeps.
TEST(HodgeRank, SaysWhereTheSplitIsTooLarge) {
  constexpr ItemId kItems = 500;
  Random random(2);
  Comparisons data;
  for (ItemId item = 0; item < kItems; ++item) data.items.intern(std::to_string(item));
  for (ItemId a = 0; a < kItems; ++a)
    for (ItemId b = 0; b < a; ++b) {
      const bool a_wins = random.chance(0.8);
      data.add({.winner = a_wins ? a : b, .loser = a_wins ? b : a});
    }
  const RankResult result = hodgerank(data);
  EXPECT_TRUE(result.converged());
  EXPECT_GT(*figure(result, "gradient_share"), 0);
  EXPECT_FALSE(figure(result, "curl_share") || figure(result, "harmonic_share") || figure(result, "triangles"));
  EXPECT_TRUE(has_note(result, "The inconsistency is not split further: more than 20 million triangles."));
}

// Enough pairs for several blocks.
TEST(HodgeRank, SameBitsOnAnyNumberOfThreads) {
  Random random(3);
  const Comparisons data = zoo::random_comparisons(2000, 100'000, 0.2, random);
  const RankResult one = hodgerank(data, Transform::linear, 1), four = hodgerank(data, Transform::linear, 4);
  ASSERT_GT(block_count(one.graph.pairs), 1u);
  EXPECT_EQ(one.figures, four.figures);
  for (std::size_t k = 0; k < one.ranking.size(); ++k) {
    EXPECT_EQ(one.ranking[k].item, four.ranking[k].item);
    EXPECT_EQ(one.ranking[k].score, four.ranking[k].score);
  }
}

struct StopAt : Observer {
  int left;
  explicit StopAt(int questions) : left(questions) {}
  bool stop_requested() override { return left-- <= 0; }
};

TEST(HodgeRank, EndsWhenAskedTo) {
  Random random(4);
  const Comparisons data = zoo::random_comparisons(30, 200, 0.2, random);
  for (int questions = 0; questions < 60; ++questions) {
    StopAt observer(questions);
    const RankResult result = rank(data, {.method = "hodgerank", .threads = 1, .proofs = false}, &observer);
    if (observer.left >= 0) return;  // it was never asked that often
    EXPECT_EQ(result.convergence.status, Termination::stopped) << questions;
    EXPECT_TRUE(result.figures.empty());
  }
  FAIL() << "asks for ever";
}

}  // namespace
}  // namespace pdrank
