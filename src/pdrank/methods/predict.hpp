// Which of two items wins: probabilities from a ranking, with the uncertainty of its scores (docs/MATH.md, "Predicted
// answers"). The one engine behind `pdrank predict`, `pdrank compare` and the Python package.
//
// A method with a law (AnswerLaw) has probabilities of its own: the law at the margin of the two scores, or its mean
// over the draws where there are draws. Other scores come in units of their own; their law is one slope, fitted to
// answers that were held out. The range is that of the law over the draws; without draws the margin is taken for normal
// with the standard errors of the scores; without these there is none.
#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "pdrank/core/observer.hpp"
#include "pdrank/core/options.hpp"
#include "pdrank/core/predict_result.hpp"
#include "pdrank/core/result.hpp"
#include "pdrank/data/comparisons.hpp"

namespace pdrank {

// Which law a ranking's probabilities are of.
struct UsedLaw {
  AnswerLaws law;
  bool own = true;  // the method's; otherwise fitted
};

// Of one ranking. Items that were not ranked, and pairs of different connected parts, are guesses: one half.
class Predictor {
 public:
  // Keeps the draws of the result, nothing else. `items` are those of the data.
  Predictor(const RankResult& result, std::size_t items, double level);

  // Whether answers connect the two.
  bool connects(ItemId left, ItemId right) const;
  // The score of one item less that of the other; 0 unless answers connect the two.
  double margin(ItemId left, ItemId right) const;
  // The root-mean-square margin of the comparisons, by weight: the unit that fits to different data share.
  double typical_margin(const Comparisons& data) const;

  // `side`: 1, the left item stands first; -1, the other one; 0, nobody knows. `who` answers: anybody, if not known.
  Prediction predict(const UsedLaw& used, ItemId left, ItemId right, double side = 0,
                     AnnotatorId who = kNoAnnotator) const;

 private:
  void predict_by_draws(const UsedLaw& used, ItemId left, ItemId right, double side, AnnotatorId who,
                        Prediction& prediction) const;

  struct Item {
    double score = kNone;  // NaN: it was not ranked
    double variance = kNone;
    std::uint32_t part = 0;
    std::uint32_t column = 0;  // of the draws
  };
  std::vector<Item> items_;
  std::vector<double> part_size_;  // by part, from 1
  std::shared_ptr<const KeptDraws> draws_;
  double level_;
};

// The law of the result's method, or one that is fitted to held-out answers, which takes several runs of it. `options`
// are those that it was ranked with. Stopped if the observer asks for it.
UsedLaw law_of(const Comparisons& data, const RankResult& result, const RankOptions& options, Observer* observer);

// Predictions for pairs of items of the data. The result has its draws (RankOptions::keep_draws).
// `left_first`: the left item of each stands first; otherwise nobody does.
PredictResult predict(const Comparisons& data, const RankResult& result, const UsedLaw& used, double level,
                      std::span<const std::pair<ItemId, ItemId>> pairs, bool left_first = false);

}  // namespace pdrank
