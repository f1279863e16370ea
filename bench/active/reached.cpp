#include "reached.hpp"

#include <algorithm>
#include <numeric>

#include "pdrank/core/random.hpp"

namespace pdrank::bench::active {
namespace {

constexpr std::size_t kResamples = 500;
constexpr std::uint64_t kSeed = 1;

// Mean over the units, each counted so often.
std::vector<double> smooth_mean(const Taus& taus, std::span<const std::uint32_t> times) {
  std::vector<double> mean(taus.front().size(), 0.0);
  for (std::size_t unit = 0; unit < taus.size(); ++unit)
    for (std::size_t point = 0; point < mean.size(); ++point) mean[point] += times[unit] * taus[unit][point];
  for (double& value : mean) value /= static_cast<double>(taus.size());
  return isotonic(mean);
}

std::vector<std::uint32_t> resample(std::size_t count, Random& random) {
  std::vector<std::uint32_t> times(count, 0);
  for (std::size_t k = 0; k < count; ++k) ++times[random.below(count)];
  return times;
}

// The spread of resampled figures around their mean is the standard error of the figure.
double spread(std::span<const double> figures) {
  return mean_of(figures).standard_error * std::sqrt(static_cast<double>(figures.size()));
}

}  // namespace

Mean Reached::mean() const { return {answers, std::isnan(answers) ? kNone : spread(resampled)}; }

Taus taus_of(const Curve& curve, std::size_t seats_a_unit) {
  const std::size_t points = curve.points.front().size();
  Taus taus(curve.points.size() / seats_a_unit, std::vector<double>(points, 0.0));
  for (std::size_t seat = 0; seat < taus.size() * seats_a_unit; ++seat)
    for (std::size_t point = 0; point < points; ++point)
      taus[seat / seats_a_unit][point] += curve.points[seat][point].tau / static_cast<double>(seats_a_unit);
  return taus;
}

Reached answers_to(double goal, std::span<const std::uint64_t> grid, const Taus& taus) {
  const std::vector<double> places(grid.begin(), grid.begin() + static_cast<std::ptrdiff_t>(taus.front().size()));
  Reached reached;
  reached.answers = place_of(goal, places, smooth_mean(taus));
  Random random(kSeed);
  for (std::size_t k = 0; k < kResamples; ++k) {
    const double found = place_of(goal, places, smooth_mean(taus, resample(taus.size(), random)));
    reached.resampled.push_back(std::isnan(found) ? places.back() : found);
  }
  return reached;
}

Mean ratio(const Reached& a, const Reached& b) {
  std::vector<double> resampled(a.resampled.size());
  std::ranges::transform(a.resampled, b.resampled, resampled.begin(), std::divides());
  const double value = a.answers / b.answers;
  return {value, std::isnan(value) ? kNone : spread(resampled)};
}

std::vector<double> smooth_mean(const Taus& taus) {
  return smooth_mean(taus, std::vector<std::uint32_t>(taus.size(), 1));
}

}  // namespace pdrank::bench::active
