#include "pdrank/methods/annotators.hpp"

#include <algorithm>
#include <cmath>

namespace pdrank {
namespace {

// Quantiles of the normal law for two-sided intervals.
constexpr double kQuantile90 = 1.6448536269514722;
constexpr double kQuantile99 = 2.5758293035489004;
constexpr double kClearlyBetterThanChance = 0.75;
constexpr double kHardlyBetterThanChance = 0.6;
constexpr double kFewestToCallRandom = 10;

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

// Rows that weigh more are no more independent answers than others: the intervals go by Kish's effective number of
// answers, (sum w)^2 / sum w^2, which is the number of rows where all weigh the same.
void grade(AnnotatorReport& report, double share, double total) {
  const double agreed = share * total;
  const Interval interval = wilson(agreed, total, kQuantile90);
  report.reliability = share;
  report.reliability_low = interval.low;
  report.reliability_high = interval.high;
  const bool may_be_chance = interval.low <= 0.5 && interval.high < kClearlyBetterThanChance;
  if (wilson(agreed, total, kQuantile99).high < 0.5) {
    report.flag = "adversary";
  } else if (total >= kFewestToCallRandom && (may_be_chance || interval.high < kHardlyBetterThanChance)) {
    report.flag = "random";
  }
}

}  // namespace

std::vector<AnnotatorReport> report_annotators(const Comparisons& data, std::span<const double> item_score,
                                               std::span<const EdgeId> edge_of) {
  const std::size_t count = data.annotators.size();
  std::vector<double> agreed(count, 0), strict(count, 0), squares(count, 0);
  std::vector<AnnotatorReport> reports(count);
  for (std::size_t n = 0; n < data.size(); ++n) {
    const AnnotatorId annotator = data.annotator(n);
    if (annotator == kNoAnnotator || edge_of[n] == kNoEdge) continue;
    reports[annotator].comparisons += data.weight(n);
    if (data.tie(n)) continue;
    strict[annotator] += data.weight(n);
    squares[annotator] += data.weight(n) * data.weight(n);
    const double margin = item_score[data.winner(n)] - item_score[data.loser(n)];
    agreed[annotator] += data.weight(n) * (margin > 0 ? 1.0 : margin == 0 ? 0.5 : 0.0);
  }
  for (std::size_t annotator = 0; annotator < count; ++annotator) {
    AnnotatorReport& report = reports[annotator];
    report.annotator = data.annotators.name(static_cast<AnnotatorId>(annotator));
    report.reliability = report.reliability_low = report.reliability_high = std::nan("");
    if (strict[annotator] > 0)
      grade(report, agreed[annotator] / strict[annotator], strict[annotator] * strict[annotator] / squares[annotator]);
  }
  return reports;
}

}  // namespace pdrank
