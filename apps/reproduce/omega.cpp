// Appendix "Further insight into weights": w = log((1 - delta) / delta) against the noise level, and omega =
// 1 / (log(1 + exp(1 - d)) + epsilon) against the score difference d.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "pdrank/io/write/csv_line.hpp"
#include "reproduce/loss.hpp"

namespace pdrank::reproduce {
namespace {

constexpr int kSteps = 200;
constexpr double kMostNoise = 0.5, kEnd = 10;

Series curve(double low, double high, double (*value)(double)) {
  Series series = {.name = "", .style = {.colour = 1, .marks = false}};
  for (int k = 0; k <= kSteps; ++k) {
    const double x = low + (high - low) * k / kSteps;
    if (const double y = value(x); std::isfinite(y)) {
      series.x.push_back(x);
      series.y.push_back(y);
    }
  }
  return series;
}

void add_rows(std::string_view name, const Series& series, std::string& csv) {
  io::CsvLine out;
  for (std::size_t k = 0; k < series.x.size(); ++k) csv += out.add(name).add(series.x[k]).add(series.y[k]).end();
}

FigureResult run(const FigureInput&, Observer*) {
  Series w = curve(0, kMostNoise, [](double delta) { return std::log((1 - delta) / delta); });
  Series omega = curve(-kEnd, kEnd, [](double d) { return 1 / (losses_at(d).lse + kEpsilon); });
  FigureResult result;
  const bool falls = std::ranges::adjacent_find(w.y, std::less_equal()) == w.y.end() && std::abs(w.y.back()) < 1e-12;
  const bool rises = std::ranges::adjacent_find(omega.y, std::greater_equal()) == omega.y.end() &&
                     omega.y.front() > 0 && omega.y.back() < 1 / kEpsilon;
  result.state = falls && rises ? ClaimState::holds : falls || rises ? ClaimState::in_part : ClaimState::does_not_hold;
  result.brief =
      fmt::format("w falls to {:.0f} at delta 0.5; omega rises from {:.2f} at a difference of -10 to {:.1f} at 10",
                  std::abs(w.y.back()), omega.y.front(), omega.y.back());
  std::string csv = "curve,x,value\n";
  add_rows("w", w, csv);
  add_rows("omega", omega, csv);
  result.tables.push_back({"omega.csv", std::move(csv)});
  Chart chart = {.file = "omega", .title = "What a weight means"};
  chart.panels.resize(2);
  chart.panels[0] = {.title = "weight w of a noise level", .x = {.label = "noise level delta"}, .y = {.label = "w"}};
  chart.panels[0].series.push_back(std::move(w));
  chart.panels[1] = {.title = "weight omega of a label",
                     .x = {.label = "score difference, by the label"},
                     .y = {.label = "omega", .log = true}};
  chart.panels[1].series.push_back(std::move(omega));
  result.charts.push_back(std::move(chart));
  return result;
}

}  // namespace

Figure omega_figure() {
  return {.id = "omega",
          .title = "The weights w and omega",
          .place = "Appendix, \"Further insight into weights\"",
          .claim =
              "w and omega evolve in the same way: low for uncertain comparisons, high for certain ones; w falls to "
              "0 as delta comes to 1/2, omega tends to 0 for labels that the ranking contradicts.",
          .in_short = "w and omega both grow with certainty",
          .rule =
              "Holds if w falls strictly to 0 on (0, 0.5] and omega rises strictly on [-10, 10], within (0, "
              "1/epsilon); in part if one of the two does.",
          .run = run};
}

}  // namespace pdrank::reproduce
