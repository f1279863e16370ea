#include "pdrank/metrics/spearman.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>

#include "pdrank/metrics/score_pair.hpp"

namespace pdrank {

std::vector<double> average_ranks(std::span<const double> scores) {
  std::vector<std::size_t> order(scores.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [scores](std::size_t i) { return scores[i]; });

  std::vector<double> ranks(scores.size());
  for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    while (end < order.size() && scores[order[begin]] == scores[order[end]]) ++end;
    const double shared = static_cast<double>(begin + 1 + end) / 2;  // the mean of begin + 1, .., end
    for (std::size_t place = begin; place < end; ++place) ranks[order[place]] = shared;
  }
  return ranks;
}

double spearman_rho(std::span<const double> a, std::span<const double> b) {
  check_score_pair(a, b, 2);
  const std::vector<double> ranks_a = average_ranks(a);
  const std::vector<double> ranks_b = average_ranks(b);
  const double mean = (static_cast<double>(a.size()) + 1) / 2;  // ties or not
  double aa = 0, bb = 0, ab = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double x = ranks_a[i] - mean;
    const double y = ranks_b[i] - mean;
    aa += x * x;
    bb += y * y;
    ab += x * y;
  }
  if (aa == 0 || bb == 0) return std::numeric_limits<double>::quiet_NaN();
  return std::clamp(ab / std::sqrt(aa * bb), -1.0, 1.0);
}

}  // namespace pdrank
