#include "pdrank/methods/held_out.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/random.hpp"
#include "pdrank/metrics/calibration.hpp"
#include "pdrank/metrics/prediction.hpp"

namespace pdrank {
namespace {

constexpr std::uint16_t kNoFold = 0xffff;

// Comparison -> number of its data row, from 0.
std::vector<std::size_t> number_rows(const Comparisons& data) {
  std::vector<std::size_t> row_of(data.size(), 0);
  for (std::size_t n = 1; n < data.size(); ++n) row_of[n] = row_of[n - 1] + (data.row(n) != data.row(n - 1) ? 1 : 0);
  return row_of;
}

std::vector<std::uint8_t> rows_that_count(const Comparisons& data, const std::vector<std::uint8_t>& counts) {
  const std::vector<std::size_t> row_of = number_rows(data);
  std::vector<std::uint8_t> row_counts(row_of.back() + 1, 0);
  for (std::size_t n = 0; n < data.size(); ++n) row_counts[row_of[n]] |= counts[n];
  return row_counts;
}

// The rows that count are dealt at random into folds of nearly equal size. The others are never predicted and always
// trained on; they are in no fold.
std::vector<std::uint16_t> deal(const Comparisons& data, const std::vector<std::uint8_t>& counts, int folds,
                                std::uint64_t seed) {
  const std::vector<std::uint8_t> row_counts = rows_that_count(data, counts);
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < row_counts.size(); ++row)
    if (row_counts[row]) rows.push_back(row);
  Random(seed).shuffle(std::span(rows));
  std::vector<std::uint16_t> fold_of_row(row_counts.size(), kNoFold);
  for (std::size_t k = 0; k < rows.size(); ++k)
    fold_of_row[rows[k]] = static_cast<std::uint16_t>(k % static_cast<std::size_t>(folds));
  const std::vector<std::size_t> row_of = number_rows(data);
  std::vector<std::uint16_t> fold_of(data.size());
  for (std::size_t n = 0; n < data.size(); ++n) fold_of[n] = fold_of_row[row_of[n]];
  return fold_of;
}

// Answers and what was predicted for them: margins of the first item over the second, the answered winner first.
struct Predictions {
  std::vector<double> margin, outcome, weight;
  double unpredicted = 0;  // by weight

  void append(const Predictions& other) {
    margin.insert(margin.end(), other.margin.begin(), other.margin.end());
    outcome.insert(outcome.end(), other.outcome.begin(), other.outcome.end());
    weight.insert(weight.end(), other.weight.begin(), other.weight.end());
    unpredicted += other.unpredicted;
  }
  double total() const { return std::accumulate(weight.begin(), weight.end(), 0.0); }
};

// Margins in units of their root mean square: a method that chooses its settings may give the folds different scales.
void rescale(Predictions& predictions) {
  double squares = 0;
  for (std::size_t n = 0; n < predictions.margin.size(); ++n)
    squares += predictions.weight[n] * predictions.margin[n] * predictions.margin[n];
  if (!(squares > 0)) return;
  const double unit = std::sqrt(squares / predictions.total());
  for (double& margin : predictions.margin) margin /= unit;
}

// The rows of one fold. Where the training data does not order the two items, nothing speaks for either.
void predict(const Comparisons& data, std::size_t n, const PartScores& scores, Predictions& predictions) {
  const ItemId winner = data.winner(n), loser = data.loser(n);
  double margin = scores.score[winner] - scores.score[loser];
  if (std::isnan(margin) || scores.part[winner] != scores.part[loser]) {
    margin = 0;
    predictions.unpredicted += data.weight(n);
  }
  predictions.margin.push_back(margin);
  predictions.outcome.push_back(data.tie(n) ? 0.5 : 1);
  predictions.weight.push_back(data.weight(n));
}

// Each answer both ways, so that neither order of the items is preferred.
double calibration_error(std::span<const double> probability, const Predictions& predictions) {
  std::vector<double> p(probability.begin(), probability.end()), y = predictions.outcome, w = predictions.weight;
  for (std::size_t n = 0; n < probability.size(); ++n) {
    p.push_back(1 - probability[n]);
    y.push_back(1 - predictions.outcome[n]);
    w.push_back(predictions.weight[n]);
  }
  return measure_calibration(p, y, w).expected_error;
}

// The slope that turns the margins of a fold into probabilities is fitted to the other folds, where the margins are
// predictions too.
HeldOut measure(const std::vector<Predictions>& by_fold) {
  HeldOut result;
  Predictions all;
  std::vector<double> probability;
  double loss = 0;
  for (std::size_t fold = 0; fold < by_fold.size(); ++fold) {
    Predictions others;
    for (std::size_t other = 0; other < by_fold.size(); ++other)
      if (other != fold) others.append(by_fold[other]);
    const Predictions& own = by_fold[fold];
    const double slope = fit_slope(others.margin, others.outcome, others.weight);
    result.fold_log_loss.push_back(logistic_loss(own.margin, own.outcome, own.weight, slope));
    loss += result.fold_log_loss.back() * own.total();
    for (const double margin : own.margin) probability.push_back(1 / (1 + std::exp(-slope * margin)));
    all.append(own);
  }
  result.accuracy = label_accuracy(all.margin, all.outcome, all.weight);
  result.log_loss = loss / all.total();
  result.calibration_error = calibration_error(probability, all);
  result.unpredicted = all.unpredicted / all.total();
  return result;
}

}  // namespace

std::size_t count_rows(const Comparisons& data, const std::vector<std::uint8_t>& counts) {
  const std::vector<std::uint8_t> row_counts = rows_that_count(data, counts);
  return static_cast<std::size_t>(std::ranges::count(row_counts, std::uint8_t{1}));
}

PartScores part_scores(const Comparisons& data, const RankResult& result) {
  PartScores scores{std::vector<double>(data.items.size(), kNone), std::vector<std::uint32_t>(data.items.size(), 0)};
  for (const Place& place : result.ranking) {
    const ItemId item = data.items.find(place.item).value();
    scores.score[item] = place.score;
    scores.part[item] = place.component;
  }
  return scores;
}

HeldOutFolds::HeldOutFolds(const Comparisons& data, std::vector<std::uint8_t> counts, int folds, std::uint64_t seed)
    : data_(data), counts_(std::move(counts)), fold_of_(deal(data, counts_, folds, seed)), folds_(folds) {
  if (const std::size_t rows = count_rows(data, counts_); rows < static_cast<std::size_t>(folds))
    throw InvalidArgument("folds", fmt::format("{}", folds), fmt::format("there are only {} rows to hold out", rows));
}

std::uint64_t HeldOutFolds::size() const { return std::accumulate(counts_.begin(), counts_.end(), std::uint64_t{0}); }

HeldOut HeldOutFolds::predict(const std::function<PartScores(const Comparisons& training)>& rank_fold) const {
  std::vector<Predictions> by_fold(static_cast<std::size_t>(folds_));
  std::vector<std::uint8_t> keep(data_.size());
  for (std::size_t fold = 0; fold < by_fold.size(); ++fold) {
    for (std::size_t n = 0; n < data_.size(); ++n) keep[n] = fold_of_[n] != fold;
    const PartScores scores = rank_fold(select(data_, keep));
    for (std::size_t n = 0; n < data_.size(); ++n)
      if (fold_of_[n] == fold && counts_[n]) pdrank::predict(data_, n, scores, by_fold[fold]);
    rescale(by_fold[fold]);
  }
  return measure(by_fold);
}

}  // namespace pdrank
