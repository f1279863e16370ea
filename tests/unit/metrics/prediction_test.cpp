#include "pdrank/metrics/prediction.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "pdrank/core/errors.hpp"
#include "pdrank/metrics/answer_link.hpp"
#include "unit/metrics/brute_force.hpp"

namespace pdrank {
namespace {

using List = std::vector<double>;
using testing::one_minus, testing::repeated, testing::times;
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The answers whose values below come from scipy.
const List kMargin = {2, -0.5, 1, 0.3, -1.2, 0.8, 0, -2.5};
const List kOutcome = {1, 1, 1, 0, 0, 0.5, 1, 0.25};
const List kWeight = {1, 2, 0.5, 1, 3, 1, 1, 2};

struct Answers {
  List margin, outcome, weight;
};

// Outcomes 0, 0.25, .., 1, whole weights 0..4, and a share of zero margins.
Answers random_answers(std::size_t count, double spread, Random& random) {
  Answers answers{testing::uniform_list(count, -spread, spread, random),
                  times(0.25, testing::tied_scores(count, 5, random)), testing::tied_scores(count, 5, random)};
  for (double& m : answers.margin)
    if (random.chance(0.1)) m = 0;
  answers.weight[0] = 1;
  return answers;
}

// What fit_slope minimises, as the header has it.
double fitted_sum(const Answers& answers, double slope) {
  const auto f = [](double t) { return t > 30 ? t + std::exp(-t) : std::log(1 + std::exp(t)); };
  double sum = 0, squares = 0, total = 0;
  for (std::size_t n = 0; n < answers.margin.size(); ++n) {
    const double m = answers.margin[n], y = answers.outcome[n], w = answers.weight[n];
    sum += w * (y * f(-slope * m) + (1 - y) * f(slope * m));
    squares += w * m * m;
    total += w;
  }
  const double r = std::sqrt(squares / total);
  return sum + (f(-slope * r) + f(slope * r)) / 2;
}

// By golden section, to the lower end where the sum is level. A minimum can be seen only to the square root of the
// rounding of the sum.
double slowly_fitted_slope(const Answers& answers, double high) {
  const double golden = (std::sqrt(5.0) - 1) / 2;
  double low = 0;
  for (int n = 0; n < 100; ++n) {
    const double left = high - golden * (high - low), right = low + golden * (high - low);
    if (fitted_sum(answers, left) <= fitted_sum(answers, right))
      high = right;
    else
      low = left;
  }
  return low;
}

TEST(LabelAccuracy, CountsByHand) {
  EXPECT_DOUBLE_EQ(label_accuracy(List{1, -1, 2, 3}, {}, {}), 3.0 / 4);
  EXPECT_DOUBLE_EQ(label_accuracy(List{1, -1, 2, -3}, List{1, 0, 0, 1}, {}), 2.0 / 4);
  EXPECT_DOUBLE_EQ(label_accuracy(List{1, -1, 2}, {}, List{1, 3, 4}), 5.0 / 8);
  EXPECT_DOUBLE_EQ(label_accuracy(List{0, 1, 1}, List{0, 1, 1}, List{2, 1, 0}), 2.0 / 3);
}

TEST(LabelAccuracy, LeavesOutTies) {
  EXPECT_EQ(label_accuracy(List{1, -1, 5, 0}, List{1, 1, 0.5, 0.5}, {}), 0.5);
  EXPECT_TRUE(std::isnan(label_accuracy(List{1, 2}, List{0.5, 0.5}, {})));
  EXPECT_TRUE(std::isnan(label_accuracy(List{1, 2}, List{0.5, 1}, List{1, 0})));
}

TEST(LabelAccuracy, TakesTheSideThatMostVotesAreOn) {
  EXPECT_EQ(label_accuracy(List{1, 1, -1, -1}, List{0.6, 0.4, 0.4, 0.4}, {}), 0.75);
}

TEST(LabelAccuracy, TakesInfiniteMargins) {
  EXPECT_DOUBLE_EQ(label_accuracy(List{kInfinity, -kInfinity, kInfinity}, List{1, 0, 0}, {}), 2.0 / 3);
}

TEST(LogLoss, HasTheFormulaOfTheHeader) {
  EXPECT_DOUBLE_EQ(log_loss(List{0.5, 0.25}, {}, {}), (std::log(2) + std::log(4)) / 2);
  EXPECT_DOUBLE_EQ(log_loss(List{0.25, 0.25}, List{1, 0}, List{1, 3}), (std::log(4) + 3 * std::log(4.0 / 3)) / 4);
  EXPECT_DOUBLE_EQ(log_loss(List{0.25}, List{0.5}, {}), (std::log(4) + std::log(4.0 / 3)) / 2);
}

// -sum(w * (xlogy(y, p) + xlog1py(1 - y, -p))) / sum(w) with scipy.special.
TEST(LogLoss, AgreesWithScipy) {
  const List p = {0.9, 0.2, 0.5, 0.35, 1, 0.6}, y = {1, 0, 1, 0.5, 1, 0.25}, w = {1, 2, 3, 0.5, 1, 4};
  EXPECT_NEAR(log_loss(p, y, w), 0.5444294121306366, 1e-15);
}

TEST(LogLoss, IsZeroForCertaintyAndInfiniteForTheImpossible) {
  EXPECT_EQ(log_loss(List{1, 0}, List{1, 0}, {}), 0);
  EXPECT_EQ(log_loss(List{0}, List{1}, {}), kInfinity);
  EXPECT_EQ(log_loss(List{1}, List{0.5}, {}), kInfinity);
  EXPECT_EQ(log_loss(List{0, 0.5}, {}, List{0, 1}), std::log(2));  // what has no weight was not observed
}

// The outcome itself is the best probability (Gibbs' inequality).
TEST(LogLoss, IsLeastAtTheOutcome) {
  for (const double y : {0.1, 0.25, 0.5, 0.9})
    for (const double off : {-0.05, -0.01, 0.01, 0.05})
      EXPECT_LT(log_loss(List{y}, List{y}, {}), log_loss(List{y + off}, List{y}, {})) << y << " " << off;
}

TEST(LogisticLoss, IsTheLogLossOfTheLogisticFunction) {
  Random random(1);
  for (int round = 0; round < 100; ++round) {
    const Answers answers = random_answers(1 + random.below(30), 3, random);
    const double slope = random.uniform(-2, 2);
    List p = answers.margin;
    for (double& value : p) value = 1 / (1 + std::exp(-slope * value));
    ASSERT_NEAR(logistic_loss(answers.margin, answers.outcome, answers.weight, slope),
                log_loss(p, answers.outcome, answers.weight), 1e-12);
  }
}

// As for the log loss, p = scipy.special.expit(1.7 * margin).
TEST(LogisticLoss, AgreesWithScipy) {
  EXPECT_NEAR(logistic_loss(kMargin, kOutcome, kWeight, 1.7), 0.6635153201088831, 1e-15);
}

TEST(LogisticLoss, StaysExactWhereProbabilitiesRoundToZeroAndOne) {
  EXPECT_DOUBLE_EQ(logistic_loss(List{50}, {}, {}, 1), std::exp(-50));
  EXPECT_EQ(logistic_loss(List{-1000}, {}, {}, 1), 1000);
  EXPECT_EQ(logistic_loss(List{1000}, List{0.25}, {}, 2), 1500);
  EXPECT_EQ(logistic_loss(List{1e300}, {}, {}, 1e300), 0);
  EXPECT_EQ(logistic_loss(List{-1e300}, {}, {}, 1e300), kInfinity);
}

TEST(LogisticLoss, IsThatOfACoinAtSlopeZero) {
  EXPECT_DOUBLE_EQ(logistic_loss(kMargin, kOutcome, kWeight, 0), std::log(2));
}

TEST(FitSlope, HasTheOddsOfJeffreysForEqualMargins) {
  EXPECT_NEAR(fit_slope(List{1}, {}, {}), std::log(3), 1e-14);  // 1.5 wins to 0.5
  EXPECT_NEAR(fit_slope(List{2, 2, 2, 2}, List{1, 1, 0, 1}, {}), std::log(3.5 / 1.5) / 2, 1e-14);
  EXPECT_NEAR(fit_slope(List{0.1, -0.1}, List{1, 0}, List{500, 499}), std::log(999.5 / 0.5) / 0.1, 1e-11);
  EXPECT_NEAR(fit_slope(List{4}, List{0.75}, List{10}), std::log(8.0 / 3) / 4, 1e-14);
}

// scipy.optimize.brentq of the derivative, xtol = 1e-15.
TEST(FitSlope, AgreesWithScipy) { EXPECT_NEAR(fit_slope(kMargin, kOutcome, kWeight), 0.6892640210708472, 1e-14); }

TEST(FitSlope, MinimisesTheSumOfTheHeader) {
  Random random(2);
  int positive = 0;
  for (int round = 0; round < 300; ++round) {
    const Answers answers = random_answers(1 + random.below(40), 3, random);
    const double slope = fit_slope(answers.margin, answers.outcome, answers.weight);
    const double slow = slowly_fitted_slope(answers, 100);
    ASSERT_NEAR(slope, slow, 1e-6 * (1 + slow));
    ASSERT_LE(fitted_sum(answers, slope), fitted_sum(answers, slow) + 1e-12);
    positive += slope > 0;
  }
  EXPECT_GT(positive, 100);  // and the others were held at 0
  EXPECT_LT(positive, 200);
}

// Answers that follow the logistic function of 1.5 times the margin, as shares so that nothing is random: only the
// made-up tie, one answer among 4000, moves the slope.
TEST(FitSlope, FindsTheSlopeThatMadeTheAnswers) {
  Random random(3);
  const List margin = testing::uniform_list(4000, -2, 2, random);
  List outcome = margin;
  for (double& value : outcome) value = 1 / (1 + std::exp(-1.5 * value));
  const double slope = fit_slope(margin, outcome, {});
  EXPECT_NEAR(slope, 1.5, 0.002);
  EXPECT_LT(slope, 1.5);
}

TEST(FitSlope, IsFiniteAndPositiveForAnswersThatAllAgree) {
  Random random(4);
  for (const std::size_t count : {1u, 10u, 1000u, 100000u}) {
    const List margin = testing::uniform_list(count, 1e-6, 1, random);
    const double slope = fit_slope(margin, {}, {});
    EXPECT_TRUE(std::isfinite(slope));
    const Answers answers{margin, List(count, 1), List(count, 1)};
    EXPECT_LT(fitted_sum(answers, slope), fitted_sum(answers, 0.99 * slope));
    EXPECT_LT(fitted_sum(answers, slope), fitted_sum(answers, 1.01 * slope));
  }
}

// Each margin is tenfold the next and has a hundredth of its weight, so each adds the same to r^2 and holds the fit up
// for some steps. All answers agree: the derivative is r (1/2 - 1/(1 + e^(s r))) - sum of w m/(1 + e^(s m)).
TEST(FitSlope, GetsThroughMarginsOfManyScales) {
  List margin, weight;
  double squares = 0, total = 0;
  for (int scale = 0; scale < 8; ++scale) {
    margin.push_back(std::pow(10, -scale));
    weight.push_back(std::pow(100, scale));
    squares += 1;
    total += weight.back();
  }
  const double r = std::sqrt(squares / total);
  const auto derivative = [&](double s) {
    double sum = r * (0.5 - 1 / (1 + std::exp(s * r)));
    for (std::size_t n = 0; n < margin.size(); ++n) sum -= weight[n] * margin[n] / (1 + std::exp(s * margin[n]));
    return sum;
  };
  const double slope = fit_slope(margin, {}, weight);
  EXPECT_LT(derivative(slope * (1 - 1e-9)), 0);
  EXPECT_GT(derivative(slope * (1 + 1e-9)), 0);
}

TEST(FitSlope, IsZeroWhereMarginsSayNothing) {
  EXPECT_EQ(fit_slope(List{0, 0}, {}, {}), 0);
  EXPECT_EQ(fit_slope(List{0, 5}, {}, List{1, 0}), 0);
  EXPECT_EQ(fit_slope(List{1, 3}, List{0.5, 0.5}, {}), 0);
  EXPECT_EQ(fit_slope(List{1, 2}, List{0, 0}, {}), 0);
  EXPECT_EQ(fit_slope(List{1, -2}, {}, {}), 0);
}

TEST(FitSlope, ScalesWithTheMargins) {
  const double slope = fit_slope(kMargin, kOutcome, kWeight);
  for (const double factor : {1e-300, 1e-200, 1e-3, 0.5, 3.0, 1e10, 1e200, 1e307})
    EXPECT_NEAR(fit_slope(times(factor, kMargin), kOutcome, kWeight) * factor, slope, 1e-12) << factor;
}

TEST(FitSlope, DoesNotSeeAnswersWithoutWeight) {
  EXPECT_NEAR(fit_slope(List{1e-10, 1e300}, List{1, 0}, List{1, 0}) * 1e-10, std::log(3), 1e-14);
}

// A row of weight k is k rows; exchanging the two items changes nothing.
TEST(Prediction, CountsWeightsAsRowsAndDoesNotSeeWhichItemIsFirst) {
  Random random(5);
  for (int round = 0; round < 100; ++round) {
    const auto [m, y, w] = random_answers(2 + random.below(30), 3, random);
    const List m_rows = repeated(m, w), y_rows = repeated(y, w);
    List p = m;
    for (double& value : p) value = (value + 4) / 8;
    if (const double accuracy = label_accuracy(m, y, w); !std::isnan(accuracy)) {
      ASSERT_DOUBLE_EQ(accuracy, label_accuracy(m_rows, y_rows, {}));
      ASSERT_DOUBLE_EQ(accuracy, label_accuracy(times(-1, m), one_minus(y), w));
    }
    ASSERT_NEAR(log_loss(p, y, w), log_loss(repeated(p, w), y_rows, {}), 1e-13);
    ASSERT_NEAR(log_loss(p, y, w), log_loss(one_minus(p), one_minus(y), w), 1e-13);
    ASSERT_NEAR(logistic_loss(m, y, w, 0.7), logistic_loss(m_rows, y_rows, {}, 0.7), 1e-13);
    ASSERT_NEAR(logistic_loss(m, y, w, 0.7), logistic_loss(times(-1, m), one_minus(y), w, 0.7), 1e-13);
    ASSERT_NEAR(fit_slope(m, y, w), fit_slope(m_rows, y_rows, {}), 1e-10);
    ASSERT_NEAR(fit_slope(m, y, w), fit_slope(times(-1, m), one_minus(y), w), 1e-10);
  }
}

TEST(Prediction, RefusesPredictionsThatAreNone) {
  EXPECT_THROW(label_accuracy(List{kNan}, {}, {}), InvalidArgument);
  for (const double bad : {kNan, -1e-9, 1 + 1e-9}) EXPECT_THROW(log_loss(List{0.5, bad}, {}, {}), InvalidArgument);
  for (const double bad : {kNan, kInfinity, -kInfinity}) {
    EXPECT_THROW(logistic_loss(List{bad}, {}, {}, 1), InvalidArgument);
    EXPECT_THROW(logistic_loss(List{1}, {}, {}, bad), InvalidArgument);
    EXPECT_THROW(fit_slope(List{bad}, {}, {}), InvalidArgument);
  }
}

TEST(Prediction, RefusesAnswersThatAreNone) {
  const auto expect_refused = [](const List& predicted, const List& outcome, const List& weight) {
    EXPECT_THROW(label_accuracy(predicted, outcome, weight), InvalidArgument);
    EXPECT_THROW(log_loss(predicted, outcome, weight), InvalidArgument);
    EXPECT_THROW(logistic_loss(predicted, outcome, weight, 1), InvalidArgument);
    EXPECT_THROW(fit_slope(predicted, outcome, weight), InvalidArgument);
  };
  expect_refused({}, {}, {});
  expect_refused({0.5, 1}, {1}, {});
  expect_refused({0.5, 1}, {}, {1, 1, 1});
  for (const double bad : {kNan, -0.5, 1.5}) expect_refused({0.5, 1}, {1, bad}, {});
  for (const double bad : {kNan, -0.5, kInfinity}) expect_refused({0.5, 1}, {}, {1, bad});
  expect_refused({0.5, 1}, {}, {0, 0});
  expect_refused({0.5, 1}, {}, {1e308, 1e308});
}

TEST(Prediction, SaysWhatItRefuses) {
  const auto refusal = [](const List& predicted, const List& outcome, const List& weight) -> std::string {
    try {
      log_loss(predicted, outcome, weight);
    } catch (const InvalidArgument& error) {
      return error.what();
    }
    return "nothing";
  };
  EXPECT_EQ(refusal({}, {}, {}), "answers is none, but at least one is needed");
  EXPECT_EQ(refusal({0.5, kNan}, {}, {}), "probability[1] is NaN, but a probability must be in [0, 1]");
  EXPECT_EQ(refusal({0.5, 1}, {0.5, 1.5}, {}), "outcome[1] is 1.5, but an outcome must be in [0, 1]");
  EXPECT_EQ(refusal({0.5, 1}, {1}, {}), "outcome is 1 entries, but there are 2 answers");
  EXPECT_EQ(refusal({0.5, 1}, {}, {0, 0}), "weight is 0 in sum, but the sum must be positive and finite");
}

}  // namespace
}  // namespace pdrank
