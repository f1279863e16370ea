#include "pdrank/report/answer_calibration.hpp"

#include <algorithm>
#include <vector>

#include "pdrank/data/answer_margin.hpp"
#include "pdrank/methods/rank.hpp"

namespace pdrank {
namespace {

constexpr std::size_t kTwentieths = 20;

}  // namespace

std::optional<Calibration> calibrate_answers(const RankResult& result, const Comparisons& data) {
  const bool has_fit = std::ranges::any_of(result.ranking, [](const Place& place) { return place.infit.has_value(); });
  if (!result.law || !has_fit) return std::nullopt;
  const std::vector<double> score = scores_by_item(result, data.items.size());
  std::vector<double> probability, outcome, weight;
  for (std::size_t n = 0; n < data.size(); ++n) {
    if (result.confidence.answer_of[n] == Confidences::kNoAnswer) continue;
    const AnswerLaw law = result.law->of(data.annotator(n));
    const double of_winner = law.probability(margin_of(data, n, score, law.order)), share = data.winner_share(n);
    probability.push_back(std::max(of_winner, 1 - of_winner));
    outcome.push_back(of_winner > 0.5 ? share : of_winner < 0.5 ? 1 - share : 0.5);
    weight.push_back(data.weight(n));
  }
  if (probability.empty()) return std::nullopt;
  return measure_calibration(probability, outcome, weight, kTwentieths);
}

}  // namespace pdrank
