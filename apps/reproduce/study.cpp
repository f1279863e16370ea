#include "reproduce/study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/stopwatch.hpp"
#include "pdrank/core/version.hpp"
#include "pdrank/methods/rank.hpp"
#include "pdrank/metrics/kendall.hpp"
#include "pdrank/metrics/paired_t_test.hpp"
#include "pdrank/metrics/spearman.hpp"
#include "pdrank/metrics/top_k.hpp"
#include "reproduce/files.hpp"

namespace pdrank::reproduce {
namespace {

using Numbers = std::array<double, kMetrics.size()>;

double or_zero(double number) { return std::isnan(number) ? 0 : number; }

// A list that ties everything orders nothing rightly: its tau and rho, 0/0, count as 0.
Numbers measure(const Simulation& simulation, const RankResult& result, double seconds) {
  const std::vector<double> scores = scores_by_item(result, simulation.truth.size());
  const std::size_t top = std::min(kTop, scores.size());
  return {or_zero(kendall_tau(scores, simulation.truth).gamma), or_zero(spearman_rho(scores, simulation.truth)),
          top_k_overlap(scores, simulation.truth, top), seconds};
}

constexpr Numbers kNoNumbers = {kNone, kNone, kNone, kNone};

// The cell's lines, auto before the posterior, which it usually is: that is not drawn twice.
class CellRun {
 public:
  CellRun(const Simulation& simulation, std::uint64_t seed, bool strong)
      : simulation_(simulation), seed_(seed), strong_(strong) {}

  std::vector<double> all() {
    std::vector<Numbers> by_line(lines().size());
    const std::size_t automatic = line_index("auto");
    by_line[automatic] = run(lines()[automatic]);
    for (std::size_t k = 0; k < by_line.size(); ++k)
      if (k != automatic) by_line[k] = lines()[k].method == chosen_ ? by_line[automatic] : run(lines()[k]);
    std::vector<double> numbers;
    for (const Numbers& of_line : by_line) numbers.insert(numbers.end(), of_line.begin(), of_line.end());
    return numbers;
  }

 private:
  Numbers run(const Line& line) {
    if (line.needs_strong && !strong_) return kNoNumbers;
    try {
      const Stopwatch stopwatch;
      const RankResult result = rank(simulation_.comparisons, options_of(line, seed_));
      const double seconds = stopwatch.seconds();
      if (line.id == "auto" && result.method == "posterior") chosen_ = result.method;
      return measure(simulation_, result, seconds);
    } catch (const NotApplicable&) {
      return kNoNumbers;
    }
  }

