#include "pdrank/posterior/leans.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "pdrank/core/parallel.hpp"

namespace pdrank {
namespace {

// An answer of a source: for what stands first or against it.
struct SidedAnswer {
  double log_odds;  // of "first", had the source no lean
  double reach;     // by how much a lean moves them: less where the difference of the scores is uncertain
  double first, second;
};

// Where the logarithm of likelihood and prior is greatest, and how it falls from there.
struct Peak {
  double place = 0, value = 0, curvature = 0;
};

double log_likelihood(std::span<const SidedAnswer> answers, double flip, double lean, double* slope,
                      double* information) {
  double sum = 0;
  *slope = *information = 0;
  for (const SidedAnswer& answer : answers) {
    const double s = logistic(answer.log_odds + answer.reach * lean),
                 rate = (1 - 2 * flip) * s * (1 - s) * answer.reach;
    const double p = flip + (1 - 2 * flip) * s;
    sum += answer.first * std::log(p) + answer.second * std::log1p(-p);
    *slope += rate * (answer.first / p - answer.second / (1 - p));
    *information += rate * rate * (answer.first + answer.second) / (p * (1 - p));
  }
  return sum;
}

Peak find_peak(std::span<const SidedAnswer> answers, double flip, double deviation) {
  constexpr int kSteps = 20;
  constexpr double kFarthest = 6;
  const double prior = 1 / (deviation * deviation);
  Peak peak;
  double slope, information;
  for (int step = 0; step < kSteps; ++step) {
    log_likelihood(answers, flip, peak.place, &slope, &information);
    const double move = std::clamp((slope - prior * peak.place) / (information + prior), -1.0, 1.0);
    peak.place = std::clamp(peak.place + move, -kFarthest, kFarthest);
    if (std::abs(move) < 1e-6) break;
  }
  peak.value = log_likelihood(answers, flip, peak.place, &slope, &information) - prior * peak.place * peak.place / 2;
  peak.curvature = information + prior;
  return peak;
}

std::vector<std::vector<SidedAnswer>> answers_by_source(const Answers& by_source, const Propagation& fit,
                                                        std::span<const float> preferred,
                                                        std::span<const double> lean) {
  std::vector<std::vector<SidedAnswer>> answers(by_source.sources);
  for (std::size_t pair = 0; pair < by_source.pairs(); ++pair) {
    if (by_source.begin[pair] == by_source.begin[pair + 1]) continue;
    // The logistic law averaged over a normal difference is flatter by this much (MacKay 1992).
    const double reach = 1 / std::sqrt(1 + std::numbers::pi * fit.pair_cavity(pair).variance / 8);
    for (std::size_t row = by_source.begin[pair]; row < by_source.begin[pair + 1]; ++row) {
      const auto side = static_cast<double>(by_source.circumstances->features(by_source.circumstance[row])[0]);
      if (side == 0 || !by_source.is_strict(row)) continue;
      const double q = std::clamp(static_cast<double>(preferred[row]), 1e-6, 1 - 1e-6);
      const std::uint32_t source = by_source.source[row];
      const auto won = static_cast<double>(by_source.won[row]), lost = static_cast<double>(by_source.lost[row]);
      answers[source].push_back(
          {side * std::log(q / (1 - q)) - reach * lean[source], reach, side > 0 ? won : lost, side > 0 ? lost : won});
    }
  }
  return answers;
}

}  // namespace

LeansLearned learn_leans(const Answers& by_source, const Propagation& fit, std::span<const float> preferred,
                         std::span<const double> flip, std::span<const double> lean) {
  const std::vector<std::vector<SidedAnswer>> answers = answers_by_source(by_source, fit, preferred, lean);
  constexpr std::array kDeviations = {0.1, 0.15, 0.2, 0.3, 0.4, 0.55, 0.75, 1.0, 1.4, 2.0};
  // A deviation about as likely as any other of these, by Laplace's approximation for every source.
  std::array<double, kDeviations.size()> log_mass{};
  std::vector<std::array<Peak, kDeviations.size()>> peaks(answers.size());
  std::vector<std::array<double, kDeviations.size()>> gained(answers.size());
  parallel_for(answers.size(), [&](std::size_t source) {
    double slope, information;
    const double without = log_likelihood(answers[source], flip[source], 0, &slope, &information);
    for (std::size_t k = 0; k < kDeviations.size(); ++k) {
      peaks[source][k] = find_peak(answers[source], flip[source], kDeviations[k]);
      gained[source][k] =
          peaks[source][k].value - without - 0.5 * std::log(peaks[source][k].curvature) - std::log(kDeviations[k]);
    }
  });
  for (std::size_t source = 0; source < by_source.named && source < answers.size(); ++source)
    for (std::size_t k = 0; k < kDeviations.size(); ++k) log_mass[k] += gained[source][k];
  const auto best = static_cast<std::size_t>(std::ranges::max_element(log_mass) - log_mass.begin());
  LeansLearned learned{std::vector<Lean>(by_source.sources), kDeviations[best], 0};
  double sum = 0;
  for (const double one : log_mass) sum += std::exp(one - log_mass[best]) / static_cast<double>(kDeviations.size());
  learned.log_evidence = log_mass[best] + std::log(sum);
  for (std::size_t source = 0; source < answers.size(); ++source)
    learned.lean[source] = {peaks[source][best].place, 1 / std::sqrt(peaks[source][best].curvature)};
  return learned;
}

}  // namespace pdrank
