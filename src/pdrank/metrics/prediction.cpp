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

double softplus(double t) { return std::max(t, 0.0) + std::log1p(std::exp(-std::abs(t))); }

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

}  // namespace pdrank
