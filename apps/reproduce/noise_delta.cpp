// Figure "ourModel" (b): 30 items, 0.8 standard trials, toggle noise from 0.1 to 0.3.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "reproduce/rules.hpp"

namespace pdrank::reproduce {
namespace {

constexpr double kTrials = 0.8;
constexpr double kGap = 0.05;  // half of the paper's "almost 0.1"
constexpr std::array kLevels = {0.1, 0.15, 0.2, 0.25, 0.3};

Study study_of(const FigureInput& input) {
  Study study = {.id = "noise-delta", .x_name = "delta", .trials = input.trials.value_or(kPaperTrials)};
  for (const GraphKind graph : {GraphKind::connected, GraphKind::strong}) {
    for (const double level : kLevels) {
      StudyPoint point = {study.panels.size(), level, thirty_items(kTrials)};
      point.simulate.graph = graph;
      point.simulate.noise.level = level;
      study.points.push_back(point);
    }
    study.panels.emplace_back(graph == GraphKind::strong ? "largest strongly connected part"
                                                         : "largest connected part");
  }
  return study;
}

FigureResult run(const FigureInput& input, Observer* observer) {
  const StudyRuns runs = run_study(study_of(input), input, "noise-delta", observer);
  FigureResult result;
  judge_lines([&](std::size_t line) { return judge_noise_delta(runs, line); }, result);
  result.tables = study_tables(runs);
  const Axis x = {.label = "noise level delta", .ticks = {kLevels.begin(), kLevels.end()}};
  result.charts = {trend_chart(runs, "noise-delta", "0.8 standard trials, 30 items, noise independent of scores", x)};
  return result;
}

}  // namespace

Judged judge_noise_delta(const StudyRuns& runs, std::size_t line) {
  std::size_t far_ahead = 0, ahead = 0;
  const std::size_t of = runs.study().points.size();
  const double last = runs.study().points.back().x;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t point = 0; point < of; ++point) {
    const double gap = closest(runs.duels(point, line, Metric::tau)).difference;
    const bool at_end = runs.study().points[point].x >= last;
    ahead += gap > 0;
    if (at_end ? gap > 0 : gap >= kGap) ++far_ahead;
    if (!at_end) least = std::min(least, gap);
  }
  const ClaimState state = far_ahead == of   ? ClaimState::holds
                           : 2 * ahead >= of ? ClaimState::in_part
                                             : ClaimState::does_not_hold;
  return {state, fmt::format("ahead of every other method at {} points, by {:+.3f} at least below 0.3",
                             share_text(ahead, of), least)};
}

Figure noise_delta_figure() {
  return {.id = "noise-delta",
          .title = "Kendall tau against the noise level",
          .place = "Figure \"Kendall tau for simulated data with noise independent of score value\", (b)",
          .claim =
              "At 0.8 standard trials PD-Rank is ahead by almost 0.1 until the noise comes to 0.3, where ASR and "
              "HodgeRank come near but stay below.",
          .in_short = "PD-Rank ahead by about 0.1 until noise 0.3",
          .rule =
              "Holds if PD-Rank's mean tau is at least 0.05 above that of the best other method of the paper at "
              "every level below 0.3, and above it at 0.3, on both kinds of graph; in part if it is above it at "
              "half of the points or more.",
          .run = run};
}

}  // namespace pdrank::reproduce
