// The posterior as a method: ranked by the mean rank over all draws.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "pdrank/core/stopwatch.hpp"
#include "pdrank/methods/posterior_draws.hpp"
#include "pdrank/metrics/draws.hpp"

namespace pdrank {
namespace {

constexpr int kFewestSweeps = 300;  // that say anything about ranges

// The share of the other items of its part that an item is expected to stand above.
std::vector<double> expected_shares(std::span<const RankRange> ranges, const Components& weak) {
  std::vector<double> scores(ranges.size(), 0.5);
  for (std::size_t node = 0; node < ranges.size(); ++node) {
    const auto items = static_cast<double>(weak.sizes[weak.of_item[node]]);
    if (items > 1) scores[node] = (items - ranges[node].mean) / (items - 1);
  }
  return scores;
}

struct Summary {
  double mean, median, low, high;  // low .. high holds 90 % of the draws
};

Summary summarise(std::vector<float> draws) {
  std::ranges::sort(draws);
  const double mean = std::accumulate(draws.begin(), draws.end(), 0.0) / static_cast<double>(draws.size());
  const auto quantile = [&](double share) {
    return static_cast<double>(draws[static_cast<std::size_t>(share * static_cast<double>(draws.size() - 1) + 0.5)]);
  };
  return {mean, quantile(0.5), quantile(0.05), quantile(0.95)};
}

std::vector<AnnotatorQuality> annotator_qualities(const ScoreDraws& flips, std::size_t annotators) {
  std::vector<AnnotatorQuality> qualities(annotators);
  std::vector<float> draws(flips.count());
  for (std::size_t annotator = 0; annotator < annotators; ++annotator) {
    double against = 0;
    for (std::size_t draw = 0; draw < draws.size(); ++draw) {
      draws[draw] = 1 - flips[draw][annotator];
      against += draws[draw] < 0.5f ? 1 : 0;
    }
    const Summary found = summarise(draws);
    qualities[annotator] = {found.mean, found.low, found.high, against / static_cast<double>(draws.size())};
  }
  return qualities;
}

// What was learned about the answers as a whole, in words.
std::string in_words(const Summary& noise, double scale) {
  constexpr double kTooWide = 0.5;
  if (noise.high - noise.low > kTooWide) return "There are too few answers to say how noisy they are.";
  const std::string random =
      noise.high < 0.01
          ? "Hardly any answer looks random."
          : fmt::format("About {:.0f} % of the answers ({:.0f}-{:.0f} %) look random, right half the time.",
                        100 * noise.mean, 100 * noise.low, 100 * noise.high);
  const double apart = 1 / (1 + std::exp(-scale / 10));
  const char* matters = apart < 0.7 ? "much" : apart < 0.9 ? "somewhat" : "little";
  return fmt::format(
      "{} Of the others, {:.0f} % prefer the better of two items that stand ten places of a hundred apart: how close "
      "items are matters {}.",
      random, 100 * apart, matters);
}

std::string ending(const Posterior& posterior) {
  switch (posterior.status) {
    case Termination::converged:
      return fmt::format("{} chains agree after {} sweeps (R-hat {:.3f}, at least {:.0f} effective draws)", kChains,
                         posterior.sweeps, posterior.r_hat, posterior.effective);
    case Termination::stopped:
      return fmt::format("stopped on request after {} sweeps", posterior.sweeps);
    default:
      return fmt::format(
          "{} chains do not agree well enough after {} sweeps (R-hat {:.3f}, {:.0f} effective draws); raise "
          "--max-sweeps",
          kChains, posterior.sweeps, posterior.r_hat, posterior.effective);
  }
}

void add_figures(const Posterior& posterior, MethodOutput& output) {
  const Summary noise = summarise(posterior.noise), scale = summarise(posterior.scale);
  output.figures = {{"noise", noise.mean},       {"noise_low", noise.low},
                    {"noise_high", noise.high},  {"scale", scale.median},
                    {"scale_low", scale.low},    {"scale_high", scale.high},
                    {"r_hat", posterior.r_hat},  {"effective_draws", posterior.effective},
                    {"sweeps", posterior.sweeps}};
  output.notes.push_back(in_words(noise, scale.median));
}

MethodOutput run(const MethodInput& input, const RankOptions& options, Observer* observer) {
  const Stopwatch stopwatch;
  PosteriorOptions sampling;
  sampling.max_sweeps = *options.max_sweeps;
  sampling.seed = options.seed;
  auto [posterior, several_sources] = draw_posterior(input, sampling, observer);

  MethodOutput output;
  output.draws = std::move(posterior.positions);
  output.ranges = rank_ranges(output.draws, input.weak.of_item, options.level);
  output.scores = expected_shares(output.ranges, input.weak);
  if (several_sources) output.annotators = annotator_qualities(posterior.flips, input.data.annotators.size());
  add_figures(posterior, output);
  if (posterior.status == Termination::round_limit)
    output.notes.emplace_back("The chains do not agree yet: ranges and probabilities may be off.");
  output.convergence.status = posterior.status;
  output.convergence.message = ending(posterior);
  output.convergence.rounds = posterior.sweeps;
  output.convergence.iterations = static_cast<long>(kChains) * posterior.sweeps;
  if (posterior.status == Termination::stopped && posterior.sweeps < kFewestSweeps) {  // hardly off the start
    output.draws = ScoreDraws();
    output.ranges.clear();
  }
  output.convergence.seconds = stopwatch.seconds();
  return output;
}

}  // namespace

MethodInfo posterior_method() {
  return {.name = "posterior",
          .summary =
              "draws from the posterior of noise, gaps, annotators and ranks; calibrated intervals and probabilities",
          .paper = "none; joins the noise model of PD-Rank and that of Bradley-Terry, docs/MATH.md section 12",
          .cost = "items + distinct answers of annotators, per sweep; hundreds to thousands of sweeps",
          .options = {"max_sweeps"},
          .reads_rows = true,
          .gives_draws = true,
          .gives_annotators = true,
          .run = run};
}

}  // namespace pdrank
