// Not in the paper: how close PD-Rank comes to the order that its 0-1 loss asks for, and whether that order is the
// better guess of the truth.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "pdrank/core/errors.hpp"
#include "pdrank/io/write/csv_line.hpp"
#include "pdrank/methods/automatic.hpp"
#include "pdrank/methods/rank.hpp"
#include "pdrank/metrics/kendall.hpp"
#include "reproduce/judge.hpp"
#include "reproduce/study_result.hpp"

namespace pdrank::reproduce {
namespace {

constexpr double kTight = 0.05;  // more than the least, relatively, that counts as tight

struct Ranker {
  std::string_view id, name, method;
};
// The first is judged, the last is the optimum.
constexpr std::array<Ranker, 6> kRankers = {{
    {"pdrank-paper", "PD-Rank, paper's settings", "pdrank:preset=paper"},
    {"pdrank-exact", "PD-Rank, rounds solved exactly", "pdrank:gamma=0.0001:inner-rule=kkt"},
    {"pdrank-auto", "PD-Rank, gamma auto", "pdrank"},
    {"posterior", "posterior", "posterior"},
    {"bradley-terry", "Bradley-Terry", "bradley-terry"},
    {"kemeny", "fewest contradictions", "kemeny"},
}};
constexpr std::size_t kOptimum = kRankers.size() - 1;

enum Column : std::size_t { contradicted, tau, columns_of_ranker };
constexpr std::size_t kProvenColumn = kRankers.size() * columns_of_ranker;

std::size_t column_of(std::size_t ranker, Column column) { return ranker * columns_of_ranker + column; }

Study study_of(const FigureInput& input) {
  constexpr std::array kTrials = {0.3, 0.5, 0.8, 1.0, 2.0, 3.0, 5.0};
  constexpr std::array kLevels = {0.1, 0.15, 0.2, 0.25, 0.3};
  Study study = {.id = "optimum", .x_name = "x", .trials = input.trials.value_or(kPaperTrials)};
  add_panel(study, "toggle noise 0.1, by standard trials", kTrials, thirty_items, GraphKind::connected, {});
  for (const double level : kLevels) {
    StudyPoint point = {study.panels.size(), level, thirty_items(1)};
    point.simulate.graph = GraphKind::connected;
    point.simulate.noise.level = level;
    study.points.push_back(point);
  }
  study.panels.emplace_back("1 standard trial, by noise level");
  const NoiseModel bt = {.kind = NoiseModel::Kind::bradley_terry, .level = 5};
  add_panel(study, "Bradley-Terry with scores in [0, 5], by standard trials", kTrials, thirty_items,
            GraphKind::connected, bt);
  return study;
}

std::vector<double> run_cell(const StudyPoint& point, std::uint64_t seed) {
  SimulateOptions options = point.simulate;
  options.seed = seed;
  const Simulation simulation = simulate(options);
  std::vector<double> numbers;
  bool proven = false;
  for (const Ranker& ranker : kRankers) {
    const RankOptions own =
        with_method({.seed = method_seed(seed), .threads = 1, .standard_errors = false}, ranker.method);
    const RankResult result = rank(simulation.comparisons, own);
    const double found = kendall_tau(scores_by_item(result, simulation.truth.size()), simulation.truth).gamma;
    numbers.push_back(result.certificate->contradicted);
    numbers.push_back(std::isnan(found) ? 0 : found);
    proven = result.certificate->at_least >= result.certificate->contradicted;  // of the last, the optimum
  }
  numbers.push_back(proven ? 1 : 0);
  return numbers;
}

GridValues run_cells(const Study& study, const FigureInput& input, Observer* observer) {
  Grid grid;
  std::string methods;
  for (const Ranker& ranker : kRankers) methods += fmt::format(" {}", ranker.method);
  grid.settings = grid_settings(input, "optimum", fmt::format("methods{}", methods));
  for (const StudyPoint& point : study.points)
    grid.points.push_back(fmt::format("panel {} {} comparisons {}", point.panel + 1, point.simulate.comparisons,
                                      to_string(point.simulate.noise)));
  for (const Ranker& ranker : kRankers)
    for (const char* column : {"contradicted", "tau"}) grid.columns.push_back(fmt::format("{}.{}", ranker.id, column));
  grid.columns.emplace_back("proven");
  grid.trials = study.trials;
  grid.run = [&](std::size_t point, std::size_t trial, const Grid::Stops&) {
    return run_cell(study.points[point], trial_seed(input.seed, trial, study.points[point].panel));
  };
  return run_grid(grid, cells_path(input, "optimum"), "optimum", observer);
}

// What the numbers say at one point.
class PointNumbers {
 public:
  PointNumbers(const GridValues& values, std::size_t point) : values_(values), point_(point) {}

  Spread spread(std::size_t ranker, Column column) const {
    return spread_of(values_.over_trials(point_, column_of(ranker, column)));
  }
  // More than the least, in the sum over all trials; 0 if nothing is contradicted at all.
  double excess(std::size_t ranker) const {
    const double least = spread(kOptimum, contradicted).mean;
    return least > 0 ? spread(ranker, contradicted).mean / least - 1 : 0;
  }
  Duel duel_with_optimum(std::size_t ranker) const {
    return duel_of(values_.over_trials(point_, column_of(ranker, tau)),
                   values_.over_trials(point_, column_of(kOptimum, tau)), kOptimum);
  }
  double proven() const { return spread_of(values_.over_trials(point_, kProvenColumn)).mean; }

