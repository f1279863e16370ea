#include "pdrank/core/result.hpp"

#include <fmt/format.h>

#include <cmath>

namespace pdrank {

std::string rank_range(const Place& place) {
  if (!place.rank_low || !place.rank_high) return {};
  return *place.rank_low == *place.rank_high ? fmt::format("{}", *place.rank_low)
                                             : fmt::format("{}-{}", *place.rank_low, *place.rank_high);
}

AnswerLaw::Outcomes AnswerLaw::outcomes(double margin) const {
  const double m = slope * margin;
  const auto logistic = [](double t) { return 1 / (1 + std::exp(-t)); };
  double win = logistic(m - cut), loss = logistic(-m - cut);
  if (davidson > 0) {
    const double u = std::exp(-std::abs(m) / 2), all = 1 + u * u + davidson * u;
    win = (m >= 0 ? 1 : u * u) / all;
    loss = (m >= 0 ? u * u : 1) / all;
  }
  return {(1 - flip) * win + flip * loss, has_ties() ? 1 - win - loss : 0};
}

double AnswerLaw::probability(double margin) const {
  if (!has_ties()) return flip + (1 - 2 * flip) / (1 + std::exp(-slope * margin));
  const Outcomes expected = outcomes(margin);
  return expected.win + expected.tie / 2;
}

double probability_of_weight(double weight) { return 1 / (1 + std::exp(-weight)); }

Confidence Confidences::of_answer(std::uint32_t answer) const {
  if (answer == kNoAnswer) return {};
  Confidence confidence{.standing = standing[answer]};
  if (!weight.empty()) confidence.weight = weight[answer];
  confidence.probability_correct =
      probability_correct.empty() ? probability_of_weight(confidence.weight) : probability_correct[answer];
  return confidence;
}

std::optional<double> find_figure(const Figures& figures, std::string_view name) {
  for (const auto& [key, value] : figures)
    if (key == name) return value;
  return std::nullopt;
}

}  // namespace pdrank
