#include "pdrank/methods/held_out.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/random.hpp"
#include "pdrank/data/answer_margin.hpp"
#include "pdrank/methods/automatic.hpp"
#include "pdrank/methods/predict.hpp"
#include "pdrank/methods/rank.hpp"
#include "pdrank/metrics/answer_link.hpp"
#include "pdrank/metrics/calibration.hpp"
#include "pdrank/metrics/prediction.hpp"

namespace pdrank {
namespace {

constexpr int kFoldsForSlope = 5;
constexpr double kEnoughForSlope = 50'000;   // answers: one number needs no more
constexpr double kLeastProbability = 1e-12;  // whatever a method says, nothing is impossible

// The comparisons of one data row.
struct RowGroup {
  std::size_t begin, end;
};

std::vector<RowGroup> group_rows(const Comparisons& data, const std::vector<std::uint8_t>& counts) {
  std::vector<RowGroup> groups;
  for (std::size_t begin = 0, end = 0; begin < data.size(); begin = end) {
    bool any = false;
    for (end = begin; end < data.size() && data.row(end) == data.row(begin); ++end) any = any || counts[end];
    if (any) groups.push_back({begin, end});
  }
  return groups;
}

AnswerUnits units_of(const Comparisons& data, const RowGroup& row) { return AnswerUnits(data.weight(row.begin)); }

// What a comparison says, the items of a tie in the order of their ids.
auto answer_key(const Comparisons& data, std::size_t n) {
  ItemId first = data.winner(n), second = data.loser(n);
  Side side = data.first(n);
  if (data.tie(n) && second < first) {
    std::swap(first, second);
    side = other_side(side);
  }
  return std::tuple(first, second, data.tie(n), data.annotator(n), side, data.tie(n) ? 1 : data.share(n));
}

// By what rows say: -1, 0 or 1.
int compare_rows(const Comparisons& data, const RowGroup& a, const RowGroup& b) {
  for (std::size_t k = 0; a.begin + k < a.end && b.begin + k < b.end; ++k) {
    const auto of_a = answer_key(data, a.begin + k), of_b = answer_key(data, b.begin + k);
    if (of_a != of_b) return of_a < of_b ? -1 : 1;
  }
  const std::size_t size_a = a.end - a.begin, size_b = b.end - b.begin;
  return size_a == size_b ? 0 : size_a < size_b ? -1 : 1;
}

// How many of `draws` out of `all` are among the `marked` ones. Beyond some thousands of draws a normal number,
// rounded.
std::uint64_t hypergeometric(std::uint64_t all, std::uint64_t marked, std::uint64_t draws, Random& random) {
  constexpr std::uint64_t kMostOneByOne = 4096;
  if (draws > all - draws) return marked - hypergeometric(all, marked, all - draws, random);
  if (draws <= kMostOneByOne) {
    std::uint64_t found = 0;
    for (std::uint64_t k = 0; k < draws; ++k)
      if (random.below(all - k) < marked - found) ++found;
    return found;
  }
  const double n = static_cast<double>(draws), share = static_cast<double>(marked) / static_cast<double>(all);
  const double left = static_cast<double>(all - draws) / static_cast<double>(all - 1);
  const double drawn = std::round(n * share + std::sqrt(n * share * (1 - share) * left) * random.normal());
  const std::uint64_t least = draws > all - marked ? draws - (all - marked) : 0;
  return static_cast<std::uint64_t>(
      std::clamp(drawn, static_cast<double>(least), static_cast<double>(std::min(draws, marked))));
}

// Deals answers into folds of equal size, or nearly, as if all of them were shuffled.
class Dealer {
 public:
  Dealer(std::uint64_t answers, std::size_t folds, std::uint64_t seed) : random_(seed), room_(folds), left_(answers) {
    for (std::size_t fold = 0; fold < folds; ++fold) room_[fold] = answers / folds + (fold < answers % folds ? 1 : 0);
  }

