#include "pdrank/methods/annotators.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "pdrank/data/answer_margin.hpp"

namespace pdrank {
namespace {

// Flags, all of a run together, accuse somebody honest with at most this probability: each of n annotators is tested at
// kWrongly / n (Bonferroni).
constexpr double kWrongly = 0.05;
constexpr double kFewestToCallRandom = 10;
constexpr double kHalfAsGood = 0.5;       // a random annotator has surely less than this share of the usual skill
constexpr double kWorseThanChance = 0.4;  // reliability of an adversary, at most

struct Interval {
  double low, high;
};

// Wilson 1927: the shares p with |agreed/total - p| <= z sqrt(p (1 - p) / total).
Interval wilson(double agreed, double total, double z) {
  const double z2 = z * z, share = agreed / total;
  const double centre = (share + z2 / (2 * total)) / (1 + z2 / total);
  const double half = z / (1 + z2 / total) * std::sqrt(share * (1 - share) / total + z2 / (4 * total * total));
  return {std::max(0.0, centre - half), std::min(1.0, centre + half)};
}

// P(at most `found` of `total` are right) where each is with probability `share`: the normal law on Wilson's scale,
// with a continuity correction; conservative enough for the tails that are asked for.
double chance_of(double found, double total, double share) {
  const double deviation = std::sqrt(std::max(total * share * (1 - share), 1e-12));
  return 0.5 * std::erfc(-(found + 0.5 - total * share) / deviation / std::numbers::sqrt2);
}

// How often the ranking's order agrees with the answers, as a quality; `others`: how often it agrees with everyone
// else.
AnnotatorQuality agreement(double share, double answers, double others) {
  const Interval usual = wilson(share * answers, answers, kNormal90);
  return {.reliability = share,
          .low = usual.low,
          .high = usual.high,
          .answers = answers,
          .expected_right = others * answers,
          .found_right = share * answers,
          .p_value = chance_of(share * answers, answers, others)};
}

// What speaks against an annotator, if anything does beyond chance: `tested` are so many in all.
std::string flag_of(const AnnotatorQuality& quality, double usual, double tested) {
  if (!(quality.p_value * tested <= kWrongly)) return {};
  if (quality.high < 0.5 && quality.reliability < kWorseThanChance) return "adversary";
  const double skill = 2 * quality.high - 1, usual_skill = 2 * usual - 1;
  if (quality.answers >= kFewestToCallRandom && skill < kHalfAsGood * usual_skill) return "random";
  return {};
}

// Whether a row of the file has more comparisons than this one.
bool is_of_ranking(const Comparisons& data, std::size_t n) {
  return (n > 0 && data.row(n) == data.row(n - 1)) || (n + 1 < data.size() && data.row(n) == data.row(n + 1));
}

}  // namespace

void AnnotatorSums::add(const Comparisons& data, std::size_t n, double margin) {
  const double weight = data.weight(n);
  comparisons += weight;
  if (is_of_ranking(data, n)) ranked += weight;
  if (data.tie(n)) return;
  strict += weight;
  agreed += weight * (margin > 0 ? 1.0 : margin == 0 ? 0.5 : 0.0);
}

void AnnotatorSums::operator+=(const AnnotatorSums& other) {
  comparisons += other.comparisons;
  agreed += other.agreed;
  strict += other.strict;
  ranked += other.ranked;
}

AnnotatorReport report_annotator(std::string_view name, const AnnotatorSums& sums, const AnnotatorSums& all,
                                 const AnnotatorQuality* learned, double tested) {
  AnnotatorReport report;
  report.annotator = name;
  report.comparisons = sums.comparisons;
  report.reliability = report.reliability_low = report.reliability_high = std::nan("");
  const bool has_evidence = learned && learned->by_law;
  if (has_evidence && !(learned->answers > 0)) return report;
  if (!has_evidence && !(sums.strict > 0)) {
    if (!learned || !(sums.comparisons > 0)) return report;  // ties alone, and a method that learns from them
    report.reliability = learned->reliability;
    report.reliability_low = learned->low;
    report.reliability_high = learned->high;
    return report;
  }
  const double rest = all.strict - sums.strict;
  const double others = rest > 0 ? (all.agreed - sums.agreed) / rest : 1;
  AnnotatorQuality quality = has_evidence ? *learned : agreement(sums.agreed / sums.strict, sums.strict, others);
  if (learned && !has_evidence) {  // what was learned, on the evidence of agreement
    quality.reliability = learned->reliability;
    quality.low = learned->low;
    quality.high = learned->high;
  }
  report.reliability = quality.reliability;
  report.reliability_low = quality.low;
  report.reliability_high = quality.high;
  report.answers = quality.answers;
  report.expected_right = quality.expected_right;
  report.found_right = quality.found_right;
  const double reach = kNormal90 * quality.order_deviation;
  report.order_effect = quality.order;
  report.order_effect_low = quality.order - reach;
  report.order_effect_high = quality.order + reach;
  if (sums.ranked == 0) report.flag = flag_of(quality, has_evidence ? learned->usual : others, tested);
  return report;
}

FlagCount count_flags(std::span<const AnnotatorReport> reports) {
  FlagCount count;
  for (const AnnotatorReport& report : reports) {
    count.answering += report.comparisons > 0 ? 1 : 0;
    count.flagged += report.flag.empty() ? 0 : 1;
    count.adversaries += report.flag == "adversary" ? 1 : 0;
  }
  return count;
}

bool too_many(const FlagCount& count) {
  return count.answering < 3 || 2 * count.adversaries >= count.answering || 2 * count.flagged > count.answering;
}

void withdraw_flags(std::span<AnnotatorReport> reports) {
  for (AnnotatorReport& report : reports) report.flag.clear();
}

std::vector<AnnotatorReport> report_annotators(const Comparisons& data, std::span<const double> item_score,
                                               std::span<const EdgeId> edge_of,
                                               std::span<const AnnotatorQuality> learned, const AnswerLaws* laws) {
  std::vector<AnnotatorSums> sums(data.annotators.size());
  if (sums.empty()) return {};
  for (std::size_t n = 0; n < data.size(); ++n)
    if (data.annotator(n) != kNoAnnotator && edge_of[n] != kNoEdge)
      sums[data.annotator(n)].add(data, n,
                                  margin_of(data, n, item_score, laws ? laws->of(data.annotator(n)).order : 0));
  AnnotatorSums all;
  double tested = 0;
  for (const AnnotatorSums& one : sums) {
    all += one;
    tested += one.strict > 0 ? 1 : 0;
  }
  std::vector<AnnotatorReport> reports;
  for (AnnotatorId annotator = 0; annotator < sums.size(); ++annotator)
    reports.push_back(report_annotator(data.annotators.name(annotator), sums[annotator], all,
                                       learned.empty() ? nullptr : &learned[annotator], tested));
  if (too_many(count_flags(reports))) withdraw_flags(reports);
  return reports;
}

}  // namespace pdrank
