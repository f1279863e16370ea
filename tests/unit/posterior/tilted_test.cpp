#include "pdrank/posterior/tilted.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "pdrank/posterior/tilt_batch.hpp"
#include "support/model_law.hpp"

namespace pdrank {
namespace {

using model_law::Real;

struct Row {
  std::uint32_t source_class;
  float won, lost;
};

// The answers about one pair, and what they are views of.
struct Pair {
  std::vector<std::uint32_t> source_class;
  std::vector<float> won, lost;
  std::vector<double> flip;
  double tied = 0;

  Pair(const std::vector<Row>& rows, std::vector<double> flips, double ties = 0) : flip(std::move(flips)), tied(ties) {
    for (const Row& row : rows) {
      source_class.push_back(row.source_class);
      won.push_back(row.won);
      lost.push_back(row.lost);
    }
  }
  PairAnswers view() const { return {source_class, won, lost, tied, flip}; }

  Real log_likelihood(Real d) const {
    Real sum = tied > 0 ? tied * model_law::log_tie(d) : 0;
    for (std::size_t row = 0; row < won.size(); ++row) {
      const Real f = flip[source_class[row]];
      if (won[row] > 0) sum += static_cast<Real>(won[row]) * model_law::log_answer(d, f);
      if (lost[row] > 0) sum += static_cast<Real>(lost[row]) * model_law::log_answer(-d, f);
    }
    return sum;
  }
};

struct Exact {
  Real log_mass, mean, variance, turned, preferred;
};

// By brute force: scans for where the integrand is, each closer, then 1,200 points between the ends of that.
Exact integrate(Real mean, Real variance, const Pair& pair) {
  const Real deviation = std::sqrt(variance);
  const auto log_value = [&](Real d) { return model_law::log_normal(d, mean, variance) + pair.log_likelihood(d); };
  constexpr int kScan = 400, kPoints = 1200;
  constexpr Real kNothing = 42;  // e^-42 is 6e-19
  // All that is neither far from the belief nor far from where the likelihood is greatest, which is near |d| <= 40.
  Real low = std::min<Real>(mean - 12 * deviation, -40), high = std::max<Real>(mean + 12 * deviation, 40);
  for (int narrowing = 0; narrowing < 10; ++narrowing) {
    const Real step = (high - low) / kScan;
    std::vector<Real> value(kScan + 1);
    for (int k = 0; k <= kScan; ++k) value[static_cast<std::size_t>(k)] = log_value(low + step * static_cast<Real>(k));
    const Real top = std::ranges::max(value);
    int first = 0, last = kScan;
    while (value[static_cast<std::size_t>(first)] < top - kNothing) ++first;
    while (value[static_cast<std::size_t>(last)] < top - kNothing) --last;
    if (last - first > kScan / 4) break;
    high = low + step * static_cast<Real>(last + 2);
    low += step * static_cast<Real>(first - 2);
  }
  const Real step = (high - low) / kPoints;
  Real top = -1e300L;
  for (int k = 0; k <= kPoints; ++k) top = std::max(top, log_value(low + step * static_cast<Real>(k)));
  Real mass = 0, sum = 0, squares = 0, turned = 0, preferred = 0;
  const Real origin = (low + high) / 2;
  for (int k = 0; k <= kPoints; ++k) {
    const Real d = low + step * static_cast<Real>(k), weight = std::exp(log_value(d) - top);
    mass += weight;
    sum += weight * (d - origin);
    squares += weight * (d - origin) * (d - origin);
    preferred += weight * model_law::sigmoid(d);
    for (std::size_t row = 0; row < pair.won.size(); ++row) {
      if (pair.source_class[row] != 0) continue;
      const Real f = pair.flip[0];
      turned += weight * f *
                (static_cast<Real>(pair.won[row]) * model_law::sigmoid(-d) / std::exp(model_law::log_answer(d, f)) +
                 static_cast<Real>(pair.lost[row]) * model_law::sigmoid(d) / std::exp(model_law::log_answer(-d, f)));
    }
  }
  const Real moved = sum / mass;
  return {top + std::log(mass * step), origin + moved, squares / mass - moved * moved, turned / mass, preferred / mass};
}

std::string describe(double mean, double variance, const Pair& pair) {
  std::string text = "belief " + std::to_string(mean) + " +- " + std::to_string(std::sqrt(variance)) + "; answers";
  for (std::size_t row = 0; row < pair.won.size(); ++row)
    text += " " + std::to_string(pair.won[row]) + ":" + std::to_string(pair.lost[row]) + " f " +
            std::to_string(pair.flip[pair.source_class[row]]);
  return text + "; ties " + std::to_string(pair.tied);
}

// What a site is made of is right to a thousandth of the deviation that the law ends up with: far less than what
// propagation itself leaves open (3e-3). The trapezoidal rule leaves 1e-6; the rest is what is cut off at 5.6
// deviations of the belief, at most 5.6^2 phi(5.6) / (5.6 f) = 3.5e-4 of the variance where the likelihood never falls
// below f = 0.001 of its greatest value.
void expect_moments(double mean, double variance, const Pair& pair, double tolerance = 1e-3) {
  const TiltedPair found = tilt(mean, variance, pair.view());
  const Exact exact = integrate(mean, variance, pair);
  const auto deviation = static_cast<double>(std::sqrt(exact.variance));
  const std::string what = describe(mean, variance, pair);
  // A mass of many answers is as exact as a logarithm near it can be.
  const double size = std::abs(static_cast<double>(exact.log_mass));
  EXPECT_NEAR(found.log_mass, static_cast<double>(exact.log_mass), tolerance + 1e-12 * size) << what;
  EXPECT_NEAR(found.mean, static_cast<double>(exact.mean), tolerance * deviation) << what;
  EXPECT_NEAR(found.variance, static_cast<double>(exact.variance), tolerance * deviation * deviation) << what;
  EXPECT_NEAR(found.turned, static_cast<double>(exact.turned), tolerance * (1 + static_cast<double>(exact.turned)))
      << what;
}

TEST(TiltedPair, OneAnswer) {
  for (const double flip : {0.001, 0.1, 0.45, 0.9})
    for (const double variance : {1e-4, 0.1, 2.0, 30.0, 300.0})
      for (const double mean : {-30.0, -4.0, 0.0, 1.0, 30.0})
        for (const float won : {0.0f, 1.0f}) expect_moments(mean, variance, Pair({{0, won, 1 - won}}, {flip}));
}

// Without flips there is no end to how unlikely an answer may be; as far as the belief reaches, it is as exact.
TEST(TiltedPair, OneAnswerWithoutFlips) {
  for (const auto& [mean, variance] : {std::pair{-30.0, 1e-4}, {-3.0, 1.0}, {0.0, 300.0}, {8.0, 0.5}, {30.0, 300.0}})
    expect_moments(mean, variance, Pair({{0, 1, 0}}, {0.0}));
}

// An answer of one class is the same as of another with the same flips, but only class 0 is counted as turned round.
TEST(TiltedPair, OneAnswerOfAnotherClass) {
  const Pair other({{1, 1, 0}}, {0.01, 0.2}), own({{0, 1, 0}}, {0.2});
  const TiltedPair found = tilt(-1, 2, other.view()), expected = tilt(-1, 2, own.view());
  EXPECT_EQ(found.mean, expected.mean);
  EXPECT_EQ(found.variance, expected.variance);
  EXPECT_EQ(found.log_mass, expected.log_mass);
  EXPECT_EQ(found.turned, 0);
  EXPECT_GT(expected.turned, 0);
}

TEST(TiltedPair, FewAnswers) {
  for (const double variance : {1e-4, 0.1, 2.0, 300.0})
    for (const double mean : {-8.0, 0.0, 3.0}) {
      expect_moments(mean, variance, Pair({{0, 2, 0}}, {0.001}));
      expect_moments(mean, variance, Pair({{0, 3, 4}}, {0.05}));
      expect_moments(mean, variance, Pair({{0, 1.5, 0.25}}, {0.02}));  // weights need not be whole
      expect_moments(mean, variance, Pair({{0, 1, 0}, {1, 0, 3}, {2, 2, 2}}, {0.01, 0.3, 0.8}));
    }
}

// Beliefs as wide as the widest spread makes them, where an answer is a step for which the brute force, too, has few
// points.
TEST(TiltedPair, WideBeliefs) {
  for (const double variance : {2000.0, 8192.0})
    for (const double mean : {-100.0, 0.0, 300.0}) {
      const double tolerance = variance > 5000 ? 2e-2 : 5e-3;
      expect_moments(mean, variance, Pair({{0, 1, 0}}, {0.001}), tolerance);
      expect_moments(mean, variance, Pair({{0, 2, 1}}, {0.001}), tolerance);
      expect_moments(mean, variance, Pair({{0, 12, 0}}, {0.001}), tolerance);
    }
}

// Where the belief is wide beside the logistic law, most of the integral is in closed form: nothing is cut off.
TEST(TiltedPair, WideBeliefsAboutSeveralAnswers) {
  for (const double variance : {6.0, 50.0, 300.0})
    for (const double mean : {-90.0, -20.0, 0.0, 7.0, 45.0}) {
      expect_moments(mean, variance, Pair({{0, 2, 0}}, {0.01}), 1e-6);
      expect_moments(mean, variance, Pair({{0, 0, 3}}, {1e-4}), 1e-6);
      expect_moments(mean, variance, Pair({{0, 5, 7}}, {0.08}), 1e-6);
      expect_moments(mean, variance, Pair({{0, 1, 0}, {1, 0, 3}, {2, 2, 2}}, {0.01, 0.3, 0.8}), 1e-6);
    }
}

// Beside a belief that is wide beyond measure an answer is a step: half of it is left, or all but what is turned round.
TEST(TiltedPair, NothingKnownBefore) {
  for (const double variance : {1e5, 1e9, 1e15})
    for (const double flip : {0.0, 0.05, 0.95})
      for (const bool won : {true, false}) {
        const Pair pair({{0, won ? 1.0f : 0.0f, won ? 0.0f : 1.0f}}, {flip});
        const TiltedPair found = tilt(0, variance, pair.view());
        const double expected = (won ? 1 : -1) * (1 - 2 * flip) * std::sqrt(2 * variance / std::acos(-1.0));
        EXPECT_NEAR(found.log_mass, -std::log(2), 1e-9);
        EXPECT_NEAR(found.mean, expected, 0.01 * std::sqrt(variance));
        EXPECT_NEAR(found.variance, variance - expected * expected, 0.01 * variance);
        EXPECT_NEAR(found.turned, flip, 0.01);
      }
}

TEST(TiltedPair, ManyAnswers) {
  for (const double variance : {1e-4, 0.1, 2.0, 300.0})
    for (const double mean : {-3.0, 0.0, 2.0}) {
      expect_moments(mean, variance, Pair({{0, 13, 0}}, {0.001}));
      expect_moments(mean, variance, Pair({{0, 60, 40}}, {0.001}));
      expect_moments(mean, variance, Pair({{0, 900, 100}}, {0.02}));
      expect_moments(mean, variance, Pair({{0, 1e6, 1}}, {0.001}));
      expect_moments(mean, variance, Pair({{0, 6e5, 4e5}}, {0.001}));
    }
}

// Where many answers say something else than the belief, the truth is between the two, far out for either.
TEST(TiltedPair, AnswersAgainstTheBelief) {
  expect_moments(-0.81, 0.0085, Pair({{0, 600, 400}}, {0.001}));
  expect_moments(-5, 0.3, Pair({{0, 60, 20}}, {0.001}));
  expect_moments(-30, 30, Pair({{0, 12, 0}}, {0.001}));
  expect_moments(-30, 30, Pair({{0, 200, 0}}, {0.001}));
  expect_moments(6, 0.5, Pair({{0, 0, 5}}, {0.1}));
  expect_moments(30, 4, Pair({{0, 1000, 1000}}, {0.001}));
}

// With flips, 80 of 100 may mean that the two are as far apart as can be.
TEST(TiltedPair, ManyAnswersManyFlips) {
  for (const double mean : {-2.0, 0.0, 4.0})
    for (const double variance : {0.1, 4.0, 100.0}) {
      expect_moments(mean, variance, Pair({{0, 80, 20}}, {0.2}));
      expect_moments(mean, variance, Pair({{0, 800, 200}}, {0.2}));
      expect_moments(mean, variance, Pair({{0, 700, 300}}, {0.2}));
      expect_moments(mean, variance, Pair({{0, 600, 400}}, {0.5}));  // a coin says nothing
      expect_moments(mean, variance, Pair({{0, 50, 50}, {1, 10, 90}}, {0.02, 0.9}));
    }
}

TEST(TiltedPair, Ties) {
  for (const double variance : {1e-4, 0.1, 2.0, 300.0})
    for (const double mean : {-8.0, 0.0, 3.0})
      for (const double ties : {1.0, 0.5, 7.0, 400.0}) {
        expect_moments(mean, variance, Pair({}, {0.02}, ties));
        expect_moments(mean, variance, Pair({{0, 2, 1}, {1, 0, 1}}, {0.02, 0.4}, ties));
      }
}

// First and second change places: everything is mirrored.
TEST(TiltedPair, IsSymmetric) {
  const TiltedPair one = tilt(-0.7, 1.3, Pair({{0, 5, 2}, {1, 0, 1}}, {0.02, 0.3}, 2).view());
  const TiltedPair other = tilt(0.7, 1.3, Pair({{0, 2, 5}, {1, 1, 0}}, {0.02, 0.3}, 2).view());
  EXPECT_NEAR(one.mean, -other.mean, 1e-6);
  EXPECT_NEAR(one.variance, other.variance, 1e-6);
  EXPECT_NEAR(one.log_mass, other.log_mass, 1e-6);
}

void expect_predictions(double mean, double variance, const std::vector<Row>& rows, const std::vector<double>& flip,
                        double ties) {
  const Pair pair(rows, flip, ties);
  std::vector<double> preferred(rows.size());
  predict_rows(mean, variance, pair.view(), preferred);
  for (std::size_t left_out = 0; left_out < rows.size(); ++left_out) {
    std::vector<Row> others = rows;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(left_out));
    const Pair rest(others, flip, ties);
    EXPECT_NEAR(preferred[left_out], static_cast<double>(integrate(mean, variance, rest).preferred), 1e-3)
        << describe(mean, variance, pair) << "; without row " << left_out;
  }
}

TEST(PredictRows, IsTheLawOfAllOtherRows) {
  expect_predictions(0.3, 2, {{0, 1, 0}}, {0.02}, 0);
  expect_predictions(0.3, 2, {{0, 1, 0}, {0, 0, 1}}, {0.02}, 0);
  expect_predictions(-1, 9, {{0, 3, 1}, {1, 0, 2}, {2, 4, 4}}, {0.02, 0.3, 0.9}, 3);
  expect_predictions(0, 4, {{0, 30, 10}, {0, 25, 15}, {0, 28, 12}, {0, 31, 9}}, {0.01}, 0);
}

// One row may say much more than the others, or something else.
TEST(PredictRows, OfOneWhoSaysMost) {
  expect_predictions(0, 4, {{0, 600, 400}, {0, 1, 0}}, {0.01}, 0);
  expect_predictions(0, 4, {{0, 50, 0}, {0, 0, 50}}, {0.01}, 0);
  expect_predictions(0, 100, {{0, 1000, 10}, {1, 300, 700}}, {0.01, 0.3}, 0);
}

// One answer each, by several classes, beliefs narrow and wide; a few pairs have more, and one belief reaches too far.
TEST(TiltBatch, IsTheSameAsOneByOne) {
  const std::vector<double> flip = {0.05, 0.4, 0.93};
  std::vector<Pair> pairs;
  std::vector<double> means, variances;
  for (std::uint32_t k = 0; k < 150; ++k) {
    const float won = k % 3 == 0 ? 1.0f : 0.0f;
    pairs.emplace_back(std::vector<Row>{{k % 3 == 1 ? 2u : k % 2, won, 1 - won}}, flip);
    if (k % 37 == 5) pairs.back() = Pair({{0, 2, 1}}, flip);
    means.push_back(-12 + 0.16 * k);
    variances.push_back(k == 77 ? 4000 : std::pow(10, -2 + 0.025 * k));
  }
  constexpr double kTail = 1e-6;  // beyond 5.6 deviations, which the wider of two in a vector may take in
  std::vector<bool> seen(pairs.size(), false);
  TiltBatch batch([&](std::size_t pair, double mean, double variance, const TiltedPair& found) {
    const TiltedPair expected = tilt(means[pair], variances[pair], pairs[pair].view());
    EXPECT_EQ(mean, means[pair]);
    EXPECT_EQ(variance, variances[pair]);
    EXPECT_NEAR(found.log_mass, expected.log_mass, kTail);
    EXPECT_NEAR(found.mean, expected.mean, kTail * std::sqrt(variance));
    EXPECT_NEAR(found.variance / expected.variance, 1, kTail);
    EXPECT_NEAR(found.turned, expected.turned, kTail);
    seen[pair] = true;
  });
  for (std::size_t pair = 0; pair < pairs.size(); ++pair)
    batch.add(pair, means[pair], variances[pair], pairs[pair].view());
  batch.flush();
  EXPECT_TRUE(std::ranges::all_of(seen, std::identity()));
}

TEST(TiltedScore, OfAMixture) {
  const ScoreShape shape = {{0.5, -2, 0.3}, {0.3, 1, 0.5}, {0.2, 4, 2}};
  for (const double mean : {-6.0, -0.5, 0.0, 3.0})
    for (const double variance : {0.01, 1.0, 50.0}) {
      Real mass = 0, sum = 0, squares = 0;
      constexpr int kPoints = 20'000;
      constexpr Real kReach = 60, kStep = 2 * kReach / kPoints;
      for (int k = 0; k <= kPoints; ++k) {
        const Real x = -kReach + kStep * static_cast<Real>(k);
        const Real weight = std::exp(model_law::log_shape(x, shape) + model_law::log_normal(x, mean, variance));
        mass += weight * kStep;
        sum += weight * kStep * x;
        squares += weight * kStep * x * x;
      }
      const TiltedScore found = tilt(mean, variance, shape);
      // The closed form is exact; subtracting squares leaves a few of the last digits.
      EXPECT_NEAR(found.log_mass, static_cast<double>(std::log(mass)), 1e-10);
      EXPECT_NEAR(found.mean, static_cast<double>(sum / mass), 1e-10);
      EXPECT_NEAR(found.variance, static_cast<double>(squares / mass - (sum / mass) * (sum / mass)), 1e-9);
    }
}

TEST(ScoreShape, SpreadAndCentre) {
  const ScoreShape shape = {{0.25, -3, 1}, {0.75, 1, 2}};
  EXPECT_DOUBLE_EQ(centre(shape), 0);
  EXPECT_DOUBLE_EQ(spread(shape), std::sqrt(0.25 * (1 + 9) + 0.75 * (4 + 1)));
}

}  // namespace
}  // namespace pdrank