  // By fold, how many of so many answers that are alike.
  std::vector<std::uint64_t> deal(std::uint64_t answers) {
    std::vector<std::uint64_t> dealt(room_.size(), 0);
    take(answers, room_, left_, random_, dealt);
    left_ -= answers;
    return dealt;
  }

  // Takes so many answers out of piles, `all` in all, at random.
  static void take(std::uint64_t answers, std::vector<std::uint64_t>& piles, std::uint64_t all, Random& random,
                   std::vector<std::uint64_t>& taken) {
    for (std::size_t k = 0; k < piles.size() && answers > 0; ++k) {
      taken[k] = hypergeometric(all, piles[k], answers, random);
      all -= piles[k];
      piles[k] -= taken[k];
      answers -= taken[k];
    }
  }

 private:
  Random random_;
  std::vector<std::uint64_t> room_;  // by fold
  std::uint64_t left_;               // answers to be dealt
};

void check_folds(std::uint64_t answers, int folds, std::uint64_t needed) {
  if (answers < needed)
    throw InvalidArgument("folds", fmt::format("{}", folds),
                          fmt::format("there are only {} answers to hold out", answers));
}

}  // namespace

namespace {

// Names the items of ties in the order of their ids.
void turn_ties(RowColumns<Values>& columns) {
  for (std::size_t n = 0; n < columns.outcome.size(); ++n) {
    if (columns.outcome[n] == Outcome::win || columns.winner[n] < columns.loser[n]) continue;
    std::swap(columns.winner[n], columns.loser[n]);
    if (!columns.first.empty()) columns.first[n] = other_side(columns.first[n]);
  }
}

// The comparisons in that order, in which those of a row stay together; rows are numbered anew.
Comparisons in_order(const Comparisons& data, std::span<const std::size_t> order) {
  RowColumns<Values> columns = pick(data, order);
  std::uint32_t row = 0;
  for (std::size_t k = 0; k < order.size(); ++k) {
    if (k == 0 || data.row(order[k]) != data.row(order[k - 1])) ++row;
    columns.row[k] = row;
  }
  turn_ties(columns);
  Comparisons sorted = without_rows(data);
  sorted.append(view(columns));
  sorted.report = data.report;
  if (sorted.report.rows == 0) sorted.report.rows = data.row_count();
  return sorted;
}

}  // namespace

Comparisons in_order_of_answers(const Comparisons& data) {
  const Comparisons named = with_sorted_names(data);
  std::vector<RowGroup> rows = group_rows(named, std::vector<std::uint8_t>(named.size(), 1));
  std::ranges::stable_sort(rows, [&](const RowGroup& a, const RowGroup& b) {
    const int order = compare_rows(named, a, b);
    return order != 0 ? order < 0 : named.weight(a.begin) > named.weight(b.begin);
  });
  std::vector<std::size_t> order;
  for (const RowGroup& row : rows)
    for (std::size_t n = row.begin; n < row.end; ++n) order.push_back(n);
  return in_order(named, order);
}

Comparisons in_order_of_time(const Comparisons& data) {
  Comparisons named = with_sorted_names(data);
  const std::vector<std::size_t> order = order_of_time(named);
  return order.empty() ? std::move(named) : in_order(named, order);
}

std::uint64_t count_answers(const Comparisons& data, const std::vector<std::uint8_t>& counts) {
  std::uint64_t answers = 0;
  for (const RowGroup& row : group_rows(data, counts)) answers += units_of(data, row).count();
  return answers;
}

// Rows that say the same are dealt together. Which of them is in which fold is then decided by random numbers of their
// own, so that what follows does not depend on how many rows there were.
HeldOutFolds HeldOutFolds::dealt(const Comparisons& data, const std::vector<std::uint8_t>& counts, int folds,
                                 std::uint64_t seed) {
  std::vector<RowGroup> rows = group_rows(data, counts);
  const std::uint64_t answers = count_answers(data, counts);
  check_folds(answers, folds, static_cast<std::uint64_t>(folds));
  std::ranges::stable_sort(rows, [&](const RowGroup& a, const RowGroup& b) {
    const int order = compare_rows(data, a, b);
    return order != 0 ? order < 0 : units_of(data, a).rest < units_of(data, b).rest;
  });
  HeldOutFolds made(data, static_cast<std::size_t>(folds), false);
  const auto hold = [&](const RowGroup& row, std::size_t fold, double weight) {
    if (weight == 0) return;
    for (std::size_t n = row.begin; n < row.end; ++n)
      if (counts[n]) made.held_[fold].push_back({n, weight * (data.weight(n) / data.weight(row.begin))});
  };
  Dealer dealer(answers, made.held_.size(), seed);
  std::uint64_t kinds = 0;
  for (std::size_t begin = 0, end = 0; begin < rows.size(); begin = end) {
    std::uint64_t whole = 0;
    for (end = begin; end < rows.size() && compare_rows(data, rows[begin], rows[end]) == 0; ++end)
      whole += units_of(data, rows[end]).whole;
    std::vector<std::uint64_t> of_kind = dealer.deal(whole);
    Random random(mixed(seed) + ++kinds);
    for (std::size_t k = begin; k < end; ++k) {
      const AnswerUnits units = units_of(data, rows[k]);
      std::vector<std::uint64_t> of_row(made.held_.size(), 0);
      if (end - begin == 1)
        of_row = of_kind;
      else
        Dealer::take(units.whole, of_kind, whole, random, of_row);
      whole -= units.whole;
      for (std::size_t fold = 0; fold < of_row.size(); ++fold) hold(rows[k], fold, static_cast<double>(of_row[fold]));
    }
    for (std::size_t k = begin; k < end; ++k) {
      const AnswerUnits units = units_of(data, rows[k]);
      if (units.rest == 0) continue;
      const std::vector<std::uint64_t> one = dealer.deal(1);
      hold(rows[k], static_cast<std::size_t>(std::ranges::find(one, 1u) - one.begin()), units.rest);
    }
  }
  for (std::vector<Share>& fold : made.held_) std::ranges::sort(fold, {}, &Share::n);
  return made;
}

HeldOutFolds HeldOutFolds::forward(const Comparisons& data, const std::vector<std::uint8_t>& counts, int folds) {
  const std::vector<RowGroup> rows = group_rows(data, counts);
  check_folds(rows.size(), folds, static_cast<std::uint64_t>(folds) + 1);
  double total = 0, before = 0;
  for (const RowGroup& row : rows) total += data.weight(row.begin);
  HeldOutFolds made(data, static_cast<std::size_t>(folds), true);
  for (const RowGroup& row : rows) {
    const double weight = data.weight(row.begin);
    const auto block = static_cast<std::size_t>((before + weight / 2) / total * (folds + 1));
    before += weight;
    if (block == 0) continue;
    for (std::size_t n = row.begin; n < row.end; ++n)
      if (counts[n]) made.held_[std::min<std::size_t>(block, made.held_.size()) - 1].push_back({n, data.weight(n)});
  }
  std::erase_if(made.held_, [](const std::vector<Share>& fold) { return fold.empty(); });
  return made;
}

double HeldOutFolds::size() const {
  double total = 0;
  for (const std::vector<Share>& fold : held_)
    for (const Share& share : fold) total += share.weight;
  return total;
}

Comparisons HeldOutFolds::training(int fold) const {
  const std::vector<Share>& held = held_[static_cast<std::size_t>(fold)];
  std::vector<double> weight(data_.size(), 0.0);
  const std::size_t end = forward_ ? held.front().n : data_.size();
  for (std::size_t n = 0; n < end; ++n) weight[n] = data_.weight(n);
  for (const Share& share : held) weight[share.n] -= share.weight;
  for (double& left : weight)
    if (left < kMinWeight) left = 0;  // nothing but rounding is left
  return reweighted(data_, weight);
}

// Answers and what was predicted for them, the answered winner first.
struct HeldOutFolds::Predicted {
  bool own_law = false, silent = false;  // silent: nothing could be ranked
  std::vector<double> probability;       // by the method's own law
  std::vector<double> margin;            // in units of the typical one
  std::vector<double> outcome, weight;
  double unpredicted = 0;  // by weight

