// How well a method predicts answers that it has not seen. The answers are dealt into folds; each fold is predicted
// from a ranking of the others. The same answers are predicted whatever the method, so methods can be compared.
//
// A weight is a number of answers (AnswerUnits): a row of weight 1000 is dealt over the folds as 1000 rows would be.
// Answers are dealt in an order of their own, so that the folds do not depend on the order of the rows, nor on whether
// equal answers are rows or counts. All comparisons of a data row (a ranking) stay together.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "pdrank/core/compare_result.hpp"
#include "pdrank/core/observer.hpp"
#include "pdrank/core/options.hpp"
#include "pdrank/core/result.hpp"
#include "pdrank/data/comparisons.hpp"

namespace pdrank {

// The same data in an order that does not depend on that of the rows: ids in the order of the names, rows in that of
// what they say. Row numbers count up anew; the report is kept.
Comparisons in_order_of_answers(const Comparisons& data);

// The same rows, names in their order, by time where the data have times: those without one come first, and rows of the
// same time stay in the order given.
Comparisons in_order_of_time(const Comparisons& data);

// Answers of data rows with a comparison that counts; a ranking is one.
std::uint64_t count_answers(const Comparisons& data, const std::vector<std::uint8_t>& counts);

// Ranks what is left of the data. `training` has the items of the data, with their ids.
using RankFold = std::function<RankResult(const Comparisons& training)>;

class HeldOutFolds {
 public:
  // Both keep a reference to the data, whose ids are in the order of the names (with_sorted_names) where the folds must
  // not depend on the order of the rows. `counts[n]` tells whether comparison n is to be predicted. InvalidArgument if
  // there are fewer answers than folds.
  static HeldOutFolds dealt(const Comparisons& data, const std::vector<std::uint8_t>& counts, int folds,
                            std::uint64_t seed);
  // Blocks of rows, as many answers in each, the first of which is never predicted, the others from all rows before.
  static HeldOutFolds forward(const Comparisons& data, const std::vector<std::uint8_t>& counts, int folds);

  int folds() const { return static_cast<int>(held_.size()); }
  double size() const;  // answers that are predicted, by weight

  // The data without the answers of a fold and, forward, without all later ones.
  Comparisons training(int fold) const;

  HeldOut predict(const RankFold& rank_fold) const;

  // The slope, for margins in units of the root-mean-square margin of the answers trained on, that predicts the answers
  // of the first folds best, `enough` of them by weight.
  double fit_slope(const RankFold& rank_fold, double enough) const;

 private:
  // So much of comparison n.
  struct Share {
    std::size_t n;
    double weight;
  };
  // What is held out of one pair, one way, by one annotator.
  struct Answer {
    ItemId first, second;  // winner and loser, unless it is a tie
    bool tie;
    AnnotatorId annotator;
    Side side;     // `winner`: the first of the two stood first
    double share;  // of the answer that goes to the first
    double weight;
  };
  struct Predicted;

  HeldOutFolds(const Comparisons& data, std::size_t folds, bool forward)
      : data_(data), held_(folds), forward_(forward) {}
  std::vector<Answer> held_answers(int fold) const;
  Predicted predict_fold(int fold, const RankFold& rank_fold) const;

  const Comparisons& data_;
  std::vector<std::vector<Share>> held_;  // by fold, in the order of the rows
  bool forward_;
};

// Leaving rows out may take away what a method lives on. It is then given the largest strongly connected part; if that
// is not enough either, the result has no items.
RankResult rank_what_is_left(const Comparisons& training, RankOptions options, Observer* observer);

// fit_slope of HeldOutFolds for the method of a result, `options` being those it was ranked with. Where there are too
// few answers to hold any out, the slope that fits the answers themselves. Stopped if the observer asks for it.
double fit_held_out_slope(const Comparisons& data, const RankResult& result, const RankOptions& options,
                          Observer* observer);

// The options of the method that a run has settled on, for runs on parts of its data.
RankOptions settled_options(const RankResult& result, RankOptions options);

// Which comparisons took part in a ranking.
std::vector<std::uint8_t> counted(const RankResult& result);

}  // namespace pdrank
