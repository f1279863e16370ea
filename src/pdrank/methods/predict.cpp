#include "pdrank/methods/predict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unsupported/Eigen/SpecialFunctions>

#include "pdrank/core/option_name.hpp"
#include "pdrank/core/words.hpp"
#include "pdrank/data/graph.hpp"
#include "pdrank/methods/held_out.hpp"
#include "pdrank/metrics/quantile.hpp"

namespace pdrank {
namespace {

std::string law_note(const RankResult& result, const UsedLaw& used) {
  if (used.own)
    return fmt::format("The probabilities are those of {}'s own model, for an answer by anybody.", result.method);
  return fmt::format(
      "{} does not predict answers by itself: the probabilities come from its scores by one slope, fitted to held-out "
      "answers.",
      result.method);
}

}  // namespace

Predictor::Predictor(const RankResult& result, std::size_t items, double level)
    : items_(items), part_size_(1, 0.0), draws_(result.draws), level_(level) {
  for (const Place& place : result.ranking) {
    Item& item = items_[place.id];
    item.score = place.method_score();
    item.part = place.component;
    if (const auto error = place.method_error()) item.variance = *error * *error;
    if (part_size_.size() <= place.component) part_size_.resize(place.component + std::size_t{1}, 0.0);
    part_size_[place.component] += 1;
  }
  if (draws_)
    for (std::uint32_t column = 0; column < draws_->item.size(); ++column) items_[draws_->item[column]].column = column;
}

bool Predictor::connects(ItemId left, ItemId right) const {
  return !std::isnan(items_[left].score) && !std::isnan(items_[right].score) && items_[left].part == items_[right].part;
}

double Predictor::margin(ItemId left, ItemId right) const {
  return connects(left, right) ? items_[left].score - items_[right].score : 0;
}

double Predictor::typical_margin(const Comparisons& data) const {
  if (data.empty()) return 0;
  const ComparisonGraph graph = merge(data, TieRule::half).graph;  // so that the order of the rows does not matter
  double squares = 0, total = 0;
  for (EdgeId edge = 0; edge < graph.edge_count(); ++edge) {
    const double difference = margin(graph.item[graph.winner[edge]], graph.item[graph.loser[edge]]);
    squares += graph.count[edge] * difference * difference;
    total += graph.count[edge];
  }
  return total > 0 ? std::sqrt(squares / total) : 0;
}

// Of a method without a law the draws are resamples, which say how far the scores might be off, not where they are.
void Predictor::predict_by_draws(const UsedLaw& used, ItemId left, ItemId right, double side, AnnotatorId who,
                                 Prediction& prediction) const {
  const ScoreDraws& draws = draws_->scores;
  std::vector<double> probability(draws.count());
  double sum = 0, ties = 0;
  for (std::size_t k = 0; k < probability.size(); ++k) {
    const std::span<const float> scores = draws[k];
    const AnswerLaw law = used.law.in_draw(k, who);
    const double margin = double{scores[items_[left].column]} - scores[items_[right].column] + law.order * side;
    probability[k] = law.probability(margin);
    sum += probability[k];
    if (law.has_ties()) ties += law.outcomes(margin).tie;
  }
  if (used.own) prediction.probability = sum / static_cast<double>(probability.size());
  if (used.law.has_ties()) prediction.tie = ties / static_cast<double>(probability.size());
  std::ranges::sort(probability);
  prediction.low = quantile(probability, (1 - level_) / 2);
  prediction.high = quantile(probability, (1 + level_) / 2);
}

Prediction Predictor::predict(const UsedLaw& used, ItemId left, ItemId right, double side, AnnotatorId who) const {
  const AnswerLaw law = used.law.of(who);
  const double ahead = law.order * side;
  Prediction prediction{.guess = !connects(left, right)};
  const Item &a = items_[left], &b = items_[right];
  const bool ranked = !std::isnan(a.score) && !std::isnan(b.score);
  const double margin = prediction.guess ? ahead : a.score - b.score + ahead;
  if (!prediction.guess || ahead != 0) prediction.probability = law.probability(margin);
  if (law.has_ties()) prediction.tie = law.outcomes(margin).tie;
  if (draws_ && ranked && !prediction.guess) {
    predict_by_draws(used, left, right, side, who, prediction);
  } else if (!prediction.guess && !std::isnan(a.variance) && !std::isnan(b.variance)) {
    // Scores of a part have mean zero, so that each has a little less variance than its share of a difference.
    const double size = part_size_[a.part];
    const double deviation = std::sqrt((a.variance + b.variance) * size / (size - 1));
    const double reach = Eigen::numext::ndtri((1 + level_) / 2) * deviation;
    prediction.low = law.probability(margin - reach);
    prediction.high = law.probability(margin + reach);
  }
  return prediction;
}

UsedLaw law_of(const Comparisons& data, const RankResult& result, const RankOptions& options, Observer* observer) {
  if (result.law) return {*result.law, true};
  const double unit = Predictor(result, data.items.size(), options.level).typical_margin(data);
  if (!(unit > 0)) return {{{.slope = 0}}, false};
  return {{{.slope = fit_held_out_slope(data, result, options, observer) / unit}}, false};
}

PredictResult predict(const Comparisons& data, const RankResult& result, const UsedLaw& used, double level,
                      std::span<const std::pair<ItemId, ItemId>> pairs, bool left_first) {
  PredictResult predicted{.method = result.method,
                          .own_law = used.own,
                          .law = used.law,
                          .level = level,
                          .seed = result.seed,
                          .convergence = result.convergence};
  const Predictor predictor(result, data.items.size(), level);
  std::uint64_t guesses = 0;
  bool has_ranges = true;
  for (const auto& [left, right] : pairs) {
    const Prediction prediction = predictor.predict(used, left, right, left_first ? 1 : 0);
    guesses += prediction.guess;
    has_ranges = has_ranges && (prediction.low || prediction.guess);
    predicted.pairs.push_back({prediction, std::string(data.items.name(left)), std::string(data.items.name(right))});
  }
  predicted.notes.push_back(law_note(result, used));
  if (used.law.order != 0)
    predicted.notes.push_back(
        left_first
            ? fmt::format("The left item stands first, which is worth {:+.2f} in log-odds.", used.law.order)
            : fmt::format("Neither item stands first; {} gives the left one its advantage of {:+.2f} in log-odds.",
                          option_named("left_first"), used.law.order));
  if (used.law.order == 0 && left_first)
    predicted.notes.push_back(
        fmt::format("{} makes no difference: the ranking uses no advantage of the item that "
                    "stands first.",
                    option_named("left_first")));
  if (guesses > 0)
    predicted.notes.push_back(
        fmt::format("No chain of answers connects the items of {}: {}.", plural(guesses, "pair", "pairs"),
                    guesses == 1 ? "its probability is a guess" : "their probabilities are guesses"));
  if (!has_ranges)
    predicted.notes.push_back(
        fmt::format("{} says nothing about how uncertain its scores are, so low and high are empty; {} 200 "
                    "fills them.",
                    result.method, option_named("bootstrap")));
  return predicted;
}

}  // namespace pdrank
