// What posterior costs: beside one fit of pdrank on the same data, and how that grows with the data.
#include <fmt/format.h>

#include <algorithm>

#include "method_list.hpp"
#include "parts.hpp"
#include "pdrank/core/stopwatch.hpp"
#include "pdrank/methods/rank.hpp"

namespace pdrank::bench::accuracy {
namespace {

constexpr double kMostFits = 200;
constexpr std::string_view kFit = "pdrank:gamma=0.001";

struct Timed {
  double seconds = 0;
  RankResult result;
};

Timed time_run(const Simulation& simulation, std::string_view method, int threads) {
  RankOptions options = options_of(method, 1);
  options.threads = threads;
  options.standard_errors = false;
  const Stopwatch stopwatch;
  Timed timed;
  timed.result = rank(simulation.comparisons, options);
  timed.seconds = stopwatch.seconds();
  return timed;
}

// The shortest of a few runs: what others do on the machine only ever adds.
Timed time_best(const Simulation& simulation, std::string_view method, int threads, int times) {
  Timed best = time_run(simulation, method, threads);
  for (int k = 1; k < times; ++k)
    if (Timed timed = time_run(simulation, method, threads); timed.seconds < best.seconds) best = std::move(timed);
  return best;
}

Simulation data_of(std::uint32_t items, std::uint64_t comparisons) {
  return simulate({.items = items, .comparisons = comparisons, .graph = GraphKind::connected});
}

std::string figures_text(const RankResult& result) {
  std::string text;
  for (const auto& [name, value] : result.figures)
    text += fmt::format("{}{} {:.4g}", text.empty() ? "" : ", ", name, value);
  return text;
}

Json figures_of(const Timed& timed) {
  Json figures = {{"seconds", timed.seconds},
                  {"rounds", timed.result.convergence.rounds},
                  {"status", name_of(timed.result.convergence.status)}};
  for (const auto& [name, value] : timed.result.figures) figures["figures"][name] = value;
  return figures;
}

void say_run(const Report& report, std::string_view what, const Timed& timed) {
  report.say(fmt::format("{}: {:.3f} s, {} rounds, {}", what, timed.seconds, timed.result.convergence.rounds,
                         timed.result.converged() ? "converged" : timed.result.convergence.message));
  if (const std::string figures = figures_text(timed.result); !figures.empty()) report.say("  " + figures);
}

bool skip(const Study& study) {
  if (contains(study.settings.methods, "posterior")) return false;
  study.report.say("Skipped: posterior is not among the methods\n");
  return true;
}

}  // namespace

void run_speed(Study& study) {
  Bar bar = {.what = "speed: posterior beside one fit of pdrank, 1,000 items, 5,000 comparisons",
             .figure = std::nullopt,
             .high = kMostFits};
  if (!skip(study)) {
    const Simulation simulation = data_of(1000, 5000);
    const Timed fit = time_best(simulation, kFit, study.settings.threads, 5);
    const Timed posterior = time_best(simulation, "posterior", study.settings.threads, 2);
    bar.figure = posterior.seconds / fit.seconds;
    study.report.say(
        fmt::format("1,000 items, 5,000 comparisons: posterior takes {:.1f} times one fit of {} ({:.4f} s)",
                    *bar.figure, kFit, fit.seconds));
    say_run(study.report, "posterior", posterior);
    study.report.say("");
    study.report.figures["speed"] = figures_of(posterior);
    study.report.figures["speed"]["fit_seconds"] = fit.seconds;
    study.report.figures["speed"]["ratio"] = *bar.figure;
  }
  study.report.hold(std::move(bar));
}

void run_speed_large(Study& study) {
  if (skip(study)) return;
  const auto run = [&](std::uint32_t items) {
    const Timed timed = time_run(data_of(items, 5 * std::uint64_t{items}), "posterior", study.settings.threads);
    say_run(study.report, fmt::format("posterior, {} items, {} comparisons", items, 5 * items), timed);
    study.report.figures["speed-large"][std::to_string(items)] = figures_of(timed);
    return timed.seconds;
  };
  const double small = run(10'000), large = run(100'000);
  study.report.say(fmt::format("Ten times the data take 10 x {:.2f} times as long\n", large / small / 10));
  study.report.figures["speed-large"]["growth"] = large / small / 10;
}

}  // namespace pdrank::bench::accuracy
