#include "pdrank/report/least_credible.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "pdrank/data/answer_margin.hpp"
#include "pdrank/methods/rank.hpp"

namespace pdrank {
namespace {

// By answer: whether it is one of the `count` least credible, or equals the last of them.
std::vector<bool> least_credible_answers(const Confidences& confidence, std::size_t count) {
  std::vector<std::pair<double, std::uint32_t>> against;  // probability and answer
  for (std::uint32_t answer = 0; answer < confidence.standing.size(); ++answer) {
    if (confidence.standing[answer] != Standing::against) continue;
    const double probability = confidence.of_answer(answer).probability_correct;
    if (!std::isnan(probability)) against.emplace_back(probability, answer);
  }
  if (against.empty()) return {};
  const auto enough = against.begin() + static_cast<std::ptrdiff_t>(std::min(count, against.size()) - 1);
  std::ranges::nth_element(against, enough, {}, &std::pair<double, std::uint32_t>::first);
  std::vector<bool> is_among(confidence.standing.size(), false);
  for (const auto& [probability, answer] : against)
    if (probability <= enough->first) is_among[answer] = true;
  return is_among;
}

}  // namespace

std::vector<std::size_t> least_credible(const RankResult& result, const Comparisons& data, std::size_t count) {
  const Confidences& confidence = result.confidence;
  const std::vector<bool> is_among = least_credible_answers(confidence, count);
  if (is_among.empty()) return {};
  std::vector<std::size_t> rows;
  for (std::size_t n = 0; n < confidence.size(); ++n)
    if (confidence.answer_of[n] != Confidences::kNoAnswer && is_among[confidence.answer_of[n]]) rows.push_back(n);

  const std::vector<double> score = scores_by_item(result, data.items.size());
  const auto margin = [&](std::size_t n) {
    return margin_of(data, n, score, result.law ? result.law->of(data.annotator(n)).order : 0);
  };
  const std::size_t shown = std::min(count, rows.size());
  std::ranges::partial_sort(rows, rows.begin() + static_cast<std::ptrdiff_t>(shown), [&](std::size_t a, std::size_t b) {
    const double x = confidence[a].probability_correct, y = confidence[b].probability_correct;
    if (x != y) return x < y;
    return margin(a) != margin(b) ? margin(a) < margin(b) : a < b;
  });
  rows.resize(shown);
  return rows;
}

}  // namespace pdrank
