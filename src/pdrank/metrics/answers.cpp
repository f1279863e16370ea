#include "pdrank/metrics/answers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "pdrank/core/errors.hpp"

namespace pdrank {
namespace {

void check_length(const char* field, std::span<const double> list, std::size_t answers) {
  if (!list.empty() && list.size() != answers)
    throw InvalidArgument(field, fmt::format("{} entries", list.size()), fmt::format("there are {} answers", answers));
}

}  // namespace

void check_range(const char* field, std::span<const double> values, double low, double high, const char* rule) {
  const auto outside = std::ranges::find_if_not(values, [=](double value) { return low <= value && value <= high; });
  if (outside == values.end()) return;
  throw InvalidArgument(fmt::format("{}[{}]", field, outside - values.begin()),
                        std::isnan(*outside) ? "NaN" : fmt::format("{}", *outside), rule);
}

void check_finite_margins(std::span<const double> margin) {
  constexpr double kLargest = std::numeric_limits<double>::max();
  check_range("margin", margin, -kLargest, kLargest, "a margin must be finite");
}

void check_answers(std::size_t answers, std::span<const double> outcome, std::span<const double> weight) {
  if (answers == 0) throw InvalidArgument("answers", "none", "at least one is needed");
  check_length("outcome", outcome, answers);
  check_length("weight", weight, answers);
  check_range("outcome", outcome, 0, 1, "an outcome must be in [0, 1]");
  check_range("weight", weight, 0, std::numeric_limits<double>::max(), "a weight must be finite and not negative");
  const double sum = std::accumulate(weight.begin(), weight.end(), 0.0);
  if (!weight.empty() && !(sum > 0 && std::isfinite(sum)))
    throw InvalidArgument("weight", fmt::format("{} in sum", sum), "the sum must be positive and finite");
}

}  // namespace pdrank
