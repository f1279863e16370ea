// The posterior as a method: started from PD-Rank, ranked by the mean rank over all draws.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "pdrank/core/stopwatch.hpp"
#include "pdrank/methods/by_part.hpp"
#include "pdrank/metrics/draws.hpp"
#include "pdrank/posterior/posterior.hpp"
#include "pdrank/solve/reweight.hpp"

namespace pdrank {
namespace {

constexpr int kFewestSweeps = 300;    // that say anything about ranges
constexpr double kFewestToJudge = 5;  // answers; who gave fewer is judged together with all such

// A few rounds of PD-Rank, roughly solved: the chains need no more than a good direction.
std::vector<double> rough_scores(const MethodInput& input, std::uint64_t seed, Observer* observer) {
  RoundsOptions rounds;
  rounds.gamma = 1e-2;
  rounds.inner.tolerance = 1e-3;
  rounds.rounds.max_rounds = 3;
  rounds.seed = seed;
  return run_by_part(input, observer,
                     [&](const ComparisonGraph& graph) {
                       MethodOutput output;
                       output.scores = solve_rounds(graph, rounds, observer).scores;
                       return output;
                     })
      .scores;
}

// Of the things that count, in the order of their names: thing k has which number. The others have the next one.
template <class Name>
std::vector<std::uint32_t> number_by_name(const std::vector<std::uint8_t>& counts, Name&& name) {
  std::vector<std::uint32_t> order;
  for (std::uint32_t k = 0; k < counts.size(); ++k)
    if (counts[k]) order.push_back(k);
  std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) { return name(a) < name(b); });
  std::vector<std::uint32_t> number(counts.size(), static_cast<std::uint32_t>(order.size()));
  for (std::uint32_t k = 0; k < order.size(); ++k) number[order[k]] = k;
  return number;
}

// By annotator: whether there are enough answers to judge by.
std::vector<std::uint8_t> judged(const MethodInput& input) {
  std::vector<double> answers(input.data.annotators.size(), 0.0);
  for (std::size_t n = 0; n < input.data.size(); ++n)
    if (input.data.annotator(n) != kNoAnnotator && input.merged.edge_of[n] != kNoEdge)
      answers[input.data.annotator(n)] += input.data.weight(n);
  std::vector<std::uint8_t> result(answers.size());
  std::ranges::transform(answers, result.begin(), [](double count) { return count >= kFewestToJudge ? 1 : 0; });
  return result;
}

// The answers as the chains see them: items and annotators by name, so that the same answers in another order of rows
// give the same draws.
struct NamedAnswers {
  std::vector<std::uint32_t> node;    // of the graph -> of the answers
  std::vector<std::uint32_t> source;  // by annotator
  Answers answers;
};

// Those who are not judged on their own are the source `others`, which is there if anybody is of it. But a single
// source stays alone beside annotators who have no answers: two would be another model, in which either may be the
// stray.
Answers by_source(const MethodInput& input, const MergedComparisons& renamed, std::span<const std::uint32_t> source,
                  std::uint32_t others) {
  const std::vector<SourcedEdge> edges = merge_by_source(input.data, renamed, source, others);
  const bool answered = !edges.empty() && edges.back().source == others;
  const bool named = others != 1 && std::ranges::find(source, others) != source.end();
  const bool exists = others == 0 || answered || named;
  return Answers(edges, renamed.graph.node_count(), others + (exists ? 1 : 0));
}

NamedAnswers name_answers(const MethodInput& input) {
  const ComparisonGraph& graph = input.graph();
  const std::vector<std::uint8_t> all(graph.node_count(), 1), known = judged(input);
  const auto node = number_by_name(all, [&](std::uint32_t k) { return input.data.items.name(graph.item[k]); });
  const auto source = number_by_name(known, [&](std::uint32_t k) { return input.data.annotators.name(k); });
  MergedComparisons renamed = input.merged;
  for (std::vector<std::uint32_t>* ends : {&renamed.graph.winner, &renamed.graph.loser})
    for (std::uint32_t& end : *ends) end = node[end];
  if (!input.data.has_annotators()) return {node, source, Answers(renamed.graph)};
  const auto others = static_cast<std::uint32_t>(std::ranges::count(known, std::uint8_t{1}));
  return {node, source, by_source(input, renamed, source, others)};
}

std::vector<double> by_number(std::span<const double> values, std::span<const std::uint32_t> number) {
  std::vector<double> sorted(values.size());
  for (std::size_t k = 0; k < values.size(); ++k) sorted[number[k]] = values[k];
  return sorted;
}

// The draws of thing k, which has a number.
ScoreDraws numbered(const ScoreDraws& draws, std::span<const std::uint32_t> number) {
  ScoreDraws result(number.size(), draws.count());
  for (std::size_t draw = 0; draw < draws.count(); ++draw)
    for (std::size_t k = 0; k < number.size(); ++k) result[draw][k] = draws[draw][number[k]];
  return result;
}

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

std::vector<AnnotatorQuality> annotator_qualities(const ScoreDraws& flips) {
  std::vector<AnnotatorQuality> qualities(flips.nodes());
  std::vector<float> draws(flips.count());
  for (std::size_t annotator = 0; annotator < flips.nodes(); ++annotator) {
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
  const NamedAnswers named = name_answers(input);
  PosteriorOptions sampling;
  sampling.max_sweeps = *options.max_sweeps;
  sampling.seed = options.seed;
  const std::vector<double> start = by_number(rough_scores(input, options.seed, observer), named.node);
  const Posterior posterior = sample_posterior(named.answers, start, sampling, observer);

  MethodOutput output;
  output.draws = numbered(posterior.positions, named.node);
  output.ranges = rank_ranges(output.draws, input.weak.of_item, options.level);
  output.scores = expected_shares(output.ranges, input.weak);
  if (named.answers.source_count() > 1)
    output.annotators = annotator_qualities(numbered(posterior.flips, named.source));
  add_figures(posterior, output);
  if (posterior.status == Termination::round_limit)
    output.notes.push_back("The chains do not agree yet: ranges and probabilities may be off.");
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
