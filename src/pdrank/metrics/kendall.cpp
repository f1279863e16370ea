#include "pdrank/metrics/kendall.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include "pdrank/metrics/score_pair.hpp"

namespace pdrank {
namespace {

using ScorePair = std::pair<double, double>;

std::uint64_t pairs_among(std::uint64_t count) {
  return count % 2 == 0 ? count / 2 * (count - 1) : (count - 1) / 2 * count;
}

std::vector<ScorePair> sorted_pairs(std::span<const double> a, std::span<const double> b) {
  std::vector<ScorePair> both(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) both[i] = {a[i], b[i]};
  std::ranges::sort(both);
  return both;
}

// Pairs of equal values, where equal values stand next to each other.
template <class T, class Equal>
std::uint64_t tied_pairs(const std::vector<T>& sorted, Equal equal) {
  std::uint64_t tied = 0;
  for (std::size_t begin = 0, end = 0; begin < sorted.size(); begin = end) {
    while (end < sorted.size() && equal(sorted[begin], sorted[end])) ++end;
    tied += pairs_among(end - begin);
  }
  return tied;
}

// Merges two sorted neighbours into `out`; the number of pairs (left, right) with left > right.
std::uint64_t merge_counting(std::span<const double> left, std::span<const double> right, std::span<double> out) {
  std::uint64_t inversions = 0;
  std::size_t l = 0, r = 0;
  for (double& value : out) {
    const bool take_left = r == right.size() || (l < left.size() && left[l] <= right[r]);
    if (!take_left) inversions += left.size() - l;
    value = take_left ? left[l++] : right[r++];
  }
  return inversions;
}

// Sorts `values` and counts the pairs that stood in the wrong order (bottom-up merge sort).
std::uint64_t sort_counting(std::vector<double>& values) {
  const std::size_t n = values.size();
  std::vector<double> merged(n);
  std::uint64_t inversions = 0;
  for (std::size_t width = 1; width < n; width *= 2) {
    for (std::size_t begin = 0; begin < n; begin += 2 * width) {
      const std::size_t middle = std::min(n, begin + width);
      const std::size_t end = std::min(n, begin + 2 * width);
      const std::span<const double> source(values);
      inversions += merge_counting(source.subspan(begin, middle - begin), source.subspan(middle, end - middle),
                                   std::span(merged).subspan(begin, end - begin));
    }
    values.swap(merged);
  }
  return inversions;
}

KendallTau count_pairs(std::span<const double> a, std::span<const double> b) {
  const std::vector<ScorePair> both = sorted_pairs(a, b);
  KendallTau counts;
  counts.pairs = pairs_among(both.size());
  counts.ties_a = tied_pairs(both, [](const ScorePair& x, const ScorePair& y) { return x.first == y.first; });
  counts.ties_both = tied_pairs(both, [](const ScorePair& x, const ScorePair& y) { return x == y; });

  // Within a tie of a, b already ascends, so only pairs ordered in a can be inverted.
  std::vector<double> by_a(both.size());
  std::ranges::transform(both, by_a.begin(), &ScorePair::second);
  counts.discordant = sort_counting(by_a);
  counts.ties_b = tied_pairs(by_a, [](double x, double y) { return x == y; });
  counts.concordant = counts.pairs - counts.ties_a - (counts.ties_b - counts.ties_both) - counts.discordant;
  return counts;
}

}  // namespace

KendallTau kendall_tau(std::span<const double> a, std::span<const double> b) {
  check_score_pair(a, b, 2);
  KendallTau result = count_pairs(a, b);
  // Both counts are below 2^63 as long as the scores fit in memory.
  const auto difference = static_cast<double>(static_cast<std::int64_t>(result.concordant - result.discordant));
  const auto ratio = [difference](double whole) {
    return whole > 0 ? difference / whole : std::numeric_limits<double>::quiet_NaN();
  };
  const auto ordered_a = static_cast<double>(result.pairs - result.ties_a);
  const auto ordered_b = static_cast<double>(result.pairs - result.ties_b);
  result.tau_a = ratio(static_cast<double>(result.pairs));
  result.tau_b = ratio(std::sqrt(ordered_a * ordered_b));
  result.gamma = ratio(static_cast<double>(result.concordant + result.discordant));
  return result;
}

}  // namespace pdrank
