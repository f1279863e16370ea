// Whether probabilities and intervals mean what they say, over all the runs of toggle and bt: is a share p of the
// comparisons with probability_correct p right, and does the 90 % rank interval hold the true rank of 90 % of the
// items?
#include "pdrank/metrics/calibration.hpp"

#include <fmt/format.h>

#include "cells.hpp"
#include "method_list.hpp"

namespace pdrank::bench::accuracy {
namespace {

constexpr double kMostCalibrationError = 0.02, kLeastCoverage = 0.87, kMostCoverage = 0.93;

// What a method says about some runs, and what is true.
struct Claims {
  std::vector<double> probability, right;
  Intervals intervals;

  bool empty() const { return probability.empty() && intervals.items == 0; }
  Calibration calibration() const { return measure_calibration(probability, right, {}); }
  double error() const { return probability.empty() ? kNone : calibration().expected_error; }
  double coverage() const { return share(static_cast<double>(intervals.covered)); }
  double width() const { return share(intervals.width); }

  void add(const Claims& other) {
    probability.insert(probability.end(), other.probability.begin(), other.probability.end());
    right.insert(right.end(), other.right.begin(), other.right.end());
    intervals.items += other.intervals.items;
    intervals.covered += other.intervals.covered;
    intervals.width += other.intervals.width;
  }

 private:
  double share(double sum) const { return intervals.items == 0 ? kNone : sum / static_cast<double>(intervals.items); }
};

Claims claims_of(const MethodRuns& runs) {
  Claims claims;
  for (const Run& run : runs.runs) claims.add({run.probability, run.right, run.intervals});
  return claims;
}

std::vector<std::string> line_of(const std::string& title, const Claims& claims) {
  return {title,
          fmt::format("{}", claims.probability.size()),
          digits(claims.error()),
          fmt::format("{}", claims.intervals.items),
          digits(claims.coverage()),
          digits(claims.width(), 1)};
}

Json figures_of(const std::string& title, const Claims& claims) {
  return {{"cell", title},
          {"comparisons", claims.probability.size()},
          {"calibration_error", claims.error()},
          {"intervals", claims.intervals.items},
          {"coverage", claims.coverage()},
          {"width", claims.width()}};
}

// A line a cell; gives back all cells together.
Claims show_cells(Study& study, const std::string& method, std::span<const Cell> cells) {
  cli::Table table = table_of({method, "comparisons", "calibration error", "rank intervals", "coverage", "mean width"});
  Json& figures = study.report.figures["calibration"][method];
  Claims pooled;
  for (const Cell& cell : cells) {
    const Claims claims = claims_of(study.runs.of(cell).at(method));
    table.add_row(line_of(cell.title(), claims));
    figures["cells"].push_back(figures_of(cell.title(), claims));
    pooled.add(claims);
  }
  table.add_row(line_of("all", pooled));
  table.add_row({"  bar", "", fmt::format("<= {:g}", kMostCalibrationError), "",
                 fmt::format("{:g} .. {:g}", kLeastCoverage, kMostCoverage), ""});
  figures["all"] = figures_of("all", pooled);
  study.report.show(table);
  return pooled;
}

void show_bins(Study& study, const std::string& method, const Claims& pooled) {
  cli::Table table = table_of({method + " says", "comparisons", "mean probability", "share right", "difference"});
  Json& figures = study.report.figures["calibration"][method]["bins"];
  const std::vector<CalibrationBin> bins = pooled.calibration().bins;
  for (std::size_t b = 0; b < bins.size(); ++b) {
    const CalibrationBin& bin = bins[b];
    const auto count = static_cast<double>(bins.size());
    table.add_row({fmt::format("{:.1f} .. {:.1f}", static_cast<double>(b) / count, static_cast<double>(b + 1) / count),
                   digits(bin.weight, 0), digits(bin.mean_probability), digits(bin.mean_outcome),
                   digits(bin.mean_outcome - bin.mean_probability)});
    figures.push_back(
        {{"comparisons", bin.weight}, {"probability", bin.mean_probability}, {"right", bin.mean_outcome}});
  }
  study.report.show(table);
}

void hold_bars(Study& study, const std::string& method, const std::optional<Claims>& pooled) {
  Bar error = {.what = fmt::format("calibration: error of {}'s probabilities, all cells", method),
               .figure = std::nullopt,
               .high = kMostCalibrationError};
  Bar coverage = {.what = fmt::format("calibration: coverage of {}'s 90 % rank intervals, all cells", method),
                  .figure = std::nullopt,
                  .low = kLeastCoverage,
                  .high = kMostCoverage};
  if (pooled) {
    error.figure = pooled->error();
    coverage.figure = pooled->coverage();
  }
  study.report.hold(std::move(error));
  study.report.hold(std::move(coverage));
}

}  // namespace

void run_calibration(Study& study) {
  const std::vector<Cell> cells = all_cells(study.settings);
  std::map<std::string, Claims> pooled;
  study.report.say(
      "probability_correct against the truth (expected calibration error, 10 bins) and 90 % rank intervals\n");
  for (const std::string& method : study.settings.methods) {
    bool gives_any = false;
    for (const Cell& cell : cells) gives_any = gives_any || !claims_of(study.runs.of(cell).at(method)).empty();
    if (!gives_any) continue;
    pooled[method] = show_cells(study, method, cells);
    if (!pooled[method].probability.empty()) show_bins(study, method, pooled[method]);
  }
  // A method that was measured and says nothing misses its bars.
  for (const std::string method : {"posterior", "auto"})
    hold_bars(study, method, contains(study.settings.methods, method) ? std::optional(pooled[method]) : std::nullopt);
}

}  // namespace pdrank::bench::accuracy
