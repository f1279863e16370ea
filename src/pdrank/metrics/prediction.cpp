#include "pdrank/metrics/prediction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "pdrank/core/errors.hpp"
#include "pdrank/metrics/answers.hpp"

namespace pdrank {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kLargest = std::numeric_limits<double>::max();

// The fit of the slope: relative step that ends it, and the iterations after which rounding is all that moves it.
constexpr double kTolerance = 1e-12;
constexpr int kMaxIterations = 200;

void check_finite_margins(std::span<const double> margin) {
  check_range("margin", margin, -kLargest, kLargest, "a margin must be finite");
}

double softplus(double t) { return std::max(t, 0.0) + std::log1p(std::exp(-std::abs(t))); }

double sigmoid(double t) {
  const double e = std::exp(-std::abs(t));
  return (t < 0 ? e : 1) / (1 + e);
}

// The loss of a share of an answer; no share of an infinite loss is no loss.
double shared_loss(double share, double loss) { return share == 0 ? 0 : share * loss; }

// The weighted mean of y first_won(n) + (1 - y) second_won(n).
template <class Loss, class OtherLoss>
double mean_loss(std::size_t answers, std::span<const double> outcome, std::span<const double> weight, Loss first_won,
                 OtherLoss second_won) {
  double sum = 0, total = 0;
  for (std::size_t n = 0; n < answers; ++n) {
    const double y = entry_or_one(outcome, n), w = entry_or_one(weight, n);
    sum += shared_loss(w * y, first_won(n)) + shared_loss(w * (1 - y), second_won(n));
    total += w;
  }
  return sum / total;
}

// Scaled by the largest margin, so that the squares stay in range.
double root_mean_square(std::span<const double> margin, std::span<const double> weight) {
  double largest = 0;
  for (std::size_t n = 0; n < margin.size(); ++n)
    if (entry_or_one(weight, n) > 0) largest = std::max(largest, std::abs(margin[n]));
  if (largest == 0) return 0;
  double sum = 0, total = 0;
  for (std::size_t n = 0; n < margin.size(); ++n) {
    const double w = entry_or_one(weight, n);
    if (w > 0) sum += w * (margin[n] / largest) * (margin[n] / largest);
    total += w;
  }
  return largest * std::sqrt(sum / total);
}

// By the slope, of the sum that the fit minimises.
struct SlopeDerivatives {
  double slope;
  double first = 0, second = 0;

  void add(double m, double y, double w) {
    const double p = sigmoid(slope * m), q = sigmoid(-slope * m);
    first += w * m * ((1 - y) * p - y * q);
    second += w * m * m * p * q;
  }
};

// Slope and margins in the unit of the root-mean-square margin.
SlopeDerivatives slope_derivatives(std::span<const double> margin, std::span<const double> outcome,
                                   std::span<const double> weight, double unit, double slope) {
  SlopeDerivatives derivatives{slope};
  derivatives.add(1, 0.5, 1);
  for (std::size_t n = 0; n < margin.size(); ++n) {
    const double w = entry_or_one(weight, n);
    if (w > 0) derivatives.add(margin[n] / unit, entry_or_one(outcome, n), w);
  }
  return derivatives;
}

}  // namespace

double label_accuracy(std::span<const double> margin, std::span<const double> outcome, std::span<const double> weight) {
  check_answers(margin.size(), outcome, weight);
  check_range("margin", margin, -kInfinity, kInfinity, "a margin must be a number");
  double right = 0, total = 0;
  for (std::size_t n = 0; n < margin.size(); ++n) {
    const double y = entry_or_one(outcome, n), w = entry_or_one(weight, n);
    if (y == 0.5) continue;
    if (margin[n] == 0) right += w / 2;
    if (margin[n] != 0 && (margin[n] > 0) == (y > 0.5)) right += w;
    total += w;
  }
  return total > 0 ? right / total : std::numeric_limits<double>::quiet_NaN();
}

double log_loss(std::span<const double> probability, std::span<const double> outcome, std::span<const double> weight) {
  check_answers(probability.size(), outcome, weight);
  check_range("probability", probability, 0, 1, "a probability must be in [0, 1]");
  return mean_loss(
      probability.size(), outcome, weight, [=](std::size_t n) { return -std::log(probability[n]); },
      [=](std::size_t n) { return -std::log1p(-probability[n]); });
}

double logistic_loss(std::span<const double> margin, std::span<const double> outcome, std::span<const double> weight,
                     double slope) {
  check_answers(margin.size(), outcome, weight);
  check_finite_margins(margin);
  if (!std::isfinite(slope)) throw InvalidArgument("slope", fmt::format("{}", slope), "it must be finite");
  return mean_loss(
      margin.size(), outcome, weight, [=](std::size_t n) { return softplus(-slope * margin[n]); },
      [=](std::size_t n) { return softplus(slope * margin[n]); });
}

double fit_slope(std::span<const double> margin, std::span<const double> outcome, std::span<const double> weight) {
  check_answers(margin.size(), outcome, weight);
  check_finite_margins(margin);
  const double unit = root_mean_square(margin, weight);
  if (unit == 0) return 0;
  // For slopes >= 0 the first derivative rises and is concave, so Newton's steps from 0 go up to its root and never
  // past it; where it is not negative at 0 there is no step up at all.
  double slope = 0;
  for (int iteration = 0; iteration < kMaxIterations; ++iteration) {
    const auto derivatives = slope_derivatives(margin, outcome, weight, unit, slope);
    const double step = std::max(0.0, -derivatives.first / derivatives.second);
    slope += step;
    if (step <= kTolerance * slope) break;
  }
  return slope / unit;
}

}  // namespace pdrank
