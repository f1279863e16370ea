// Figure "ourModel" (a): toggle noise 0.1, 30 items, 0.3 to 15 standard trials, connected and strongly connected.
#include <fmt/format.h>

#include <algorithm>

#include "reproduce/rules.hpp"

namespace pdrank::reproduce {
namespace {

constexpr double kMostTrials = 10;  // of the claim

FigureResult run(const FigureInput& input, Observer* observer) {
  const StudyRuns runs = run_study(noise_n_study(input), input, "noise-n", observer);
  FigureResult result;
  judge_lines([&](std::size_t line) { return judge_noise_n(runs, line); }, result);
  result.tables = study_tables(runs);
  result.charts = {trend_chart(runs, "noise-n", "Toggle noise 0.1, 30 items", trials_axis())};
  result.notes = {
      "ASR is defined by a stationary law that exists on strongly connected graphs only, as RC and I-LSR are; the "
      "paper shows it on connected graphs too and does not say how."};
  return result;
}

}  // namespace

Study noise_n_study(const FigureInput& input) {
  Study study = {.id = "noise-n", .x_name = "trials", .trials = input.trials.value_or(kPaperTrials)};
  add_panel(study, "largest connected part", usual_trials(), thirty_items, GraphKind::connected, {});
  add_panel(study, "largest strongly connected part", usual_trials(), thirty_items, GraphKind::strong, {});
  return study;
}

Judged judge_noise_n(const StudyRuns& runs, std::size_t line) {
  std::size_t best = 0, clear = 0, of = 0;
  Duel lowest;
  double at = 0;
  for (std::size_t point = 0; point < runs.study().points.size(); ++point) {
    if (runs.study().points[point].x > kMostTrials) continue;
    const std::vector<Duel> duels = runs.duels(point, line, Metric::tau);
    const Duel duel = closest(duels);
    best += duel.difference > 0;
    clear += std::ranges::all_of(duels, &Duel::better);
    ++of;
    if (of == 1 || duel.difference < lowest.difference) {
      lowest = duel;
      at = runs.study().points[point].x;
    }
  }
  return {by_share(best, of),
          fmt::format("best at {} points up to 10 trials, significantly at {}; closest: {:+.3f} to {} at {:g}",
                      share_text(best, of), clear, lowest.difference, lines()[lowest.rival].name, at)};
}

Figure noise_n_figure() {
  return {.id = "noise-n",
          .title = "Kendall tau against the number of comparisons, independent noise",
          .place = "Figure \"Kendall tau for simulated data with noise independent of score value\", (a)",
          .claim = "Under its own noise model PD-Rank stands out up to 10 standard trials.",
          .in_short = "PD-Rank best up to 10 trials",
          .rule =
              "Holds if PD-Rank has the highest mean tau of the paper's methods at every number of trials up to 10, on "
              "both kinds of graph; in part if at half of the points or more. Significantly: with p < 0.05 in the "
              "paired t-test against each other method.",
          .run = run};
}

}  // namespace pdrank::reproduce
