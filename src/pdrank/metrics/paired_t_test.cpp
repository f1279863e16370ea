#include "pdrank/metrics/paired_t_test.hpp"

#include <fmt/format.h>

#include <unsupported/Eigen/SpecialFunctions>

#include <cmath>
#include <cstddef>
#include <vector>

#include "pdrank/core/errors.hpp"
#include "pdrank/metrics/score_pair.hpp"

namespace pdrank {
namespace {

std::vector<double> differences(std::span<const double> a, std::span<const double> b) {
  std::vector<double> result(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    result[i] = a[i] - b[i];
    if (!std::isfinite(result[i]))
      throw InvalidArgument(fmt::format("a[{0}] - b[{0}]", i), fmt::format("{}", result[i]),
                            "a difference must be finite");
  }
  return result;
}

// By way of the first difference: of equal differences the mean is exactly the one value there is.
double mean_of(std::span<const double> values) {
  double sum = 0;
  for (const double value : values) sum += value - values[0];
  return values[0] + sum / static_cast<double>(values.size());
}

double standard_deviation(std::span<const double> values, double mean) {
  double length = 0;
  for (const double value : values) length = std::hypot(length, value - mean);
  return length / std::sqrt(static_cast<double>(values.size()) - 1);
}

// I_x(v / 2, 1 / 2) at x = v / (v + t^2) with v degrees of freedom; near t = 0, where x has lost the digits of t, by
// its complement.
double two_sided_p_value(double t, double v) {
  if (std::isnan(t)) return t;
  if (std::isinf(t)) return 0;
  if (t * t < v) return 1 - Eigen::numext::betainc(0.5, v / 2, t * t / (v + t * t));
  return Eigen::numext::betainc(v / 2, 0.5, v / (v + t * t));
}

}  // namespace

PairedTTest paired_t_test(std::span<const double> a, std::span<const double> b, double overlap) {
  check_score_pair(a, b, 2);
  if (!(overlap >= 0 && overlap < 1))
    throw InvalidArgument("overlap", fmt::format("{}", overlap), "it must be in [0, 1)");
  const std::vector<double> d = differences(a, b);
  const auto n = static_cast<double>(d.size());

  PairedTTest result;
  result.mean_difference = mean_of(d);
  result.degrees_of_freedom = n - 1;
  const double error = standard_deviation(d, result.mean_difference) * std::sqrt(1 / n + overlap / (1 - overlap));
  result.t = result.mean_difference / error;
  result.p_value = two_sided_p_value(result.t, result.degrees_of_freedom);
  return result;
}

}  // namespace pdrank
