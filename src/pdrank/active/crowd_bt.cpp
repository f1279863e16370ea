// Crowd-BT's active learning (Chen, Bennett, Collins-Thompson and Horvitz 2013): the pair, and who should answer, with
// the greatest expected divergence of what is believed after the answer from what was before (crowd_moments.hpp).
//
// The belief goes through the rows in their order. A row of weight w is w answers after each other, at most
// kMostRepeats (further ones would hardly move anything); a fraction of an answer moves all moments that share of the
// way. A tie moves them to the mean of where either answer would. Rows that name no annotator are of one annotator
// more.
//
// Where no row names an annotator, only the items' divergence counts; nobody is asked what they have answered already.
//
// The authors ask one question at a time. In a batch a pair counts less where its items are asked about already
// (choose_batch), and so does an annotator who has questions already: 1 / (1 + their number).
#include <algorithm>
#include <cmath>
#include <numeric>

#include "pdrank/active/candidates.hpp"
#include "pdrank/active/crowd_moments.hpp"
#include "pdrank/active/reasons.hpp"
#include "pdrank/linalg/vector_ops.hpp"

namespace pdrank {
namespace {

constexpr double kMostRepeats = 100;
constexpr std::size_t kMostGains = 1'000'000;  // computed without a thought of the cost
constexpr std::size_t kShortlist = 4, kProbes = 16;

using Answered = std::pair<std::size_t, ItemPair>;  // by whom, about what

struct Crowd {
  std::vector<ItemMoments> items;
  std::vector<AnnotatorMoments> annotators;  // the last: those without a name
  std::vector<Answered> given;               // by those with a name, sorted