  double total() const { return std::accumulate(weight.begin(), weight.end(), 0.0); }
  void append(const Predicted& other) {
    const auto add = [](std::vector<double>& to, const std::vector<double>& from) {
      to.insert(to.end(), from.begin(), from.end());
    };
    add(probability, other.probability), add(margin, other.margin);
    add(outcome, other.outcome), add(weight, other.weight);
    unpredicted += other.unpredicted;
  }
};

std::vector<HeldOutFolds::Answer> HeldOutFolds::held_answers(int fold) const {
  std::vector<Answer> answers;
  for (const Share& share : held_[static_cast<std::size_t>(fold)]) {
    const auto [first, second, tie, annotator, side, to_winner] = answer_key(data_, share.n);
    answers.push_back({first, second, tie, annotator, side, to_winner, share.weight});
  }
  const auto key = [](const Answer& answer) {
    return std::tuple(answer.first, answer.second, answer.tie, answer.annotator, answer.side, answer.share);
  };
  std::ranges::stable_sort(answers, {}, key);
  std::size_t kept = 0;
  for (std::size_t k = 1; k < answers.size(); ++k)
    if (key(answers[k]) == key(answers[kept]))
      answers[kept].weight += answers[k].weight;
    else
      answers[++kept] = answers[k];
  answers.resize(std::min(kept + 1, answers.size()));
  return answers;
}

HeldOutFolds::Predicted HeldOutFolds::predict_fold(int fold, const RankFold& rank_fold) const {
  const Comparisons rest = training(fold);
  const RankResult result = rest.empty() ? RankResult() : rank_fold(rest);
  const Predictor predictor(result, data_.items.size(), 0.5);
  const double typical = predictor.typical_margin(rest), unit = typical > 0 ? typical : 1;
  const UsedLaw used{result.law.value_or(AnswerLaws()), result.law.has_value()};
  Predicted predicted;
  predicted.own_law = result.law.has_value();
  predicted.silent = result.ranking.empty();
  for (const Answer& answer : held_answers(fold)) {
    const double side = side_of_winner(answer.side);
    const double probability =
        result.law ? predictor.predict(used, answer.first, answer.second, side, answer.annotator).probability : 0.5;
    predicted.probability.push_back(std::clamp(probability, kLeastProbability, 1 - kLeastProbability));
    predicted.margin.push_back(predictor.margin(answer.first, answer.second) / unit);
    predicted.outcome.push_back(answer.tie ? 0.5 : answer.share);
    predicted.weight.push_back(answer.weight);
    if (!predictor.connects(answer.first, answer.second)) predicted.unpredicted += answer.weight;
  }
  return predicted;
}

namespace {

// Each answer both ways, so that neither order of the items is preferred.
double calibration_error(std::vector<double> probability, std::vector<double> outcome, std::vector<double> weight) {
  const std::size_t answers = probability.size();
  for (std::size_t n = 0; n < answers; ++n) {
    probability.push_back(1 - probability[n]);
    outcome.push_back(1 - outcome[n]);
    weight.push_back(weight[n]);
  }
  return measure_calibration(probability, outcome, weight).expected_error;
}

}  // namespace

// Without a law, the slope that turns the margins of a fold into probabilities is fitted to the other folds, where the
// margins are predictions too.
HeldOut HeldOutFolds::predict(const RankFold& rank_fold) const {
  std::vector<Predicted> by_fold;
  for (int fold = 0; fold < folds(); ++fold) by_fold.push_back(predict_fold(fold, rank_fold));
  HeldOut result;
  const bool own_law = std::ranges::any_of(by_fold, &Predicted::own_law) &&
                       std::ranges::all_of(by_fold, [](const Predicted& fold) { return fold.own_law || fold.silent; });
  result.law = own_law ? "own" : "one slope";
  Predicted all;
  for (std::size_t fold = 0; fold < by_fold.size(); ++fold) {
    Predicted& own = by_fold[fold];
    if (!own_law) {
      Predicted others;
      for (std::size_t other = 0; other < by_fold.size(); ++other)
        if (other != fold) others.append(by_fold[other]);
      const AnswerLaw law{
          .slope = others.margin.empty() ? 0 : pdrank::fit_slope(others.margin, others.outcome, others.weight)};
      for (std::size_t n = 0; n < own.margin.size(); ++n)
        own.probability[n] = std::clamp(law.probability(own.margin[n]), kLeastProbability, 1 - kLeastProbability);
    }
    result.fold_log_loss.push_back(log_loss(own.probability, own.outcome, own.weight));
    all.append(own);
  }
  std::vector<double> side(all.probability);
  for (double& probability : side) probability -= 0.5;
  result.accuracy = label_accuracy(side, all.outcome, all.weight);
  result.log_loss = log_loss(all.probability, all.outcome, all.weight);
  result.calibration_error = calibration_error(all.probability, all.outcome, all.weight);
  result.unpredicted = all.unpredicted / all.total();
  return result;
}

double HeldOutFolds::fit_slope(const RankFold& rank_fold, double enough) const {
  Predicted all;
  for (int fold = 0; fold < folds() && all.total() < enough; ++fold) all.append(predict_fold(fold, rank_fold));
  return pdrank::fit_slope(all.margin, all.outcome, all.weight);
}

RankResult rank_what_is_left(const Comparisons& training, RankOptions options, Observer* observer) {
  try {
    return rank(training, options, observer);
  } catch (const NotApplicable&) {
    if (options.component == RankedPart::strong) return {};
    options.component = RankedPart::strong;
    return rank_what_is_left(training, options, observer);
  } catch (const InvalidArgument& error) {
    if (error.field() != "component") throw;
    return {};
  }
}

RankOptions settled_options(const RankResult& result, RankOptions options) {
  if (is_automatic(options))
    for (const auto& [name, value] : result.options)
      if (!value.empty()) set_option(options, name, value);
  options.method = result.method;
  return options;
}

std::vector<std::uint8_t> counted(const RankResult& result) {
  std::vector<std::uint8_t> counts(result.confidence.size());
  for (std::size_t n = 0; n < counts.size(); ++n) counts[n] = result.confidence[n].standing != Standing::unused;
  return counts;
}

double fit_held_out_slope(const Comparisons& data, const RankResult& result, const RankOptions& options,
                          Observer* observer) {
  RankOptions settled = settled_options(result, options);
  settled.bootstrap.reset();
  settled.standard_errors = settled.keep_draws = false;
  const Comparisons sorted = with_sorted_names(data);
  const std::vector<std::uint8_t> counts = counted(result);
  const auto rank_fold = [&](const Comparisons& training) {
    if (observer && observer->stop_requested()) throw Stopped();
    return rank_what_is_left(training, settled, observer);
  };
  if (count_answers(data, counts) >= 2 * kFoldsForSlope)
    return HeldOutFolds::dealt(sorted, counts, kFoldsForSlope, options.seed).fit_slope(rank_fold, kEnoughForSlope);
  const Predictor predictor(result, data.items.size(), options.level);
  const double unit = predictor.typical_margin(data);
  std::vector<double> margin, outcome, weight;
  for (std::size_t n = 0; n < data.size(); ++n) {
    if (!counts[n]) continue;
    margin.push_back(predictor.margin(data.winner(n), data.loser(n)) / unit);
    outcome.push_back(data[n].winner_share());
    weight.push_back(data.weight(n));
  }
  return fit_slope(margin, outcome, weight);
}

}  // namespace pdrank
