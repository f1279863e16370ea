#include "reproduce/study_result.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "pdrank/core/result.hpp"
#include "pdrank/io/write/csv_line.hpp"

namespace pdrank::reproduce {
namespace {

constexpr double kFullShade = 12;  // |t| from which a cell has its full colour
constexpr std::size_t kBandRivals = 3;

// A line of every point and line that applies.
template <class Write>
std::string csv_of(const StudyRuns& runs, std::string_view more_columns, Write&& write) {
  const Study& study = runs.study();
  std::string csv = fmt::format("panel,{},line,{}\n", study.x_name, more_columns);
  io::CsvLine out;
  for (std::size_t point = 0; point < study.points.size(); ++point)
    for (std::size_t line = 0; line < lines().size(); ++line) {
      if (!runs.applies(point, line)) continue;
      const auto begin = [&] {
        out.add(study.panels[study.points[point].panel]).add(study.points[point].x).add(lines()[line].id);
      };
      write(point, line, begin, out, csv);
    }
  return csv;
}

std::string means_csv(const StudyRuns& runs) {
  return csv_of(runs, "runs,tau_mean,tau_deviation,spearman_mean,spearman_deviation,top_k_mean,top_k_deviation",
                [&](std::size_t point, std::size_t line, auto&& begin, io::CsvLine& out, std::string& csv) {
                  begin();
                  out.add(runs.study().trials);
                  for (const Metric metric : {Metric::tau, Metric::spearman, Metric::top_k}) {
                    const Spread spread = runs.spread(point, line, metric);
                    out.add(spread.mean).add(spread.deviation);
                  }
                  csv += out.end();
                });
}

std::string trials_csv(const StudyRuns& runs) {
  return csv_of(runs, "trial,tau,spearman,top_k",
                [&](std::size_t point, std::size_t line, auto&& begin, io::CsvLine& out, std::string& csv) {
                  const std::vector<double> tau = runs.figures(point, line, Metric::tau),
                                            rho = runs.figures(point, line, Metric::spearman),
                                            top = runs.figures(point, line, Metric::top_k);
                  for (std::size_t trial = 0; trial < tau.size(); ++trial) {
                    begin();
                    csv += out.add(trial + 1).add(tau[trial]).add(rho[trial]).add(top[trial]).end();
                  }
                });
}

std::string t_tests_csv(const StudyRuns& runs) {
  return csv_of(runs, "metric,rival,difference,t,p",
                [&](std::size_t point, std::size_t line, auto&& begin, io::CsvLine& out, std::string& csv) {
                  if (lines()[line].kind != Line::Kind::own) return;
                  for (const Metric metric : {Metric::tau, Metric::spearman, Metric::top_k})
                    for (const Duel& duel : runs.duels(point, line, metric)) {
                      begin();
                      out.add(name_of(metric)).add(lines()[duel.rival].id);
                      csv += out.add(duel.difference).add(duel.t).add(duel.p).end();
                    }
                });
}

std::string times_csv(const StudyRuns& runs) {
  return csv_of(runs, "seconds_median,seconds_mean,seconds_deviation",
                [&](std::size_t point, std::size_t line, auto&& begin, io::CsvLine& out, std::string& csv) {
                  const Spread spread = runs.spread(point, line, Metric::seconds);
                  begin();
                  csv += out.add(runs.median_seconds(point, line)).add(spread.mean).add(spread.deviation).end();
                });
}

// What is drawn: means, of times medians.
double centre(const StudyRuns& runs, std::size_t point, std::size_t line, Metric metric) {
  return metric == Metric::seconds ? runs.median_seconds(point, line) : runs.spread(point, line, metric).mean;
}

Series series_of(const StudyRuns& runs, const std::vector<std::size_t>& points, std::size_t line, Metric metric,
                 bool with_band) {
  Series series = {std::string(lines()[line].name), lines()[line].style()};
  for (const std::size_t point : points) {
    const Spread spread = runs.spread(point, line, metric);
    series.x.push_back(runs.study().points[point].x);
    series.y.push_back(centre(runs, point, line, metric));
    if (with_band) series.deviation.push_back(std::isnan(spread.deviation) ? 0 : spread.deviation);
  }
  return series;
}

bool applies_anywhere(const StudyRuns& runs, const std::vector<std::size_t>& points, std::size_t line) {
  return std::ranges::any_of(points, [&](std::size_t point) { return runs.applies(point, line); });
}

double mean_over(const StudyRuns& runs, const std::vector<std::size_t>& points, std::size_t line, Metric metric) {
  double sum = 0;
  for (const std::size_t point : points) sum += runs.spread(point, line, metric).mean;
  return sum / static_cast<double>(points.size());
}

// PD-Rank, then the rivals that do best.
std::vector<std::size_t> competitive(const StudyRuns& runs, const std::vector<std::size_t>& points, Metric metric) {
  std::vector<std::size_t> rivals;
  for (const std::size_t line : lines_of(Line::Kind::rival))
    if (std::ranges::all_of(points, [&](std::size_t point) { return runs.applies(point, line); }))
      rivals.push_back(line);
  std::ranges::stable_sort(rivals, std::greater(),
                           [&](std::size_t line) { return mean_over(runs, points, line, metric); });
  rivals.resize(std::min(rivals.size(), kBandRivals));
  std::vector<std::size_t> shown = lines_of(Line::Kind::own);
  shown.insert(shown.end(), rivals.begin(), rivals.end());
  return shown;
}

std::string in_words(Metric metric) {
  switch (metric) {
    case Metric::tau:
      return "Kendall tau";
    case Metric::spearman:
      return "Spearman rho";
    case Metric::top_k:
      return fmt::format("top {}", kTop);
    case Metric::seconds:
      break;
  }
  return "time";
}

HeatMap::Cell cell_of(const Duel& duel) {
  const bool clear = duel.better() || duel.worse();
  return {.shade = clear ? std::clamp(duel.t / kFullShade, -1.0, 1.0) : kNone,
          .label = std::isinf(duel.t) ? (duel.t > 0 ? "inf" : "-inf") : fmt::format("{:.1f}", duel.t)};
}

}  // namespace

std::vector<NumbersFile> study_tables(const StudyRuns& runs) {
  const std::string& id = runs.study().id;
  return {{id + ".csv", means_csv(runs)},
          {id + "-trials.csv", trials_csv(runs)},
          {id + "-t-tests.csv", t_tests_csv(runs)},
          {id + "-times.csv", times_csv(runs)}};
}

Panel trend_panel(const StudyRuns& runs, std::size_t panel, Metric metric, const Axis& x, const Axis& y) {
  Panel drawn = {.title = runs.study().panels[panel], .x = x, .y = y};
  const std::vector<std::size_t> points = runs.points_of(panel);
  for (std::size_t line = 0; line < lines().size(); ++line)
    if (applies_anywhere(runs, points, line)) drawn.series.push_back(series_of(runs, points, line, metric, false));
  return drawn;
}

Panel band_panel(const StudyRuns& runs, std::size_t panel, Metric metric, const Axis& x, const Axis& y) {
  Panel drawn = {.title = runs.study().panels[panel] + " (± standard deviation)", .x = x, .y = y};
  const std::vector<std::size_t> points = runs.points_of(panel);
  for (const std::size_t line : competitive(runs, points, metric))
    drawn.series.push_back(series_of(runs, points, line, metric, true));
  return drawn;
}

Chart trend_chart(const StudyRuns& runs, const std::string& file, const std::string& title, const Axis& x) {
  Chart chart = {.file = file, .title = title};
  for (std::size_t panel = 0; panel < runs.study().panels.size(); panel += chart.columns) {
    const std::size_t end = std::min(panel + chart.columns, runs.study().panels.size());
    for (std::size_t k = panel; k < end; ++k) chart.panels.push_back(trend_panel(runs, k, Metric::tau, x, tau_axis()));
    for (std::size_t k = panel; k < end; ++k) chart.panels.push_back(band_panel(runs, k, Metric::tau, x, tau_axis()));
  }
  return chart;
}

Axis trials_axis() {
  return {.label = "comparisons (standard trials)",
          .log = true,
          .low = 0.25,
          .high = 18,
          .ticks = {0.3, 0.5, 1, 2, 5, 10, 15}};
}

Axis tau_axis() { return {.label = "Kendall tau with the truth", .high = 1.01}; }

std::string t_test_caption() {
  return "number: t of the paired test; green: PD-Rank is better, orange: worse, grey: p > 0.05";
}

Panel t_test_panel(const StudyRuns& runs, std::size_t panel, Metric metric, std::size_t line, const std::string& x) {
  Panel drawn = {.title = fmt::format("{}: {}", runs.study().panels[panel], in_words(metric)), .x = {.label = x}};
  const std::vector<std::size_t> points = runs.points_of(panel);
  for (const std::size_t point : points)
    drawn.heat_map.columns.push_back(fmt::format("{:g}", runs.study().points[point].x));
  for (std::size_t rival = 0; rival < lines().size(); ++rival) {
    if (lines()[rival].kind == Line::Kind::own || !applies_anywhere(runs, points, rival)) continue;
    drawn.heat_map.rows.emplace_back(lines()[rival].name);
    std::vector<HeatMap::Cell>& cells = drawn.heat_map.cells.emplace_back();
    for (const std::size_t point : points)
      cells.push_back(runs.applies(point, rival) ? cell_of(runs.duel(point, line, rival, metric))
                                                 : HeatMap::Cell{.empty = true});
  }
  return drawn;
}

void judge_lines(const std::function<Judged(std::size_t line)>& rule, FigureResult& result) {
  for (const std::size_t line : lines_of(Line::Kind::own)) {
    const Judged judged = rule(line);
    if (result.findings.empty()) {
      result.state = judged.state;
      result.brief = judged.brief;
    }
    result.findings.push_back(
        {std::string(lines()[line].name), fmt::format("{}: {}", name_of(judged.state), judged.brief)});
  }
}

}  // namespace pdrank::reproduce