  AnswerMoments about(ItemId winner, ItemId loser, std::size_t annotator) const {
    return {items[winner], items[loser], annotators[annotator]};
  }
  CrowdGain gain(ItemPair pair, std::size_t annotator) const {
    return expected_gain(about(pair.first, pair.second, annotator));
  }
  // Nothing for what they have answered already. Where nobody has a name there is nobody to choose, and what is learned
  // about them all together counts for nothing.
  double value(ItemPair pair, std::size_t annotator) const {
    if (annotators.size() == 1) return gain(pair, annotator).items;
    return answered(pair, annotator) ? 0 : gain(pair, annotator).total();
  }
  bool answered(ItemPair pair, std::size_t annotator) const {
    return std::ranges::binary_search(given, Answered{annotator, pair});
  }
};

double between(double before, double after, double share) { return before + share * (after - before); }

AnswerMoments between(const AnswerMoments& before, const AnswerMoments& after, double share) {
  const auto item = [&](const ItemMoments& a, const ItemMoments& b) {
    return ItemMoments{between(a.mean, b.mean, share), between(a.variance, b.variance, share)};
  };
  return {item(before.winner, after.winner),
          item(before.loser, after.loser),
          {between(before.annotator.alpha, after.annotator.alpha, share),
           between(before.annotator.beta, after.annotator.beta, share)}};
}

AnswerMoments after_row(const AnswerMoments& before, double winner_share) {
  const AnswerMoments won = after_answer(before);
  return winner_share < 1 ? between(won, after_answer(before.swapped()).swapped(), 1 - winner_share) : won;
}

std::size_t place_of(const AskInput& input, AnnotatorId annotator) {
  return std::min<std::size_t>(annotator, input.data.annotators.size());  // kNoAnnotator is the greatest
}

Crowd learn(const AskInput& input) {
  const Comparisons& data = input.data;
  Crowd crowd{std::vector<ItemMoments>(data.items.size()),
              std::vector<AnnotatorMoments>(data.annotators.size() + std::size_t{1}),
              {}};
  for (std::size_t row = 0; row < data.size(); ++row) {
    const std::size_t annotator = place_of(input, data.annotator(row));
    AnswerMoments moments = crowd.about(data.winner(row), data.loser(row), annotator);
    for (double left = std::min(data.weight(row), kMostRepeats); left > 0; --left)
      moments = between(moments, after_row(moments, data.winner_share(row)), std::min(left, 1.0));
    crowd.items[data.winner(row)] = moments.winner;
    crowd.items[data.loser(row)] = moments.loser;
    crowd.annotators[annotator] = moments.annotator;
    if (data.annotator(row) != kNoAnnotator)
      crowd.given.emplace_back(annotator, make_pair_of(data.winner(row), data.loser(row)));
  }
  std::ranges::sort(crowd.given);
  return crowd;
}

std::vector<std::size_t> who_may_answer(const AskInput& input) {
  const std::size_t known = input.data.annotators.size();
  if (input.annotator != kNoAnnotator || known == 0) return {place_of(input, input.annotator)};
  std::vector<std::size_t> everyone(known);
  std::iota(everyone.begin(), everyone.end(), std::size_t{0});
  return everyone;
}

// All of them where that is cheap for so many pairs; otherwise those of whom most can be learned on average, by a few
// of the pairs, which come in random order.
std::vector<std::size_t> shortlist(const Crowd& crowd, std::vector<std::size_t> annotators,
                                   std::span<const ItemPair> pairs) {
  const std::size_t room = std::max(kShortlist, kMostGains / std::max<std::size_t>(1, pairs.size()));
  if (annotators.size() <= room) return annotators;
  std::vector<double> value(crowd.annotators.size());
  for (const std::size_t annotator : annotators)
    for (const ItemPair pair : pairs.first(std::min(kProbes, pairs.size())))
      value[annotator] += crowd.value(pair, annotator);
  std::ranges::stable_sort(annotators, std::greater(), [&](std::size_t annotator) { return value[annotator]; });
  annotators.resize(room);
  return annotators;
}

std::string reason_of(const AskInput& input, const Crowd& crowd, ItemPair pair, const CrowdGain& gain) {
  const auto &first = crowd.items[pair.first], &second = crowd.items[pair.second];
  const double difference = first.mean - second.mean;
  const bool has_names = crowd.annotators.size() > 1;
  if (has_names && CrowdGain::kTradeOff * gain.annotator > gain.items && !links_parts(input, pair))
    return fmt::format("tests the annotator; {:.2f} apart", std::abs(difference));
  return reason_by_scores(input, pair, difference, std::sqrt(first.variance + second.variance));
}

std::vector<Question> propose(const AskInput& input, Observer*) {
  const Crowd crowd = learn(input);
  std::vector<double> means(crowd.items.size());
  std::ranges::transform(crowd.items, means.begin(), &ItemMoments::mean);
  const std::vector<ItemPair> pairs = candidate_pairs(input, means);
  const std::vector<std::size_t> annotators = shortlist(crowd, who_may_answer(input), pairs);
  std::vector<double> values(pairs.size());
  for_each_index(pairs.size(), [&](std::size_t k) {
    for (const std::size_t annotator : annotators) values[k] = std::max(values[k], crowd.value(pairs[k], annotator));
  });

  std::vector<Question> questions;
  std::vector<double> asked(crowd.annotators.size());
  for (const std::size_t k : choose_batch(pairs, values, input.count)) {
    const auto worth = [&](std::size_t annotator) { return crowd.value(pairs[k], annotator) / (1 + asked[annotator]); };
    const std::size_t best = *std::ranges::max_element(annotators, {}, worth);
    if (crowd.answered(pairs[k], best)) continue;  // and so has everyone else
    const CrowdGain gain = crowd.gain(pairs[k], best);
    ++asked[best];
    questions.push_back(
        {.pair = pairs[k],
         .annotator = best < input.data.annotators.size() ? static_cast<AnnotatorId>(best) : kNoAnnotator,
         .value = crowd.value(pairs[k], best),
         .reason = reason_of(input, crowd, pairs[k], gain)});
  }
  return questions;
}

std::vector<double> own_scores(const AskInput& input) {
  std::vector<double> scores;
  for (const ItemMoments& item : learn(input).items) scores.push_back(item.mean);
  return scores;
}

}  // namespace

StrategyInfo crowd_bt_strategy() {
  return {.name = "crowd-bt",
          .summary = "pairs, and who should answer, that tell most about the scores and about the annotators",
          .paper =
              "Chen, Bennett, Collins-Thompson and Horvitz 2013, Pairwise Ranking Aggregation in a Crowdsourced "
              "Setting",
          .cost = "rows + pairs looked at * annotators, at most a few of these where both are many",
          .measure = "expected Kullback-Leibler divergence, in nats; that of the annotator counts 5 times",
          .names_annotators = true,
          .propose = propose,
          .own_scores = own_scores};
}

}  // namespace pdrank