 private:
  const GridValues& values_;
  std::size_t point_;
};

std::string csv_of(const Study& study, const GridValues& values) {
  std::string csv = "panel,x,line,contradicted,excess,tau,tau_deviation,tau_above_optimum,p_value,proven\n";
  io::CsvLine out;
  for (std::size_t point = 0; point < study.points.size(); ++point) {
    const PointNumbers numbers(values, point);
    for (std::size_t k = 0; k < kRankers.size(); ++k) {
      const Duel duel = numbers.duel_with_optimum(k);
      csv += out.add(study.panels[study.points[point].panel])
                 .add(study.points[point].x)
                 .add(kRankers[k].id)
                 .add(numbers.spread(k, contradicted).mean)
                 .add(numbers.excess(k))
                 .add(numbers.spread(k, tau).mean)
                 .add(numbers.spread(k, tau).deviation)
                 .add(duel.difference)
                 .add(duel.p)
                 .add(numbers.proven())
                 .end();
    }
  }
  return csv;
}

template <class Value>
Panel panel_of(const Study& study, std::size_t panel, const std::string& label, std::size_t rankers, Value&& value) {
  Panel result = {.title = study.panels[panel],
                  .x = {.label = panel == 1 ? "noise level delta" : "standard trials", .log = panel != 1},
                  .y = {.label = label}};
  for (std::size_t k = 0; k < rankers; ++k) {
    Series series = {.name = panel == 0 ? std::string(kRankers[k].name) : "", .style = {.colour = k}};
    for (std::size_t point = 0; point < study.points.size(); ++point)
      if (study.points[point].panel == panel)
        series.x.push_back(study.points[point].x), series.y.push_back(value(point, k));
    result.series.push_back(std::move(series));
  }
  return result;
}

void add_findings(const Study& study, const GridValues& values, FigureResult& result) {
  double proven = 0;
  for (std::size_t point = 0; point < study.points.size(); ++point)
    proven += PointNumbers(values, point).proven() / static_cast<double>(study.points.size());
  result.findings.push_back({"orders proven to contradict fewest", fmt::format("{:.1f} %", 100 * proven)});
  for (std::size_t k = 0; k < kOptimum; ++k) {
    std::size_t better = 0, worse = 0;
    double difference = 0, excess = 0;
    for (std::size_t point = 0; point < study.points.size(); ++point) {
      const PointNumbers numbers(values, point);
      const Duel duel = numbers.duel_with_optimum(k);
      better += duel.better(), worse += duel.worse();
      difference += duel.difference / static_cast<double>(study.points.size());
      excess = std::max(excess, numbers.excess(k));
    }
    result.findings.push_back(
        {std::string(kRankers[k].name),
         fmt::format("contradicts up to {:.1f} % more than the fewest; its tau is {:+.3f} above that of the order with "
                     "the fewest in the mean, better at {} and worse at {} of {} points (p < 0.05)",
                     100 * excess, difference, better, worse, study.points.size())});
  }
}

FigureResult run(const FigureInput& input, Observer* observer) {
  const Study study = study_of(input);
  const GridValues values = run_cells(study, input, observer);
  std::size_t tight = 0;
  double worst = 0;
  for (std::size_t point = 0; point < study.points.size(); ++point) {
    const double excess = PointNumbers(values, point).excess(0);
    tight += excess <= kTight;
    worst = std::max(worst, excess);
  }
  FigureResult result;
  result.state = by_share(tight, study.points.size());
  result.brief = fmt::format("at most 5 % more than the fewest at {} points, {:.1f} % at the worst",
                             share_text(tight, study.points.size()), 100 * worst);
  add_findings(study, values, result);
  result.tables = {{"optimum.csv", csv_of(study, values)}};
  Chart chart = {.file = "optimum", .title = "The fewest contradictions, and the truth", .columns = 3};
  for (std::size_t panel = 0; panel < study.panels.size(); ++panel)
    chart.panels.push_back(
        panel_of(study, panel, "contradicted, % above the fewest", kOptimum,
                 [&](std::size_t point, std::size_t k) { return 100 * PointNumbers(values, point).excess(k); }));
  for (std::size_t panel = 0; panel < study.panels.size(); ++panel)
    chart.panels.push_back(
        panel_of(study, panel, "Kendall tau", kRankers.size(),
                 [&](std::size_t point, std::size_t k) { return PointNumbers(values, point).spread(k, tau).mean; }));
  result.charts = {std::move(chart)};
  return result;
}

}  // namespace

Figure optimum_figure() {
  return {.id = "optimum",
          .title = "PD-Rank against the order that contradicts the fewest answers",
          .place = "none; the conclusion leaves open how good the approximation is",
          .claim =
              "PD-Rank approximates the 0-1 loss, the number of answers that an order contradicts. How close it comes "
              "the paper does not say.",
          .in_short = "contradicts nearly as few answers as possible",
          .rule =
              "Holds if PD-Rank contradicts at most 5 % more answers than the best order, over all trials, at every "
              "point; in part if at half of them or more. Better and worse: by Kendall's tau with the truth, with "
              "p < 0.05 in the paired t-test.",
          .run = run};
}

}  // namespace pdrank::reproduce