  const Simulation& simulation_;
  std::uint64_t seed_;
  bool strong_;
  std::string chosen_;  // by auto, if it is one of the lines
};

std::size_t column_of(std::size_t line, Metric metric) {
  return line * kMetrics.size() + static_cast<std::size_t>(metric);
}

std::vector<std::string> column_names() {
  std::vector<std::string> names;
  for (const Line& line : lines())
    for (const Metric metric : kMetrics) names.push_back(fmt::format("{}.{}", line.id, name_of(metric)));
  return names;
}

// Tells all about the data, so that other data never count as the same point.
std::string point_name(const StudyPoint& point) {
  const SimulateOptions& data = point.simulate;
  return fmt::format("panel {} {} {} items {} comparisons {}", point.panel + 1, name_of(data.graph), data.items,
                     data.comparisons, to_string(data.noise));
}

}  // namespace

Spread spread_of(std::span<const double> figures) {
  const auto count = static_cast<double>(figures.size());
  if (figures.empty()) return {kNone, kNone};
  const double mean = std::accumulate(figures.begin(), figures.end(), 0.0) / count;
  double squares = 0;
  for (const double figure : figures) squares += (figure - mean) * (figure - mean);
  return {mean, figures.size() < 2 ? kNone : std::sqrt(squares / (count - 1))};
}

double median(std::vector<double> figures) {
  std::ranges::sort(figures);
  const std::size_t half = figures.size() / 2;
  return figures.size() % 2 ? figures[half] : (figures[half - 1] + figures[half]) / 2;
}

Duel duel_of(std::span<const double> own, std::span<const double> others, std::size_t rival) {
  Duel duel = {.rival = rival, .difference = spread_of(own).mean - spread_of(others).mean, .error = kNone};
  if (own.size() < 2) return duel;
  std::vector<double> differences;
  for (std::size_t k = 0; k < own.size(); ++k) differences.push_back(own[k] - others[k]);
  duel.error = spread_of(differences).deviation / std::sqrt(static_cast<double>(own.size()));
  const PairedTTest test = paired_t_test(own, others);
  if (!std::isnan(test.t)) {
    duel.t = test.t;
    duel.p = test.p_value;
  }
  return duel;
}

std::vector<double> StudyRuns::figures(std::size_t point, std::size_t line, Metric metric) const {
  return values_.over_trials(point, column_of(line, metric));
}

bool StudyRuns::applies(std::size_t point, std::size_t line) const {
  return std::ranges::none_of(figures(point, line, Metric::tau), [](double tau) { return std::isnan(tau); });
}

double StudyRuns::median_seconds(std::size_t point, std::size_t line) const {
  return applies(point, line) ? median(figures(point, line, Metric::seconds)) : kNone;
}

Duel StudyRuns::duel(std::size_t point, std::size_t line, std::size_t rival, Metric metric) const {
  return duel_of(figures(point, line, metric), figures(point, rival, metric), rival);
}

std::vector<Duel> StudyRuns::duels(std::size_t point, std::size_t line, Metric metric) const {
  std::vector<Duel> all;
  for (const std::size_t rival : lines_of(Line::Kind::rival))
    if (applies(point, rival)) all.push_back(duel(point, line, rival, metric));
  return all;
}

std::vector<std::size_t> StudyRuns::points_of(std::size_t panel) const {
  std::vector<std::size_t> found;
  for (std::size_t k = 0; k < study_.points.size(); ++k)
    if (study_.points[k].panel == panel) found.push_back(k);
  return found;
}

StudyRuns run_study(const Study& study, const FigureInput& input, std::string_view stage, Observer* observer) {
  Grid grid;
  grid.settings = grid_settings(input, study.id, fmt::format("top {}; methods {}", kTop, method_list()));
  grid.columns = column_names();
  grid.trials = study.trials;
  for (const StudyPoint& point : study.points) {
    grid.points.push_back(point_name(point));
    grid.cost.push_back(static_cast<double>(400 + point.simulate.items + point.simulate.comparisons));
  }
  grid.run = [&](std::size_t point, std::size_t trial, const Grid::Stops&) {
    SimulateOptions data = study.points[point].simulate;
    data.seed = trial_seed(input.seed, trial, study.points[point].panel);
    const Simulation simulation = simulate(data);
    return CellRun(simulation, method_seed(data.seed), data.graph == GraphKind::strong).all();
  };
  return {study, run_grid(grid, cells_path(input, study.id), stage, observer)};
}

std::uint64_t trial_seed(std::uint64_t seed, std::size_t trial, std::size_t panel) {
  return mixed(mixed(seed) + panel) + trial;
}

std::uint64_t method_seed(std::uint64_t data_seed) { return mixed(~data_seed); }

std::string cells_path(const FigureInput& input, std::string_view id) {
  return path_in(path_in(input.folder, "cells"), fmt::format("{}.csv", id));
}

std::string grid_settings(const FigureInput& input, std::string_view id, std::string_view details) {
  return fmt::format("{}: pdrank {}; seed {}; {}", id, version(), input.seed, details);
}

void add_panel(Study& study, std::string name, std::span<const double> xs, SimulateOptions (*simulate)(double x),
               GraphKind graph, const NoiseModel& noise) {
  for (const double x : xs) {
    StudyPoint point = {study.panels.size(), x, simulate(x)};
    point.simulate.graph = graph;
    point.simulate.noise = noise;
    study.points.push_back(point);
  }
  study.panels.push_back(std::move(name));
}

SimulateOptions thirty_items(double trials) { return {.items = 30, .comparisons = trials_to_comparisons(trials, 30)}; }

std::span<const double> usual_trials() {
  static constexpr std::array kTrials = {0.3, 0.5, 0.8, 1.0, 2.0, 3.0, 5.0, 10.0, 15.0};
  return kTrials;
}

}  // namespace pdrank::reproduce
