#include "pdrank/methods/agreement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

#include "pdrank/core/words.hpp"
#include "pdrank/metrics/draws.hpp"

namespace pdrank {
namespace {

// What an annotator says of a pair of items: 1 for the one whose name comes first, -1 for the other. Items and
// annotators are numbered by their names, so that sums, and which questions are looked at, do not depend on the order
// of the rows.
struct Said {
  std::uint32_t first = 0, second = 0, annotator = 0;
  double value = 0, weight = 0;

  auto question() const { return std::tie(first, second); }
  auto source() const { return std::tie(first, second, annotator); }
};

struct Numbers {
  explicit Numbers(const Comparisons& data)
      : item(numbers_by_name(data.items)), annotator(numbers_by_name(data.annotators)), annotator_id(annotator.size()) {
    for (AnnotatorId id = 0; id < annotator.size(); ++id) annotator_id[annotator[id]] = id;
  }

  std::vector<std::uint32_t> item, annotator;  // by id
  std::vector<AnnotatorId> annotator_id;       // by number
};

// One for each annotator and question, by question.
std::vector<Said> collect(const Comparisons& data, std::span<const EdgeId> edge_of, const Numbers& numbers) {
  std::vector<Said> all;
  for (std::size_t n = 0; n < data.size(); ++n) {
    if (edge_of[n] == kNoEdge || data.annotator(n) == kNoAnnotator) continue;
    const std::uint32_t winner = numbers.item[data.winner(n)], loser = numbers.item[data.loser(n)];
    const double value = 2 * data.winner_share(n) - 1;
    all.push_back({std::min(winner, loser), std::max(winner, loser), numbers.annotator[data.annotator(n)],
                   winner < loser ? value : -value, data.weight(n)});
  }
  std::ranges::sort(
      all, {}, [](const Said& one) { return std::tuple(one.first, one.second, one.annotator, one.value, one.weight); });
  std::vector<Said> merged;
  for (std::size_t begin = 0, end = 0; begin < all.size(); begin = end) {
    double values = 0, weight = 0;
    for (; end < all.size() && all[end].source() == all[begin].source(); ++end)
      values += all[end].weight * all[end].value, weight += all[end].weight;
    merged.push_back({all[begin].first, all[begin].second, all[begin].annotator, values / weight, weight});
  }
  return merged;
}

// The answers to a question that several annotators have answered.
using Question = std::span<const Said>;

std::vector<Question> shared_questions(std::span<const Said> said) {
  std::vector<Question> questions;
  for (std::size_t first = 0; first < said.size();) {
    std::size_t last = first + 1;
    while (last < said.size() && said[last].question() == said[first].question()) ++last;
    if (last - first > 1) questions.push_back(said.subspan(first, last - first));
    first = last;
  }
  return questions;
}

struct Sums {
  double count = 0, values = 0, squares = 0;

