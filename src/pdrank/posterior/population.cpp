#include "pdrank/posterior/population.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "pdrank/posterior/learn.hpp"

namespace pdrank {
namespace {

using Law = std::array<double, kFlipLevels>;

constexpr double kStrayBelieved = 0.02, kSourcesBelieved = 10;  // share of strays before any answer, and its weight
constexpr std::array<double, 7> kConcentrations = {4, 8, 16, 40, 100, 300, 1000};  // of the beta law
constexpr std::size_t kMostSources = 4000;  // so many tell the population as well as all
constexpr double kForgotten = 1e-3;         // weight of a point, of the best one's

double angle(double level) { return level / static_cast<double>(kFlipLevels) * std::numbers::pi / 2; }

double square_of_sine(double at) {
  const double sine = std::sin(at);
  return sine * sine;
}

void normalise(Law& law) {
  const double sum = std::accumulate(law.begin(), law.end(), 0.0);
  for (double& value : law) value /= sum;
}

// Anything between 0 and 1.
const Law& stray_law() {
  static const Law law = [] {
    Law values;
    for (std::size_t k = 0; k < kFlipLevels; ++k) values[k] = std::sin(2 * angle(static_cast<double>(k) + 0.5));
    normalise(values);
    return values;
  }();
  return law;
}

Law beta_law(double mean, double concentration) {
  Law values;
  double top = -1e300;
  for (std::size_t k = 0; k < kFlipLevels; ++k) {
    const double f = flip_levels()[k];
    values[k] = (mean * concentration - 0.5) * std::log(f) + ((1 - mean) * concentration - 0.5) * std::log1p(-f);
    top = std::max(top, values[k]);
  }
  for (double& value : values) value = std::exp(value - top);
  normalise(values);
  return values;
}

double mass(const FlipLikelihood& source, const Law& law) {
  double sum = 0;
  for (std::size_t k = 0; k < kFlipLevels; ++k) sum += static_cast<double>(source[k]) * law[k];
  return std::max(sum, 1e-300);
}

// Between levels the law is even on their scale.
double quantile(const Law& law, double share) {
  double below = 0;
  for (std::size_t k = 0; k < kFlipLevels; ++k) {
    if (below + law[k] >= share)
      return square_of_sine(angle(static_cast<double>(k) + (share - below) / std::max(law[k], 1e-300)));
    below += law[k];
  }
  return 1;
}

struct StraysFound {
  double share, log_likelihood;
};

// The share of strays by expectation-maximisation.
StraysFound find_strays(std::span<const double> alike, std::span<const double> stray) {
  double share = kStrayBelieved;
  for (int step = 0; step < 100; ++step) {
    double sum = kStrayBelieved * kSourcesBelieved;
    for (std::size_t source = 0; source < alike.size(); ++source)
      sum += share * stray[source] / (share * stray[source] + (1 - share) * alike[source]);
    const double before = share;
    share = sum / (static_cast<double>(alike.size()) + kSourcesBelieved);
    if (std::abs(share - before) < 1e-3 * share) break;
  }
  double total = kSourcesBelieved * (kStrayBelieved * std::log(share) + (1 - kStrayBelieved) * std::log1p(-share));
  for (std::size_t source = 0; source < alike.size(); ++source)
    total += std::log(share * stray[source] + (1 - share) * alike[source]);
  return {share, total};
}

std::vector<double> common_flips(double fitted) {
  std::vector<double> flips;
  for (const double level : flip_levels())
    if (level >= kLeastFlip && level < kMostFlip) flips.push_back(level);
  flips.push_back(std::clamp(fitted, kLeastFlip, kMostFlip));
  return flips;
}

struct Moments {
  double mean, variance;
};

// Of a law of f by level, which need not sum to 1.
Moments moments(const std::array<double, kFlipLevels>& law) {
  double all = 0, sum = 0, squares = 0;
  for (std::size_t k = 0; k < kFlipLevels; ++k) {
    all += law[k];
    sum += law[k] * flip_levels()[k];
    squares += law[k] * flip_levels()[k] * flip_levels()[k];
  }
  if (all == 0) return {0, 0};
  const double mean = sum / all;
  return {mean, std::max(squares / all - mean * mean, 1e-12)};
}

}  // namespace

const std::array<double, kFlipLevels>& flip_levels() {
  static const std::array<double, kFlipLevels> levels = [] {
    std::array<double, kFlipLevels> values;
    for (std::size_t k = 0; k < kFlipLevels; ++k) values[k] = square_of_sine(angle(static_cast<double>(k) + 0.5));
    return values;
  }();
  return levels;
}

Population::Population(std::span<const FlipLikelihood> sources, double fitted, double mean_flip) {
  const std::size_t stride = std::max<std::size_t>(1, sources.size() / kMostSources);
  std::vector<const FlipLikelihood*> some;
  for (std::size_t source = 0; source < sources.size(); source += stride) some.push_back(&sources[source]);
  std::vector<double> stray(some.size()), alike(some.size());
  for (std::size_t k = 0; k < some.size(); ++k) stray[k] = mass(*some[k], stray_law());
  double top = -1e300;
  for (const double concentration : kConcentrations)
    for (const double common : common_flips(fitted)) {
      Point point{beta_law(common, concentration), 0, 0, 0, 0};
      const Moments before = moments(point.alike);
      point.common = before.mean, point.variance = before.variance;
      for (std::size_t k = 0; k < some.size(); ++k) alike[k] = mass(*some[k], point.alike);
      const StraysFound found = find_strays(alike, stray);
      point.stray_share = found.share;
      // The levels are even in the angle, so each stands for more of f the larger that is.
      point.weight = found.log_likelihood - common / mean_flip + 0.5 * std::log(common * (1 - common));
      top = std::max(top, point.weight);
      points_.push_back(point);
    }
  std::erase_if(points_, [&](const Point& point) { return point.weight < top + std::log(kForgotten); });
  double total = 0;
  for (Point& point : points_) total += point.weight = std::exp(point.weight - top);
  Law law{};
  for (Point& point : points_) {
    point.weight /= total;
    common_ += point.weight * point.common;
    stray_share_ += point.weight * point.stray_share;
    for (std::size_t k = 0; k < kFlipLevels; ++k) law[k] += point.weight * point.alike[k];
  }
  worst_alike_ = std::min(quantile(law, 0.95), kMostFlip);
}

SourceFlip Population::judge(const FlipLikelihood& source) const {
  SourceFlip found;
  found.alike = 0, found.follows = 0;
  Law law{}, own;
  const double stray = mass(source, stray_law());
  for (const Point& point : points_) {
    const double as_alike = (1 - point.stray_share) * mass(source, point.alike), as_stray = point.stray_share * stray;
    const double scale = point.weight / (as_alike + as_stray);
    found.alike += scale * as_alike;
    for (std::size_t k = 0; k < kFlipLevels; ++k) own[k] = static_cast<double>(source[k]) * point.alike[k];
    found.follows += scale * as_alike * std::min(moments(own).variance / point.variance, 1.0);
    for (std::size_t k = 0; k < kFlipLevels; ++k)
      law[k] += scale * static_cast<double>(source[k]) *
                ((1 - point.stray_share) * point.alike[k] + point.stray_share * stray_law()[k]);
  }
  for (std::size_t k = 0; k < kFlipLevels; ++k) {
    found.mean += law[k] * flip_levels()[k];
    if (flip_levels()[k] > 0.5) found.against += law[k];
  }
  found.low = std::min(quantile(law, 0.05), found.mean);
  found.high = std::max(quantile(law, 0.95), found.mean);
  return found;
}

}  // namespace pdrank
