#include "pdrank/active/outlook.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "pdrank/active/candidates.hpp"
#include "pdrank/core/random.hpp"
#include "pdrank/metrics/draws.hpp"

namespace pdrank {
namespace {

constexpr std::size_t kMostTries = 8, kItemsTogether = 240;  // a try for each so many items, at most so many

double log_odds(double p) { return std::log(p / (1 - p)); }

// Pairs of which a share is to be estimated: all, or a sample.
std::vector<ItemPair> sampled_pairs(std::uint32_t items, Random& random) {
  if (std::uint64_t{items} * (items - 1) / 2 <= kAllPairs) return all_pairs(items);
  std::vector<ItemPair> pairs;
  while (pairs.size() < kAllPairs) {
    const auto a = static_cast<ItemId>(random.below(items)), b = static_cast<ItemId>(random.below(items));
    if (a != b) pairs.push_back(make_pair_of(a, b));
  }
  return pairs;
}

double share_settled(const Belief& belief, double level, Random& random) {
  std::vector<ItemId> above, below;
  for (const ItemPair pair : sampled_pairs(static_cast<std::uint32_t>(belief.scores.nodes()), random)) {
    above.push_back(pair.first);
    below.push_back(pair.second);
  }
  const auto settled = std::ranges::count_if(probabilities_above(belief.scores, above, below),
                                             [&](double p) { return std::max(p, 1 - p) >= level; });
  return static_cast<double>(settled) / static_cast<double>(above.size());
}

// The questions answered as one draw has it, each by the one who will answer, or by anyone in proportion to the answers
// so far.
Comparisons answered(const AskInput& input, const Belief& belief, std::size_t draw, std::span<const Question> questions,
                     Random& random) {
  Comparisons data = copy_of(input.data);
  std::vector<double> reached = shares_of_answers(input.data);
  std::partial_sum(reached.begin(), reached.end(), reached.begin());
  const auto someone = [&] {
    const auto found = std::ranges::upper_bound(reached, random.uniform());
    return std::min<std::size_t>(static_cast<std::size_t>(found - reached.begin()), reached.size() - 1);
  };
  for (const Question& question : questions) {
    const AnnotatorId asked = question.annotator != kNoAnnotator ? question.annotator : input.annotator;
    const std::size_t who = asked != kNoAnnotator ? asked : someone();
    const double flip = belief.flips.empty() ? static_cast<double>(belief.flip[draw]) : belief.flips[who];
    const bool won = random.chance(belief.wins(draw, question.pair, flip));
    const auto [first, second] = question.pair;
    data.add({.winner = won ? first : second,
              .loser = won ? second : first,
              .annotator = who < data.annotators.size() ? static_cast<AnnotatorId>(who) : kNoAnnotator});
  }
  return data;
}

// What the answers to the questions add to the expected tau.
double tau_gained(const AskInput& input, const Belief& belief, std::span<const Question> questions, Random& random,
                  Observer* observer) {
  if (questions.empty()) return 0;
  const std::size_t tries = std::clamp<std::size_t>(kItemsTogether / input.item_count(), 1, kMostTries);
  double sum = 0;
  for (std::size_t k = 0; k < tries; ++k) {
    if (observer) observer->on_progress({"looking ahead", k, tries, 0});
    const std::size_t draw = (2 * k + 1) * belief.draws() / (2 * tries);
    const Comparisons data = answered(input, belief, draw, questions, random);
    const MergedComparisons merged = merge(data, TieRule::half);
    const Components weak = weak_components(merged.graph);
    const AskInput then{.data = data,
                        .merged = merged,
                        .weak = weak,
                        .forbidden = input.forbidden,
                        .annotator = input.annotator,
                        .seed = input.seed + k + 1};
    sum += expected_tau(believe_again(then, belief, observer));
  }
  return sum / static_cast<double>(tries) - expected_tau(believe_again(input, belief, observer));
}

// Answers about the two alone until their order is `level` sure, in the middle one of the draws. An answer moves the
// log-odds of the order by (2 p - 1) log(p / (1 - p)) on average, p being the chance that it is right (Wald's
// sequential test).
double answers_to_tell_apart(const Belief& belief, ItemId leader, ItemId rival, double level) {
  const double above = probabilities_above(belief.scores, {&leader, 1}, {&rival, 1}).front();
  std::vector<double> needed(belief.draws());
  for (std::size_t draw = 0; draw < needed.size(); ++draw) {
    const bool is_above = belief.scores[draw][leader] > belief.scores[draw][rival];
    const double wins = belief.wins(draw, {leader, rival}), right = is_above ? wins : 1 - wins;
    const double missing = log_odds(level) - (is_above ? log_odds(above) : -log_odds(above));
    const double step = (2 * right - 1) * log_odds(right);
    const double most = static_cast<double>(Outlook::kMostAnswers);
    needed[draw] = missing <= 0 ? 1 : step > 0 ? std::clamp(std::ceil(missing / step), 1.0, most) : most;
  }
  const auto middle = needed.begin() + std::ssize(needed) / 2;
  std::ranges::nth_element(needed, middle);
  return *middle;
}

void look_at_the_top(const AskInput& input, const Belief& belief, double level, Outlook& outlook) {
  const std::vector<double> scores = expected_scores(belief);
  std::vector<ItemId> order(scores.size());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::stable_sort(order, [&](ItemId a, ItemId b) { return scores[a] > scores[b]; });
  const std::vector<std::uint32_t> tier = tiers(belief.scores, order, level);
  outlook.leader = input.data.items.name(order.front());
  outlook.top_tier = static_cast<std::uint64_t>(std::ranges::count(tier, 1u));
  if (outlook.top_tier == 1) return;
  double needed = 0;
  for (std::size_t k = 1; k < outlook.top_tier; ++k)
    needed += answers_to_tell_apart(belief, order.front(), order[k], level);
  const double most = static_cast<double>(Outlook::kMostAnswers);
  outlook.answers_to_separate = static_cast<std::uint64_t>(std::min(needed, most));
}

}  // namespace

Outlook look_ahead(const AskInput& input, const Belief& belief, std::span<const Question> questions, double level,
                   Observer* observer) {
  Random random(input.seed);
  Outlook outlook{.level = level};
  outlook.settled_pairs = share_settled(belief, level, random);
  outlook.expected_tau = expected_tau(belief);
  // Answers never make the expected ranking worse; where it seems so, it is the scatter of the draws.
  outlook.expected_tau_after =
      std::min(1.0, outlook.expected_tau + std::max(0.0, tau_gained(input, belief, questions, random, observer)));
  look_at_the_top(input, belief, level, outlook);
  return outlook;
}

}  // namespace pdrank