  explicit Sums(const Question& question) : count(static_cast<double>(question.size())) {
    for (const Said& one : question) values += one.value, squares += one.value * one.value;
  }
  // The mean squared difference of each answer to the others, summed over the answers.
  double apart() const { return 2 * (count * squares - values * values) / (count - 1); }
  // That of one answer.
  double apart(double value) const { return (count * value * value - 2 * value * values + squares) / (count - 1); }
};

// Of the answers with those of the same questions by others.
struct PairSums {
  std::uint32_t annotator = 0, other = 0;
  double questions = 0, apart = 0;
};

// Of all pairs of annotators in the questions with fewest answers.
std::vector<PairSums> pairs_of_annotators(std::vector<Question> questions) {
  constexpr std::size_t kMost = 5'000'000;
  std::ranges::stable_sort(questions, {}, [](const Question& question) { return question.size(); });
  std::vector<PairSums> all;
  for (const Question& question : questions) {
    if (all.size() + question.size() * (question.size() - 1) / 2 > kMost) break;
    for (std::size_t i = 0; i < question.size(); ++i)
      for (std::size_t j = i + 1; j < question.size(); ++j) {
        const double apart = question[i].value - question[j].value;
        all.push_back({question[i].annotator, question[j].annotator, 1, apart * apart});
      }
  }
  const auto key = [](const PairSums& pair) { return std::pair(pair.annotator, pair.other); };
  std::ranges::stable_sort(all, {}, key);
  std::vector<PairSums> merged;
  for (const PairSums& pair : all)
    if (merged.empty() || key(merged.back()) != key(pair))
      merged.push_back(pair);
    else
      merged.back().questions += pair.questions, merged.back().apart += pair.apart;
  return merged;
}

// Those who agree most, or least, their agreement held back towards everybody's by ten questions.
std::vector<AnnotatorPair> extreme_pairs(const Comparisons& data, const Numbers& numbers, std::vector<PairSums> pairs,
                                         double expected, double alpha, bool most) {
  constexpr double kHeldBack = 10;
  constexpr std::size_t kShown = 10;
  const auto agreement = [&](const PairSums& pair) { return pair.questions - pair.apart / expected; };  // summed
  const auto held_back = [&](const PairSums& pair) {
    const double mean = (agreement(pair) + kHeldBack * alpha) / (pair.questions + kHeldBack);
    return most ? alpha - mean : mean - alpha;  // below 0: further out than everybody
  };
  std::erase_if(pairs, [&](const PairSums& pair) { return !(held_back(pair) < 0); });
  std::ranges::sort(pairs, {},
                    [&](const PairSums& pair) { return std::tuple(held_back(pair), pair.annotator, pair.other); });
  const auto name = [&](std::uint32_t number) {
    return std::string(data.annotators.name(numbers.annotator_id[number]));
  };
  std::vector<AnnotatorPair> shown;
  for (const PairSums& pair : pairs) {
    if (shown.size() == kShown) break;
    shown.push_back({name(pair.annotator), name(pair.other), static_cast<std::uint64_t>(pair.questions),
                     agreement(pair) / pair.questions});
  }
  return shown;
}

}  // namespace

AgreementFound measure_agreement(const Comparisons& data, std::span<const EdgeId> edge_of, double level) {
  AgreementFound found;
  found.of_annotator.assign(data.annotators.size(), kNone);
  const Numbers numbers(data);
  const std::vector<Said> said = collect(data, edge_of, numbers);
  std::vector<Question> questions = shared_questions(said);
  double answers = 0, apart = 0, squares = 0;
  for (const Question& question : questions) {
    const Sums sums(question);
    answers += sums.count, apart += sums.apart(), squares += sums.squares;
  }
  found.all.questions = questions.size();
  found.all.answers = static_cast<std::uint64_t>(answers);
  if (!(squares > 0)) return found;
  // The answers and the same turned round, so that it does not matter which item is called the first.
  const double expected = 4 * squares / (2 * answers - 1);
  const double alpha = 1 - apart / answers / expected;
  found.all.alpha = alpha;

  // By linearisation: alpha is all but 1 - sum of d / (2 sum of q), d and q being sums of a question.
  double scatter = 0;
  for (const Question& question : questions) {
    const Sums sums(question);
    const double residual = sums.apart() - (1 - alpha) * 2 * sums.squares;
    scatter += residual * residual;
  }
  const auto count = static_cast<double>(questions.size());
  if (count > 1) {
    const double reach = normal_quantile((1 + level) / 2) * std::sqrt(scatter * count / (count - 1)) / (2 * squares);
    found.all.alpha_low = alpha - reach;
    found.all.alpha_high = std::min(alpha + reach, 1.0);
  }

  std::vector<double> apart_of(data.annotators.size(), 0.0), answers_of(data.annotators.size(), 0.0);
  for (const Question& question : questions) {
    const Sums sums(question);
    for (const Said& one : question) apart_of[one.annotator] += sums.apart(one.value), answers_of[one.annotator] += 1;
  }
  for (std::size_t annotator = 0; annotator < apart_of.size(); ++annotator)
    if (answers_of[annotator] > 0)
      found.of_annotator[numbers.annotator_id[annotator]] = 1 - apart_of[annotator] / answers_of[annotator] / expected;

  const std::vector<PairSums> pairs = pairs_of_annotators(std::move(questions));
  found.all.closest = extreme_pairs(data, numbers, pairs, expected, alpha, true);
  found.all.furthest = extreme_pairs(data, numbers, pairs, expected, alpha, false);
  return found;
}

std::vector<std::string> agreement_in_words(const Agreement& agreement) {
  constexpr std::uint64_t kEnough = 10;
  if (!agreement.alpha || !agreement.alpha_low || agreement.questions < kEnough) return {};
  std::vector<std::string> sentences = {fmt::format(
      "Annotators agree with Krippendorff's alpha {:.2f} ({:.2f} to {:.2f}): 1 means always, 0 as often as by chance. "
      "Several annotators answered {} pairs of items.",
      *agreement.alpha, *agreement.alpha_low, *agreement.alpha_high, grouped(agreement.questions))};
  return sentences;
}

}  // namespace pdrank
