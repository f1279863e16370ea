#include "pdrank/posterior/shape.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "pdrank/posterior/normal_numbers.hpp"
#include "support/model_law.hpp"

namespace pdrank {
namespace {

// What answers say about scores of a shape, each to a deviation of `error`.
std::vector<Propagation::Cavity> observe(const ScoreShape& shape, std::size_t nodes, double error, std::uint64_t seed) {
  NormalNumbers normal(seed);
  std::vector<Propagation::Cavity> cavities;
  for (std::size_t node = 0; node < nodes; ++node) {
    double at = normal.uniform();
    std::size_t part = 0;
    while (part + 1 < shape.size() && at >= shape[part].share) at -= shape[part++].share;
    const double score = shape[part].mean + shape[part].deviation * normal();
    cavities.push_back({score + error * normal(), error * error});
  }
  return cavities;
}

double log_likelihood(const std::vector<Propagation::Cavity>& cavities, const ScoreShape& shape) {
  double sum = 0;
  for (const Propagation::Cavity& cavity : cavities) sum += tilt(cavity.mean, cavity.variance, shape).log_mass;
  return sum;
}

const ScoreShape kTwoGroups = {{0.5, -2, 0.3}, {0.5, 2, 0.3}};

TEST(Shape, TwoTightGroupsAreSeen) {
  const auto cavities = observe(kTwoGroups, 300, 0.5, 1);
  const ShapeFound found = find_shape(cavities, 2.0);
  EXPECT_GT(found.gain, 20);
  ASSERT_GE(found.shape.size(), 2u);
  EXPECT_NEAR(centre(found.shape), 0, 1e-9);
  EXPECT_NEAR(spread(found.shape), spread(kTwoGroups), 0.15);  // its standard error is about 0.04
  EXPECT_NEAR(found.gain,
              log_likelihood(cavities, found.shape) - log_likelihood(cavities, {{1, 0, 2.0}}) -
                  shape_penalty(found.shape, cavities.size()),
              1e-9);
}

TEST(Shape, HeavyTailsAreSeen) {
  const ScoreShape tails = {{0.9, 0, 0.4}, {0.1, 0, 4}};
  EXPECT_GT(find_shape(observe(tails, 600, 0.3, 2), spread(tails)).gain, 20);
}

// Normal scores are seldom taken for anything else: the likelihood ratio with three parameters more is above twice the
// penalty with a probability of 3 % at 1,000 items, where that is 4.5, and of 17 % at 120, where a shape that follows
// the items a little too closely does no harm: 3 and 9 of 20 would be many.
TEST(Shape, NormalScoresStayNormal) {
  for (const auto& [nodes, most] : {std::pair{1000, 2}, {120, 8}}) {
    int wrong = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      const auto cavities = observe({{1, 0, 1.5}}, static_cast<std::size_t>(nodes), 0.6, seed);
      double sum = 0;
      for (const Propagation::Cavity& cavity : cavities) sum += cavity.mean * cavity.mean - cavity.variance;
      wrong += find_shape(cavities, std::sqrt(sum / nodes)).gain > 0;
    }
    EXPECT_LE(wrong, most) << nodes;
  }
}

// There a shape of three parts would fit anything.
TEST(Shape, AHandfulOfItemsHasTwoPartsAtMost) {
  for (const std::size_t nodes : {6u, 30u, 59u})
    EXPECT_LE(find_shape(observe(kTwoGroups, nodes, 0.5, 3), 2.0).shape.size(), 2u) << nodes;
  EXPECT_LT(find_shape(observe(kTwoGroups, 6, 0.5, 3), 2.0).gain, 5);
}

// Few items are overfitted easily; with many, what is there shows however large the penalty.
TEST(Shape, ThePenaltyGrowsWithParts) {
  EXPECT_EQ(shape_penalty({{1, 0, 1}}, 100), 0);
  EXPECT_GT(shape_penalty(kTwoGroups, 8), shape_penalty(kTwoGroups, 30));
  EXPECT_GT(shape_penalty(kTwoGroups, 1000), shape_penalty(kTwoGroups, 100));
  EXPECT_DOUBLE_EQ(shape_penalty({{0.5, 0, 1}, {0.25, 1, 1}, {0.25, 2, 1}}, 100), 2 * shape_penalty(kTwoGroups, 100));
}

TEST(Shape, ImprovingItGainsLikelihoodAndStaysCentred) {
  const auto cavities = observe(kTwoGroups, 400, 0.5, 4);
  ScoreShape shape = {{0.5, -1, 1}, {0.5, 1, 1}};
  const double before = log_likelihood(cavities, shape);
  improve_shape(cavities, shape);
  EXPECT_GT(log_likelihood(cavities, shape), before);
  EXPECT_NEAR(centre(shape), 0, 1e-9);
  double shares = 0;
  for (const ShapePart& part : shape) {
    shares += part.share;
    EXPECT_GT(part.deviation, 0);
  }
  EXPECT_NEAR(shares, 1, 1e-12);
}

// Even of scores that are all equal, a part keeps some width.
TEST(Shape, KeepsSomeWidth) {
  std::vector<Propagation::Cavity> cavities(50, {0.0, 0.01});
  for (std::size_t k = 0; k < 25; ++k) cavities[k].mean = 3;
  const ShapeFound found = find_shape(cavities, 1.5);
  for (const ShapePart& part : found.shape) {
    EXPECT_GT(part.deviation, 1e-4);
    EXPECT_TRUE(std::isfinite(part.mean));
  }
}

}  // namespace
}  // namespace pdrank
