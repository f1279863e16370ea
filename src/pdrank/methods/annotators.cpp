#include "pdrank/methods/annotators.hpp"

#include <algorithm>
#include <cmath>

namespace pdrank {
namespace {

// Quantiles of the normal law for two-sided intervals.
constexpr double kQuantile90 = 1.6448536269514722;
constexpr double kQuantile99 = 2.5758293035489004;
constexpr double kClearlyBetterThanChance = 0.75;
constexpr double kHardlyBetterThanChance = 0.6, kWorseThanChance = 0.4;
constexpr double kFewestToCallRandom = 10;
constexpr double kSurelyAgainst = 0.9;

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

// How often the ranking's order agrees with the answers, as a quality.
AnnotatorQuality agreement(double share, double answers) {
  const Interval usual = wilson(share * answers, answers, kQuantile90);
  const bool surely_against = wilson(share * answers, answers, kQuantile99).high < 0.5;
  return {share, usual.low, usual.high, surely_against ? 1.0 : 0.0};
}

// `others`: how often everyone else agrees with the ranking.
void grade(AnnotatorReport& report, const AnnotatorQuality& quality, double answers, double others) {
  report.reliability = quality.reliability;
  report.reliability_low = quality.low;
  report.reliability_high = quality.high;
  const bool may_be_chance = quality.low <= 0.5 && quality.high < kClearlyBetterThanChance;
  if (quality.against >= kSurelyAgainst && quality.reliability < kWorseThanChance) {
    report.flag = "adversary";
  } else if (answers >= kFewestToCallRandom && quality.high < others &&
             (may_be_chance || quality.high < kHardlyBetterThanChance)) {
    report.flag = "random";
  }
}

}  // namespace

void AnnotatorSums::add(double weight, bool tie, double margin) {
  comparisons += weight;
  if (tie) return;
  strict += weight;
  squares += weight * weight;
  agreed += weight * (margin > 0 ? 1.0 : margin == 0 ? 0.5 : 0.0);
}

void AnnotatorSums::operator+=(const AnnotatorSums& other) {
  comparisons += other.comparisons;
  agreed += other.agreed;
  strict += other.strict;
  squares += other.squares;
}

AnnotatorReport report_annotator(std::string_view name, const AnnotatorSums& sums, const AnnotatorSums& all,
                                 const AnnotatorQuality* learned) {
  AnnotatorReport report;
  report.annotator = name;
  report.comparisons = sums.comparisons;
  report.reliability = report.reliability_low = report.reliability_high = std::nan("");
  // Rows that weigh more are no more independent answers than others: the intervals go by Kish's effective number of
  // answers, (sum w)^2 / sum w^2, which is the number of rows where all weigh the same.
  const double answers = sums.strict > 0 ? sums.strict * sums.strict / sums.squares : 0;
  const double rest = all.strict - sums.strict;
  const double others = rest > 0 ? (all.agreed - sums.agreed) / rest : 1;
  if (learned && report.comparisons > 0) {
    grade(report, *learned, answers, others);
  } else if (!learned && answers > 0) {
    grade(report, agreement(sums.agreed / sums.strict, answers), answers, others);
  }
  return report;
}

std::vector<AnnotatorReport> report_annotators(const Comparisons& data, std::span<const double> item_score,
                                               std::span<const EdgeId> edge_of,
                                               std::span<const AnnotatorQuality> learned) {
  std::vector<AnnotatorSums> sums(data.annotators.size());
  if (sums.empty()) return {};
  for (std::size_t n = 0; n < data.size(); ++n)
    if (data.annotator(n) != kNoAnnotator && edge_of[n] != kNoEdge)
      sums[data.annotator(n)].add(data.weight(n), data.tie(n), item_score[data.winner(n)] - item_score[data.loser(n)]);
  AnnotatorSums all;
  for (const AnnotatorSums& one : sums) all += one;
  std::vector<AnnotatorReport> reports;
  for (AnnotatorId annotator = 0; annotator < sums.size(); ++annotator)
    reports.push_back(report_annotator(data.annotators.name(annotator), sums[annotator], all,
                                       learned.empty() ? nullptr : &learned[annotator]));
  return reports;
}

}  // namespace pdrank
