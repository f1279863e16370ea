#include "pdrank/metrics/answer_link.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "pdrank/core/parallel.hpp"
#include "pdrank/core/random.hpp"

namespace pdrank {
namespace {

struct Answers {
  std::vector<double> margin, count;
};

double probability(double margin, double slope, double toss) {
  return toss / 2 + (1 - toss) / (1 + std::exp(-slope * margin));
}

// Answers that follow the link: `margin` is turned round where the other item won.
Answers draw(std::size_t size, double slope, double toss, Random& random) {
  Answers answers;
  for (std::size_t n = 0; n < size; ++n) {
    const double margin = random.uniform(-3, 3);
    answers.margin.push_back(random.chance(probability(margin, slope, toss)) ? margin : -margin);
    answers.count.push_back(random.uniform(0.2, 2));
  }
  return answers;
}

double loss_at(const Answers& answers, double slope, double toss) {
  double loss = 0;
  for (std::size_t n = 0; n < answers.margin.size(); ++n)
    loss -= answers.count[n] * std::log(probability(answers.margin[n], slope, toss));
  return loss;
}

double typical_margin(const Answers& answers) {
  double squares = 0, total = 0;
  for (std::size_t n = 0; n < answers.margin.size(); ++n) {
    squares += answers.count[n] * answers.margin[n] * answers.margin[n];
    total += answers.count[n];
  }
  return std::sqrt(squares / total);
}

// The loss at the best point of a fine grid, found with the made-up tie and told without it.
double loss_by_grid(const Answers& answers) {
  const double unit = typical_margin(answers);
  double least = INFINITY, loss = 0;
  for (double u = -6; u <= 6; u += 0.05)
    for (double v = -8; v <= 3; v += 0.05) {
      const double slope = std::exp(u) / unit, toss = 1 / (1 + std::exp(-v)), found = loss_at(answers, slope, toss);
      const double tie = -0.5 * std::log(probability(unit, slope, toss) * probability(-unit, slope, toss));
      if (found + tie >= least) continue;
      least = found + tie;
      loss = found;
    }
  return loss;
}

TEST(FitLink, IsAsGoodAsTheBestOfAGrid) {
  Random random(1);
  for (const double slope : {0.3, 2.0, 50.0})
    for (const double toss : {0.0, 0.2, 0.7}) {
      const Answers answers = draw(150, slope, toss, random);
      AnswerLink link;
      EXPECT_NEAR(fit_link(answers.margin, answers.count, link), loss_by_grid(answers), 0.05)
          << "slope " << slope << " toss " << toss;
      EXPECT_NEAR(fit_link(answers.margin, answers.count, link),
                  loss_at(answers, link.steepness / typical_margin(answers), link.toss), 1e-9)
          << "the loss is that of the link";
    }
}

// 20,000 answers know the slope to about 2 % and the share of tosses to about 0.01.
TEST(FitLink, FindsWhatTheAnswersWereMadeWith) {
  Random random(2);
  const Answers answers = draw(20'000, 3, 0.2, random);
  AnswerLink link;
  fit_link(answers.margin, answers.count, link);
  EXPECT_NEAR(link.steepness / typical_margin(answers), 3, 0.3);
  EXPECT_NEAR(link.toss, 0.2, 0.04);
}

TEST(FitLink, TheUnitOfTheMarginsDoesNotMatter) {
  Random random(3);
  Answers answers = draw(100, 1, 0.1, random);
  AnswerLink link, same;
  const double loss = fit_link(answers.margin, answers.count, link);
  for (double& margin : answers.margin) margin *= 0x1.0p40;
  EXPECT_DOUBLE_EQ(fit_link(answers.margin, answers.count, same), loss);
  EXPECT_DOUBLE_EQ(same.steepness, link.steepness);
}

TEST(FitLink, MarginsThatSayNothingAreACoin) {
  AnswerLink link;
  EXPECT_DOUBLE_EQ(fit_link(std::vector<double>{0, 0, 0}, std::vector<double>{1, 2, 0.5}, link), 3.5 * std::log(2));
  Random random(4);
  Answers noise = draw(500, 0, 0, random);
  double total = 0;
  for (const double count : noise.count) total += count;
  EXPECT_NEAR(fit_link(noise.margin, noise.count, link), total * std::log(2), 3);
}

// Nothing speaks against an infinite slope but the made-up tie.
TEST(FitLink, PerfectPredictionsHaveAFiniteLink) {
  Answers answers;
  for (int n = 1; n <= 200; ++n) answers.margin.push_back(n), answers.count.push_back(1);
  AnswerLink link;
  const double loss = fit_link(answers.margin, answers.count, link);
  EXPECT_GT(loss, 0);
  EXPECT_LT(loss, 0.1 * 200 * std::log(2));
  EXPECT_TRUE(std::isfinite(link.steepness));
}

TEST(FitLink, SameBitsOnAnyNumberOfThreads) {
  Random random(5);
  const Answers answers = draw(200'000, 2, 0.3, random);
  std::vector<double> losses;
  for (const int threads : {1, 3}) {
    const ThreadScope scope(threads);
    AnswerLink link;
    losses.push_back(fit_link(answers.margin, answers.count, link));
  }
  EXPECT_EQ(losses[0], losses[1]);
}

}  // namespace
}  // namespace pdrank
