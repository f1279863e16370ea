// Whether ranges and probabilities mean what they say, in worlds that differ in all that data may differ in: is the
// true rank in the range as often as the program itself says, and is a share p of the answers with probability_correct
// p right?
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "claims.hpp"
#include "coverage_worlds.hpp"
#include "each.hpp"
#include "method_list.hpp"
#include "parts.hpp"
#include "pdrank/core/stopwatch.hpp"
#include "pdrank/methods/rank.hpp"

namespace pdrank::bench::accuracy {
namespace {

constexpr double kMostDifference = 0.02, kLeastCoverage = 0.88, kMostCoverage = 0.92;
constexpr std::uint32_t kManyItems = 1000;  // from which on whole ranks are fine enough to cover 90 %
constexpr double kMostCalibrationError = 0.02, kMostPooledError = 0.01;

// The fewer items, the less a run tells.
std::size_t seeds_for(const World& world, std::size_t seeds) {
  const double factor = world.items <= 15 ? 10 : world.items <= 100 ? 5 : world.items <= 1000 ? 0.25 : 0.125;
  return std::max<std::size_t>(2, static_cast<std::size_t>(factor * static_cast<double>(seeds)));
}

struct Measured {
  World world;
  std::vector<Claims> runs;  // by seed

  Mean mean(double Claims::*figure) const {
    std::vector<double> figures;
    for (const Claims& run : runs) figures.push_back(run.*figure);
    return mean_of(figures);
  }
  Mean difference() const {
    std::vector<double> figures;
    for (const Claims& run : runs) figures.push_back(run.covered - run.stated);
    return mean_of(figures);
  }
};

Claims run(const World& world, std::uint64_t seed) {
  const WorldData data = draw(world, seed);
  RankOptions options = options_of("posterior", seed);
  options.keep_draws = true;
  const Stopwatch stopwatch;
  const RankResult result = rank(data.comparisons, options);
  const double seconds = stopwatch.seconds();
  Claims claims = measure_claims(result, data.comparisons, data.truth);
  claims.seconds = seconds;
  return claims;
}

Measured measure(const World& world, std::size_t seeds) {
  const Stopwatch stopwatch;
  Measured measured = {world, std::vector<Claims>(seeds)};
  for_each_parallel(seeds, [&](std::size_t k) { measured.runs[k] = run(world, k + 1); });
  fmt::print(stderr, "{}: {} seeds, {:.1f} s\n", world.name, seeds, stopwatch.seconds());
  return measured;
}

std::vector<Bar> bars_of(const Measured& cell) {
  const Mean difference = cell.difference(), coverage = cell.mean(&Claims::covered),
             error = calibration_error(cell.runs);
  std::vector<Bar> bars = {{.what = fmt::format("coverage: {}: covered less stated", cell.world.name),
                            .figure = difference.value,
                            .low = -kMostDifference,
                            .high = kMostDifference,
                            .standard_error = difference.standard_error},
                           {.what = fmt::format("coverage: {}: calibration error", cell.world.name),
                            .figure = error.value,
                            .high = kMostCalibrationError,
                            .standard_error = error.standard_error}};
  if (cell.world.items >= kManyItems)
    bars.push_back({.what = fmt::format("coverage: {}: coverage of 90 % ranges", cell.world.name),
                    .figure = coverage.value,
                    .low = kLeastCoverage,
                    .high = kMostCoverage,
                    .standard_error = coverage.standard_error});
  return bars;
}

std::string with_error(const Mean& mean) {
  return fmt::format("{} ±{}", digits(mean.value), digits(mean.standard_error));
}

std::vector<std::string> line_of(const Measured& cell, bool missed) {
  const double width = cell.mean(&Claims::width).value;
  return {cell.world.name,
          fmt::format("{}", cell.runs.size()),
          digits(cell.mean(&Claims::tau).value),
          with_error(cell.mean(&Claims::covered)),
          digits(cell.mean(&Claims::stated).value),
          with_error(cell.difference()),
          digits(width, width < 100 ? 1 : 0),
          with_error(calibration_error(cell.runs)),
          digits(cell.mean(&Claims::seconds).value),
          missed ? "MISS" : "ok"};
}

Json figures_of(const Measured& cell) {
  const auto both = [](const Mean& mean) {
    return Json{{"mean", mean.value}, {"standard_error", mean.standard_error}};
  };
  return {{"cell", cell.world.name},
          {"items", cell.world.items},
          {"answers", cell.world.answers},
          {"seeds", cell.runs.size()},
          {"tau", both(cell.mean(&Claims::tau))},
          {"coverage", both(cell.mean(&Claims::covered))},
          {"stated", both(cell.mean(&Claims::stated))},
          {"difference", both(cell.difference())},
          {"width", cell.mean(&Claims::width).value},
          {"calibration_error", both(calibration_error(cell.runs))},
          {"seconds", cell.mean(&Claims::seconds).value}};
}

void show_group(Study& study, const WorldGroup& group, std::vector<Measured>& all) {
  cli::Table table = table_of(
      {group.title, "seeds", "tau", "coverage", "stated", "difference", "width", "calibration", "seconds", "bars"});
  for (const World& world : group.worlds) {
    if (!study.settings.wants_cell(world.name)) continue;
    all.push_back(measure(world, seeds_for(world, study.settings.seeds)));
    const std::vector<Bar> bars = bars_of(all.back());
    table.add_row(line_of(all.back(), std::ranges::any_of(bars, &Bar::missed)));
    study.report.figures["coverage"]["cells"].push_back(figures_of(all.back()));
    for (const Bar& bar : bars) study.report.hold(bar);
  }
  const bool many = group.worlds.front().items >= kManyItems;
  table.add_row({"  bar", "", "", many ? fmt::format("{:g} .. {:g}", kLeastCoverage, kMostCoverage) : "", "",
                 fmt::format("-{0:g} .. {0:g}", kMostDifference), "", fmt::format("<= {:g}", kMostCalibrationError), "",
                 ""});
  study.report.show(table);
}

// All cells together, every cell with the same weight. The runs are dealt into groups across the cells.
Mean pooled_error(const std::vector<Measured>& cells) {
  std::size_t groups = 10;
  for (const Measured& cell : cells) groups = std::min(groups, cell.runs.size());
  std::vector<Claims> pooled(groups);
  for (const Measured& cell : cells) {
    double answers = 0;
    for (const Claims& run : cell.runs)
      for (const CalibrationBin& bin : run.bins) answers += bin.weight;
    for (std::size_t k = 0; k < cell.runs.size(); ++k)
      for (CalibrationBin bin : cell.runs[k].bins) {
        bin.weight /= answers;
        pooled[k % groups].bins.push_back(bin);
      }
  }
  return calibration_error(pooled);
}

}  // namespace

void run_coverage(Study& study) {
  study.report.say(
      "90 % ranges of ranks: how often they hold the true rank (coverage), and the mean probability that the program\n"
      "itself gives to them (stated: the share of its draws). calibration: expected error of probability_correct over\n"
      "the answers of all seeds, 10 bins. ± standard error, by seeds. seconds: of a run, while others run.\n");
  std::vector<Measured> cells;
  for (const WorldGroup& group : coverage_worlds(study.settings.most_items))
    if (std::ranges::any_of(group.worlds, [&](const World& world) { return study.settings.wants_cell(world.name); }))
      show_group(study, group, cells);
  if (cells.empty()) return;
  const Mean error = pooled_error(cells);
  study.report.say(
      fmt::format("Calibration error of all cells together, each with the same weight: {}\n", with_error(error)));
  study.report.figures["coverage"]["calibration_error"] = {{"mean", error.value},
                                                           {"standard_error", error.standard_error}};
  study.report.hold({.what = "coverage: calibration error, all cells together",
                     .figure = error.value,
                     .high = kMostPooledError,
                     .standard_error = error.standard_error});
}

}  // namespace pdrank::bench::accuracy
