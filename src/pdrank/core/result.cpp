#include "pdrank/core/result.hpp"

#include <fmt/format.h>

#include <cmath>

namespace pdrank {

std::string rank_range(const Place& place) {
  if (!place.rank_low || !place.rank_high) return {};
  return *place.rank_low == *place.rank_high ? fmt::format("{}", *place.rank_low)
                                             : fmt::format("{}-{}", *place.rank_low, *place.rank_high);
}

double AnswerLaw::probability(double margin) const { return flip + (1 - 2 * flip) / (1 + std::exp(-slope * margin)); }

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
