// Figure "weights": the weight of every distinct comparison round by round, at 30 and 3 standard trials; 30 items,
// toggle noise 0.1.
#include "reproduce/weights.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "pdrank/core/result.hpp"
#include "pdrank/data/graph.hpp"
#include "pdrank/io/write/csv_line.hpp"
#include "pdrank/methods/pdrank.hpp"
#include "pdrank/methods/rank.hpp"
#include "pdrank/metrics/kendall.hpp"
#include "reproduce/loss.hpp"
#include "reproduce/study_result.hpp"

namespace pdrank::reproduce {
namespace {

constexpr std::array kTrials = {30.0, 3.0};
constexpr std::array<std::string_view, 4> kColumns = {"exact", "misplaced", "misplaced_size", "placed_size"};

// The labels of a simulation and what the rounds of a line make of them.
struct Labels {
  std::vector<std::uint8_t> right;           // by edge
  std::vector<std::vector<double>> weights;  // by round, the first before any; then by edge
  std::vector<double> scores, truth;         // by node, at the end
};

std::vector<double> weights_of(const ComparisonGraph& graph, std::span<const double> scores, double epsilon) {
  std::vector<double> weights;
  for (EdgeId edge = 0; edge < graph.edge_count(); ++edge)
    weights.push_back(1 / (losses_at(scores[graph.winner[edge]] - scores[graph.loser[edge]]).lse + epsilon));
  return weights;
}

// As `rank` would set them; where gamma is left open, by what `rank` chooses.
RoundsOptions rounds_of(const Comparisons& data, const Line& line, std::uint64_t seed) {
  RankOptions options = resolve_preset(options_of(line, seed), data.items.size());
  RoundsOptions rounds = rounds_options(options);
  if (*options.gamma == kAuto) {
    const RankResult chosen = rank(data, options_of(line, seed));
    rounds.gamma = *find_figure(chosen.figures, "gamma");
    if (const auto enough = find_figure(chosen.figures, "rounds_chosen"))
      rounds.rounds.enough_rounds = static_cast<int>(*enough);
  }
  rounds.keep_path = true;
  return rounds;
}

Labels labels_of(const Line& line, double trials, std::uint64_t seed) {
  SimulateOptions data = thirty_items(trials);
  data.graph = GraphKind::connected;
  data.seed = seed;
  const Simulation simulation = simulate(data);
  const ComparisonGraph graph = merge(simulation.comparisons, TieRule::half).graph;
  const RoundsOptions rounds = rounds_of(simulation.comparisons, line, method_seed(seed));
  const RoundsResult result = solve_rounds(graph, rounds, nullptr);
  Labels labels;
  for (const ItemId item : graph.item) labels.truth.push_back(simulation.truth[item]);
  for (EdgeId edge = 0; edge < graph.edge_count(); ++edge)
    labels.right.push_back(labels.truth[graph.winner[edge]] > labels.truth[graph.loser[edge]]);
  labels.weights.emplace_back(graph.edge_count(), 1.0);
  for (const std::vector<double>& scores : result.path)
    labels.weights.push_back(weights_of(graph, scores, rounds.epsilon));
  labels.scores = result.scores;
  return labels;
}

WeighedRun weigh(const Labels& labels) {
  WeighedRun run;
  run.exact = kendall_tau(labels.scores, labels.truth).tau_a == 1;
  double misplaced_sum = 0, placed_sum = 0;
  const std::vector<double>& weights = labels.weights.back();
  for (std::size_t edge = 0; edge < weights.size(); ++edge) {
    const bool misplaced = labels.right[edge] ? weights[edge] <= 1 : weights[edge] >= 1;
    run.misplaced += misplaced;
    (misplaced ? misplaced_sum : placed_sum) += std::abs(std::log(weights[edge]));
  }
  run.misplaced_size = run.misplaced > 0 ? misplaced_sum / run.misplaced : kNone;
  run.placed_size = placed_sum / (static_cast<double>(weights.size()) - run.misplaced);
  return run;
}

GridValues run_cells(const FigureInput& input, Observer* observer) {
  Grid grid;
  grid.settings =
      grid_settings(input, "weights", fmt::format("30 items toggle:0.1 connected; methods {}", method_list()));
  for (const double trials : kTrials) grid.points.push_back(fmt::format("{:g} trials", trials));
  for (const std::size_t line : lines_of(Line::Kind::own))
    for (const std::string_view column : kColumns)
      grid.columns.push_back(fmt::format("{}.{}", lines()[line].id, column));
  grid.trials = input.trials.value_or(kPaperTrials);
  grid.cost = {3, 1};
  grid.run = [&](std::size_t point, std::size_t trial, const Grid::Stops&) {
    std::vector<double> numbers;
    for (const std::size_t line : lines_of(Line::Kind::own)) {
      const WeighedRun run = weigh(labels_of(lines()[line], kTrials[point], trial_seed(input.seed, trial)));
      numbers.insert(numbers.end(), {run.exact ? 1.0 : 0.0, run.misplaced, run.misplaced_size, run.placed_size});
    }
    return numbers;
  };
  return run_grid(grid, cells_path(input, "weights"), "weights", observer);
}

// Own lines are the first of all lines.
std::vector<WeighedRun> runs_of(const GridValues& values, std::size_t point, std::size_t line) {
  std::vector<WeighedRun> runs;
  for (std::size_t trial = 0; trial < values.trials(); ++trial) {
    const double* numbers = values.cell(point, trial).data() + line * kColumns.size();
    runs.push_back({numbers[0] == 1, numbers[1], numbers[2], numbers[3]});
  }
  return runs;
}

std::string runs_csv(const GridValues& values) {
  std::string csv = "trials,line,trial,exact,misplaced,misplaced_log_weight,placed_log_weight\n";
  io::CsvLine out;
  for (std::size_t point = 0; point < kTrials.size(); ++point)
    for (const std::size_t line : lines_of(Line::Kind::own)) {
      const std::vector<WeighedRun> runs = runs_of(values, point, line);
      for (std::size_t trial = 0; trial < runs.size(); ++trial) {
        out.add(kTrials[point]).add(lines()[line].id).add(trial + 1).add(runs[trial].exact ? 1 : 0);
        csv += out.add(runs[trial].misplaced).add(runs[trial].misplaced_size).add(runs[trial].placed_size).end();
      }
    }
  return csv;
}

// Right labels and wrong ones, each label a line with a gap behind it.
Panel panel_of(const Labels& labels, const Line& line, double trials) {
  Panel panel = {.title = fmt::format("{:g} trials: {}", trials, line.name),
                 .x = {.label = "round"},
                 .y = {.label = "weight omega", .log = true}};
  Series right = {.name = "right labels", .style = {.colour = 3, .width = 0.5, .marks = false}},
         wrong = {.name = "wrong labels", .style = {.colour = 2, .width = 0.5, .marks = false}};
  for (std::size_t edge = 0; edge < labels.right.size(); ++edge) {
    Series& series = labels.right[edge] ? right : wrong;
    for (std::size_t round = 0; round < labels.weights.size(); ++round) {
      series.x.push_back(static_cast<double>(round));
      series.y.push_back(labels.weights[round][edge]);
    }
    series.x.push_back(kNone);
    series.y.push_back(kNone);
  }
  panel.series.push_back(std::move(right));
  panel.series.push_back(std::move(wrong));
  return panel;
}

std::string labels_csv(const Labels& labels, const Line& line, double trials) {
  std::string csv;
  io::CsvLine out;
  for (std::size_t edge = 0; edge < labels.right.size(); ++edge)
    for (std::size_t round = 0; round < labels.weights.size(); ++round) {
      out.add(trials).add(line.id).add(edge + 1).add(labels.right[edge] ? "right" : "wrong");
      csv += out.add(round).add(labels.weights[round][edge]).end();
    }
  return csv;
}

FigureResult run(const FigureInput& input, Observer* observer) {
  const GridValues values = run_cells(input, observer);
  FigureResult result;
  judge_lines([&](std::size_t line) { return judge_weights(runs_of(values, 0, line), runs_of(values, 1, line)); },
              result);
  Chart chart = {.file = "weights", .title = "Weights of the labels of one run, round by round"};
  std::string csv = "trials,line,label,truth,round,weight\n";
  for (const std::size_t line : lines_of(Line::Kind::own))
    for (const double trials : kTrials) {
      const Labels labels = labels_of(lines()[line], trials, trial_seed(input.seed, 0));
      chart.panels.push_back(panel_of(labels, lines()[line], trials));
      csv += labels_csv(labels, lines()[line], trials);
    }
  result.tables.push_back({"weights.csv", runs_csv(values)});
  result.tables.push_back({"weights-rounds.csv", std::move(csv)});
  result.charts.push_back(std::move(chart));
  return result;
}

}  // namespace

Judged judge_weights(std::span<const WeighedRun> many_trials, std::span<const WeighedRun> few_trials) {
  std::size_t exact = 0, clean = 0, with_misplaced = 0, nearer = 0;
  for (const WeighedRun& run : many_trials) {
    exact += run.exact;
    clean += run.exact && run.misplaced == 0;
  }
  double misplaced = 0;
  for (const WeighedRun& run : few_trials) {
    misplaced += run.misplaced / static_cast<double>(few_trials.size());
    with_misplaced += run.misplaced > 0;
    nearer += run.misplaced > 0 && run.misplaced_size < run.placed_size;
  }
  const ClaimState parts[] = {exact == 0 ? ClaimState::does_not_hold : by_share(clean, exact),
                              with_misplaced == 0 ? ClaimState::holds : by_share(nearer, with_misplaced)};
  return {
      all_parts(parts),
      fmt::format("30 trials: all labels on their side in {} runs with the exact ranking ({} of {} are exact); 3 "
                  "trials: {:.1f} labels a run are not, nearer to 1 in {} runs",
                  share_text(clean, exact), exact, many_trials.size(), misplaced, share_text(nearer, with_misplaced))};
}

Figure weights_figure() {
  return {.id = "weights",
          .title = "Weights as a measure of confidence",
          .place = "Figure \"evolution of weights for each unique comparison, over the outer iterations\"",
          .claim =
              "With enough comparisons for a completely accurate ranking, every incorrect label has a weight below "
              "one and every correct label one above; with fewer, weights on the wrong side are closer to 1.",
          .in_short = "at 30 trials wrong labels below 1, right ones above",
          .rule =
              "Two parts. At 30 standard trials, every distinct comparison has its weight on its side of 1 in all "
              "runs whose ranking is exact (in part: in half of them; no exact ranking: it does not hold). At 3 "
              "trials, in all runs with weights on the wrong side the mean |log omega| of those is below that of the "
              "others (in part: in half). Holds if both do, does not if neither does even in part.",
          .run = run};
}

}  // namespace pdrank::reproduce
