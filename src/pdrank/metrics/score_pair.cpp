#include "pdrank/metrics/score_pair.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "pdrank/core/errors.hpp"

namespace pdrank {
namespace {

void check_no_nan(const char* field, std::span<const double> scores) {
  const auto nan = std::ranges::find_if(scores, [](double score) { return std::isnan(score); });
  if (nan == scores.end()) return;
  throw InvalidArgument(fmt::format("{}[{}]", field, nan - scores.begin()), "NaN", "a score must be a number");
}

}  // namespace

void check_score_pair(std::span<const double> a, std::span<const double> b, std::size_t least) {
  if (a.size() != b.size())
    throw InvalidArgument("scores", fmt::format("{} against {} items", a.size(), b.size()),
                          "both lists must have the same items");
  if (a.size() < least)
    throw InvalidArgument("scores", fmt::format("{} items", a.size()), fmt::format("at least {} are needed", least));
  check_no_nan("a", a);
  check_no_nan("b", b);
}

}  // namespace pdrank
