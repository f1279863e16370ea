// Figure "BTModel" and its twin in the appendix: Bradley-Terry noise, scores in [0, 5] and [0, 10], 30 items, strongly
// connected and connected, with paired t-tests.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "reproduce/rules.hpp"

namespace pdrank::reproduce {
namespace {

constexpr double kFewTrials = 1;       // "lower values of n"
constexpr double kCompetitive = 0.03;  // of tau below the best
constexpr std::array kRanges = {5.0, 10.0};

FigureResult run(const FigureInput& input, Observer* observer) {
  const StudyRuns runs = run_study(bt_study(input), input, "bt", observer);
  FigureResult result;
  judge_lines([&](std::size_t line) { return judge_bt(runs, line); }, result);
  result.tables = study_tables(runs);
  result.charts = {trend_chart(runs, "bt", "Bradley-Terry noise, 30 items", trials_axis())};
  for (const std::size_t line : lines_of(Line::Kind::own)) {
    Chart chart = {.file = fmt::format("bt-t-tests-{}", lines()[line].id),
                   .title = fmt::format("Paired t-tests against the others: {}", lines()[line].name),
                   .caption = t_test_caption()};
    for (std::size_t panel = 0; panel < runs.study().panels.size(); ++panel)
      chart.panels.push_back(t_test_panel(runs, panel, Metric::tau, line, trials_axis().label));
    result.charts.push_back(std::move(chart));
  }
  return result;
}

// Whether nobody, PD-Rank included, is better.
bool is_best(const StudyRuns& runs, std::size_t point, std::size_t line) {
  std::vector<Duel> duels = runs.duels(point, line, Metric::tau);
  for (const std::size_t own : lines_of(Line::Kind::own)) duels.push_back(runs.duel(point, line, own, Metric::tau));
  return is_won(duels);
}

// By point with few trials and scores in [0, range]: how far the line is above the best of the others.
std::vector<double> leads(const StudyRuns& runs, std::size_t line, double range) {
  std::vector<double> found;
  for (std::size_t point = 0; point < runs.study().points.size(); ++point)
    if (const StudyPoint& at = runs.study().points[point]; at.x <= kFewTrials && at.simulate.noise.level == range)
      found.push_back(closest(runs.duels(point, line, Metric::tau)).difference);
  return found;
}

}  // namespace

Study bt_study(const FigureInput& input) {
  Study study = {.id = "bt", .x_name = "trials", .trials = input.trials.value_or(kPaperTrials)};
  for (const GraphKind graph : {GraphKind::strong, GraphKind::connected})
    for (const double range : kRanges)
      add_panel(study,
                fmt::format("scores in [0, {:g}]; {}", range,
                            graph == GraphKind::strong ? "strongly connected" : "connected"),
                usual_trials(), thirty_items, graph, {NoiseModel::Kind::bradley_terry, range});
  return study;
}

Judged judge_bt(const StudyRuns& runs, std::size_t line) {
  const std::vector<double> narrow = leads(runs, line, kRanges[0]), wide = leads(runs, line, kRanges[1]);
  if (narrow.empty() || wide.empty()) return {};
  std::vector<double> few = narrow;
  few.insert(few.end(), wide.begin(), wide.end());
  const auto competitive =
      static_cast<std::size_t>(std::ranges::count_if(few, [](double lead) { return lead >= -kCompetitive; }));
  const double in_narrow = spread_of(narrow).mean, in_wide = spread_of(wide).mean;
  const std::size_t i_lsr = line_index("i-lsr");
  std::size_t best = 0, strong = 0;
  for (std::size_t point = 0; point < runs.study().points.size(); ++point)
    if (runs.applies(point, i_lsr)) {
      best += is_best(runs, point, i_lsr);
      ++strong;
    }
  const ClaimState parts[] = {by_share(competitive, few.size()), if_so(in_wide > in_narrow), by_share(best, strong)};
  return {
      all_parts(parts),
      fmt::format("competitive at {} points up to 1 trial, the worst {:+.3f} to the best; mean {:+.3f} for scores in "
                  "[0, 10], {:+.3f} in [0, 5]; I-LSR unbeaten at {}",
                  share_text(competitive, few.size()), *std::ranges::min_element(few), in_wide, in_narrow,
                  share_text(best, strong))};
}

Figure bt_figure() {
  return {.id = "bt",
          .title = "Kendall tau under Bradley-Terry noise",
          .place = "Figure \"Simulated data according to the BT model\", and the appendix for connected graphs",
          .claim =
              "Under another noise model PD-Rank is competitive for few comparisons, more so for larger scores; on "
              "strongly connected graphs I-LSR is always the better option.",
          .in_short = "competitive for few comparisons; I-LSR best",
          .rule =
              "Three parts. Competitive: at every point with at most 1 standard trial PD-Rank's mean tau is not more "
              "than 0.03 below the best of the paper's other methods (in part: at half of them). More so for larger "
              "scores: the mean of these differences is nearer to the best for scores in [0, 10] than in [0, 5]. "
              "I-LSR best: at no point where it applies is a method better with p < 0.05 (in part: at half). Holds "
              "if all parts do, does not if none does even in part.",
          .run = run};
}

}  // namespace pdrank::reproduce
