#include "pdrank/metrics/top_k.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <vector>

#include "pdrank/core/errors.hpp"
#include "pdrank/metrics/score_pair.hpp"

namespace pdrank {
namespace {

// Where the k best end: the k-th best score and the chance of an item with that score to be among them.
struct Border {
  double score;
  double chance;

  double membership(double item_score) const { return item_score > score ? 1 : item_score == score ? chance : 0; }
};

Border find_border(std::span<const double> scores, std::size_t k) {
  std::vector<double> copy(scores.begin(), scores.end());
  const auto kth = copy.begin() + static_cast<std::ptrdiff_t>(k - 1);
  std::ranges::nth_element(copy, kth, std::greater<>());
  const double score = *kth;
  const auto above = std::ranges::count_if(scores, [score](double other) { return other > score; });
  const auto tied = std::ranges::count(scores, score);
  return {score, static_cast<double>(static_cast<std::ptrdiff_t>(k) - above) / static_cast<double>(tied)};
}

}  // namespace

double top_k_overlap(std::span<const double> a, std::span<const double> b, std::size_t k) {
  check_score_pair(a, b, 1);
  if (k < 1 || k > a.size())
    throw InvalidArgument("k", fmt::format("{}", k), fmt::format("it must be in 1..{}, the number of items", a.size()));
  const Border border_a = find_border(a, k);
  const Border border_b = find_border(b, k);
  double overlap = 0;
  for (std::size_t i = 0; i < a.size(); ++i) overlap += border_a.membership(a[i]) * border_b.membership(b[i]);
  return overlap;
}

}  // namespace pdrank
