#include "pdrank/methods/reliability.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

#include "pdrank/core/words.hpp"
#include "pdrank/data/answer_margin.hpp"

namespace pdrank {
namespace {

double square(double value) { return value * value; }

// Of one answer under the law: what is expected, the variance, and variance and third moment of the squared residual.
struct Expected {
  double win, variance, scatter, skew;

  explicit Expected(const AnswerLaw::Outcomes& outcomes) : win(outcomes.win + outcomes.tie / 2) {
    const double of_win = square(1 - win), of_tie = square(0.5 - win), of_loss = square(win);
    const double loss = std::max(1 - outcomes.win - outcomes.tie, 0.0);
    variance = outcomes.win * of_win + outcomes.tie * of_tie + loss * of_loss;
    const auto moment = [&](auto&& power) {
      return outcomes.win * power(of_win - variance) + outcomes.tie * power(of_tie - variance) +
             loss * power(of_loss - variance);
    };
    scatter = moment([](double off) { return off * off; });
    skew = moment([](double off) { return off * off * off; });
  }
};

// To so many digits that sums by whole weights are exact, and the same in any order of the rows.
double rounded(double value) {
  constexpr double kUnit = 0x1p-30;
  return std::nearbyint(value / kUnit) * kUnit;
}

void add_answer(const Expected& expected, double weight, double square, FitSums& sums) {
  sums.answers += weight;
  sums.squares += weight * rounded(square);
  sums.variance += weight * rounded(expected.variance);
  sums.ratios += weight * rounded(expected.variance > 0 ? square / expected.variance : 0);
  sums.scatter += weight * rounded(expected.scatter);
  sums.skew += weight * rounded(expected.skew);
}

// The answer of comparison n as a square of a residual.
double squared_residual(const Comparisons& data, std::size_t n, double expected, bool ties_are_answers) {
  if (data.tie(n) && ties_are_answers) return square(0.5 - expected);
  const double share = data.winner_share(n);
  return share * square(1 - expected) + (1 - share) * square(expected);
}

// More answers for an SSR of `aim`; nothing if no number would do.
std::optional<double> more_for(double aim, double ssr, double answers) {
  if (ssr >= aim) return 0;
  if (!(ssr > 0)) return std::nullopt;
  constexpr double kBeyondReason = 1e6;  // times as many
  const double times = aim / (1 - aim) * (1 - ssr) / ssr;
  if (times > kBeyondReason) return std::nullopt;
  return std::ceil(answers * (times - 1));
}

// Two digits are enough for a forecast.
std::string about(double number) {
  const double unit = std::pow(10, std::max(0.0, std::floor(std::log10(std::max(number, 1.0))) - 1));
  return grouped(static_cast<std::uint64_t>(std::ceil(number / unit) * unit));
}

std::string spread_in_words(const Reliability& reliability) {
  if (!(*reliability.ssr > 0))
    return "Reliability (SSR) 0: the scores spread no further than their errors, so they do not tell the items apart.";
  return fmt::format(
      "Reliability (SSR) {:.2f}: {:.0f} % of the spread of the scores is real, and the rest is error. The scores "
      "spread {:.1f} times as far as they are uncertain (separation).",
      *reliability.ssr, 100 * *reliability.ssr, *reliability.separation);
}

std::string outlook_in_words(const Reliability& reliability) {
  const std::optional<double>&lower = reliability.more_for_80, &higher = reliability.more_for_90;
  constexpr double kRounds = 0.005;  // an SSR this close is shown as what is aimed at
  if (!lower || !higher || *reliability.ssr > 0.9 - kRounds) return {};
  if (*reliability.ssr > 0.8 - kRounds)
    return fmt::format("An SSR of 0.9 would take about {} more answers like these.", about(*higher));
  return fmt::format("An SSR of 0.8 would take about {} more answers like these, one of 0.9 about {}.", about(*lower),
                     about(*higher));
}

std::string halves_in_words(const Reliability& reliability) {
  return fmt::format(
      "Two random halves of the annotators give scores with a correlation of {:.2f} ({:.2f} to {:.2f} from one split "
      "to "
      "another).",
      *reliability.split_half, *reliability.split_half_low, *reliability.split_half_high);
}

// The names of those whose answers are more surprising than chance allows, all of them together with at most 0.05
// (Bonferroni), the most surprising first. Without those who are told elsewhere.
template <class IsTold>
std::vector<std::string> misfits(std::span<const FitSums> fits, const ItemIndex& names, IsTold&& is_told) {
  constexpr double kWrongly = 0.05;
  std::vector<std::pair<double, std::string>> found;
  const auto tested =
      static_cast<double>(std::ranges::count_if(fits, [](const FitSums& fit) { return fit.answers > 0; }));
  for (std::uint32_t id = 0; id < fits.size(); ++id) {
    const double chance = 0.5 * std::erfc(fits[id].surprise() / std::numbers::sqrt2);
    if (fits[id].answers > 0 && chance * tested <= kWrongly && !is_told(id))
      found.emplace_back(-fits[id].surprise(),
                         fmt::format("{} (infit {:.2f})", shortened(names.name(id)), fits[id].infit()));
  }
  std::ranges::sort(found);
  std::vector<std::string> result;
  for (auto& [surprise, text] : found) result.push_back(std::move(text));
  return result;
}

}  // namespace

double FitSums::infit() const { return variance > 0 ? squares / variance : kNone; }
double FitSums::outfit() const { return answers > 0 ? ratios / answers : kNone; }

// Squared residuals are skewed: their sum has about a gamma law, whose cube root is about normal (Wilson and Hilferty
// 1931).
double FitSums::surprise() const {
  if (!(scatter > 0)) return 0;
  const double z = (squares - variance) / std::sqrt(scatter), skewness = skew / (scatter * std::sqrt(scatter));
  constexpr double kSymmetric = 1e-3;
  if (skewness < kSymmetric) return z;
  return 6 / skewness * (std::cbrt(std::max(1 + skewness * z / 2, 0.0)) - 1) + skewness / 6;
}

AnswerFit measure_fit(const Comparisons& data, std::span<const EdgeId> edge_of, std::span<const double> item_score,
                      const AnswerLaws& laws) {
  AnswerFit fit{std::vector<FitSums>(data.items.size()), std::vector<FitSums>(data.annotators.size())};
  for (std::size_t n = 0; n < data.size(); ++n) {
    if (edge_of[n] == kNoEdge) continue;
    const AnnotatorId annotator = data.annotator(n);
    AnswerLaw law = laws;  // an annotator's own mistakes are no fit
    law.order = laws.of(annotator).order;
    const Expected expected(law.outcomes(margin_of(data, n, item_score, law.order)));
    const double square = squared_residual(data, n, expected.win, law.has_ties());
    for (const ItemId item : {data.winner(n), data.loser(n)})
      add_answer(expected, data.weight(n), square, fit.item[item]);
    if (annotator != kNoAnnotator) add_answer(expected, data.weight(n), square, fit.annotator[annotator]);
  }
  return fit;
}

double ssr_with(double ssr, double times) { return times * ssr / (1 + (times - 1) * ssr); }

Reliability measure_reliability(const ComparisonGraph& graph, const Components& weak, const Estimates& estimates) {
  constexpr double kFewest = 3;
  constexpr std::array kTimes = {0.125, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 4.0};
  Reliability reliability;
  for (EdgeId edge = 0; edge < graph.edge_count(); ++edge)
    if (weak.of_item[graph.winner[edge]] == 0) reliability.answers += graph.count[edge];
  if (estimates.standard_error.empty()) return reliability;
  // In the order of the scores, which does not depend on that of the rows.
  std::vector<std::pair<double, double>> of_node;
  for (std::uint32_t node = 0; node < graph.node_count(); ++node)
    if (weak.of_item[node] == 0) of_node.emplace_back(estimates.scores[node], estimates.standard_error[node]);
  std::ranges::sort(of_node);
  double sum = 0, squares = 0, errors = 0;
  const auto items = static_cast<double>(of_node.size());
  for (const auto& [score, error] : of_node) sum += score, errors += error * error;
  for (const auto& [score, error] : of_node) squares += square(score - sum / items);
  if (!(items >= kFewest && squares > 0 && errors > 0 && std::isfinite(errors))) return reliability;
  const double variance = squares / (items - 1), error = errors / items;
  const double ssr = estimates.are_means ? variance / (variance + error) : std::max(0.0, 1 - error / variance);
  reliability.ssr = ssr;
  reliability.separation = std::sqrt(variance / error);
  reliability.more_for_80 = more_for(0.8, ssr, reliability.answers);
  reliability.more_for_90 = more_for(0.9, ssr, reliability.answers);
  for (const double times : kTimes) reliability.curve.push_back({times * reliability.answers, ssr_with(ssr, times)});
  return reliability;
}

std::vector<std::string> reliability_in_words(const Reliability& reliability, const AnswerFit& fit,
                                              const Comparisons& data, std::span<const AnnotatorReport> annotators) {
  const auto is_flagged = [&](AnnotatorId id) { return !annotators[id].flag.empty(); };
  const auto never = [](ItemId) { return false; };
  std::vector<std::string> sentences;
  if (reliability.ssr) sentences.push_back(spread_in_words(reliability));
  if (reliability.ssr)
    if (std::string more = outlook_in_words(reliability); !more.empty()) sentences.push_back(std::move(more));
  if (reliability.split_half) sentences.push_back(halves_in_words(reliability));
  if (const std::vector<std::string> names = misfits(std::span(fit.annotator), data.annotators, is_flagged);
      !names.empty())
    sentences.push_back(
        fmt::format("The answers of {} fit the scores worse than chance allows. They may have judged something else, "
                    "or without care.",
                    first_few(names, names.size())));
  if (const std::vector<std::string> names = misfits(std::span(fit.item), data.items, never); !names.empty())
    sentences.push_back(
        fmt::format("Answers about {} differ more than chance allows. Look at what divides people there.",
                    first_few(names, names.size())));
  return sentences;
}

}  // namespace pdrank
