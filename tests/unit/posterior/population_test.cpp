#include "pdrank/posterior/population.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "pdrank/core/random.hpp"
#include "support/binomial_bound.hpp"

namespace pdrank {
namespace {

constexpr double kMeanFlip = 0.06;

// Of a source with so many answers about pairs whose order is known, of which so many are turned round.
FlipLikelihood likelihood_of(double answers, double turned) {
  std::array<double, kFlipLevels> log_value;
  double top = -1e300;
  for (std::size_t k = 0; k < kFlipLevels; ++k) {
    const double f = flip_levels()[k];
    log_value[k] = turned * std::log(f) + (answers - turned) * std::log1p(-f);
    top = std::max(top, log_value[k]);
  }
  FlipLikelihood likelihood;
  for (std::size_t k = 0; k < kFlipLevels; ++k) likelihood[k] = static_cast<float>(std::exp(log_value[k] - top));
  return likelihood;
}

FlipLikelihood answered(int answers, double flip, Random& random) {
  int turned = 0;
  for (int k = 0; k < answers; ++k) turned += random.chance(flip);
  return likelihood_of(answers, turned);
}

TEST(Population, LevelsGoFromZeroToOne) {
  EXPECT_LT(flip_levels().front(), 0.001);
  EXPECT_GT(flip_levels().back(), 0.999);
  for (std::size_t k = 1; k < kFlipLevels; ++k) EXPECT_GT(flip_levels()[k], flip_levels()[k - 1]);
}

// Uniform is the beta law with a = b = 1, so a stray with r of n answers turned round has mean (r + 1) / (n + 2); here
// nothing speaks for being like the others.
TEST(Population, AStrayIsJudgedByItsOwnAnswers) {
  std::vector<FlipLikelihood> sources(50, likelihood_of(200, 8));
  sources.push_back(likelihood_of(100, 95));
  const Population population(sources, 0.04, kMeanFlip);
  EXPECT_NEAR(population.common(), 0.04, 0.01);
  const SourceFlip stray = population.judge(sources.back());
  EXPECT_LT(stray.alike, 1e-6);
  EXPECT_NEAR(stray.mean, 96.0 / 102, 0.002);
  EXPECT_GT(stray.against, 0.9999);
  EXPECT_NEAR(stray.high - stray.low, 2 * 1.645 * std::sqrt(0.94 * 0.06 / 103), 0.01);
  const SourceFlip other = population.judge(sources.front());
  EXPECT_GT(other.alike, 0.99);
  EXPECT_LT(other.against, 1e-6);
}

// Sources of very different skill are no strays: the beta law is wide.
TEST(Population, WidthIsLearned) {
  Random random(1);
  std::vector<FlipLikelihood> alike, varied;
  for (int k = 0; k < 200; ++k) {
    alike.push_back(answered(60, 0.1, random));
    varied.push_back(answered(60, 0.02 + 0.36 * random.uniform(), random));
  }
  const Population narrow(alike, 0.1, kMeanFlip), wide(varied, 0.2, kMeanFlip);
  EXPECT_NEAR(narrow.common(), 0.1, 0.02);
  EXPECT_LT(narrow.worst_alike(), 0.16);
  EXPECT_NEAR(wide.common(), 0.2, 0.03);
  EXPECT_GT(wide.worst_alike(), 0.3);
  EXPECT_LT(narrow.stray_share(), 0.03);
  EXPECT_LT(wide.stray_share(), 0.05);
  // With little to tell them apart, all are taken for much the same; with much, each for what it is.
  EXPECT_NEAR(narrow.judge(likelihood_of(60, 12)).mean, 0.1, 0.04);
  EXPECT_NEAR(wide.judge(likelihood_of(60, 24)).mean, 0.36, 0.06);
}

// 90 % intervals hold the truth of 90 % of the sources, be they alike, varied, or some of them strays.
TEST(Population, IntervalsCover) {
  Random random(2);
  for (const double width : {0.0, 0.2, 0.4}) {
    std::uint64_t covered = 0, all = 0;
    for (int run = 0; run < 20; ++run) {
      std::vector<double> flip;
      std::vector<FlipLikelihood> sources;
      for (int k = 0; k < 30; ++k) {
        flip.push_back(k == 0 ? 0.9 : 0.05 + width * random.uniform());
        sources.push_back(answered(20 + static_cast<int>(random.below(60)), flip.back(), random));
      }
      const Population population(sources, 0.05 + width / 2, kMeanFlip);
      for (std::size_t k = 0; k < flip.size(); ++k) {
        const SourceFlip found = population.judge(sources[k]);
        covered += found.low <= flip[k] && flip[k] <= found.high;
        ++all;
      }
    }
    // Sources of one run share what is common to them: as if there were a fifth as many.
    const double share = static_cast<double>(covered) / static_cast<double>(all);
    EXPECT_GT(share, 0.9 - testing::binomial_bound(all / 5, 0.9) / (static_cast<double>(all) / 5)) << width;
  }
}

// The less its own answers say, the more the common f says of it; an adversary has nothing to do with that, and where
// it is certain that a source is none of the others, nothing is undefined.
TEST(Population, WhoSaysLittleFollowsTheCommonOne) {
  std::vector<FlipLikelihood> sources(20, likelihood_of(50, 5));
  const Population population(sources, 0.1, kMeanFlip);
  const double of_few = population.judge(likelihood_of(2, 0)).follows,
               of_many = population.judge(likelihood_of(5000, 500)).follows;
  EXPECT_GT(of_few, 0.7);
  EXPECT_LE(of_few, 1);
  EXPECT_LT(of_many, 0.5 * of_few);
  EXPECT_GE(of_many, 0);
  EXPECT_LT(population.judge(likelihood_of(20, 20)).follows, 0.01);
  EXPECT_LT(population.judge(likelihood_of(100'000, 100'000)).follows, 1e-9);
}

TEST(Population, NobodyAtAll) {
  const Population population({}, 0.05, kMeanFlip);
  EXPECT_GT(population.common(), 0);
  EXPECT_LT(population.common(), 0.5);
  EXPECT_NEAR(population.judge(likelihood_of(0, 0)).against, 0, 0.05);
}

}  // namespace
}  // namespace pdrank
