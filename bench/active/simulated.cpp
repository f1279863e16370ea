// Simulated worlds: how many answers each strategy needs.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "answers_table.hpp"
#include "parts.hpp"
#include "pdrank/active/registry.hpp"

namespace pdrank::bench::active {
namespace {

constexpr std::uint64_t kPoints = 25;  // of the grid: every 4 % of the budget
constexpr double kEnough = 0.88;       // mean tau that a curve need not go beyond: resamples reach the goal by then
constexpr double kMostOfRandomToggle = 0.6, kMostOfRandomBradleyTerry = 0.85, kMostOfPublished = 1.05;
constexpr std::array<std::string_view, 5> kPublished = {"hodge-active", "hodge-active-unsupervised", "hybrid-mst",
                                                        "crowd-bt", "active-rank"};

struct Setting {
  NoiseModel noise;
  std::uint32_t items = 0;

  std::string title() const { return fmt::format("{} m={}", to_string(noise), items); }
  bool is_toggle() const { return noise.kind == NoiseModel::Kind::toggle; }
  // Random pairs reach the goal after some 1.7 m log2 m answers under toggle:0.1, 4.9 under bt:5.
  std::uint64_t budget() const {
    return static_cast<std::uint64_t>(std::lround((is_toggle() ? 2.75 : 8) * items * std::log2(items)));
  }
  // The bars are for these.
  bool is_held() const {
    return (noise == parse_noise("toggle:0.1") || noise == parse_noise("bt:5")) && (items == 16 || items == 60);
  }
};

Column measure(Study& study, const Setting& setting) {
  std::vector<std::unique_ptr<Oracle>> oracles;
  Contest contest = {.seats = {}, .grid = even_grid(setting.budget(), kPoints), .enough = kEnough};
  for (std::uint64_t seed = 1; seed <= study.settings.seeds; ++seed) {
    oracles.push_back(make_simulated_oracle(setting.noise, setting.items, seed));
    contest.seats.push_back({to_string(setting.noise), oracles.back().get(), seed});
  }
  Column column = {setting.title(), setting.budget(), {}};
  for (const std::string& name : study.settings.strategies) {
    const StrategyInfo& strategy = find_strategy(name);
    for (const Curve& curve : run_contest(contest, strategy, rankings_of(strategy))) {
      study.curves.add(contest, curve);
      column.entries.push_back({name, curve.method, answers_to(kGoal, contest.grid, taus_of(curve))});
    }
  }
  return column;
}

void hold_share_of_random(Report& report, const Setting& setting, const Column& column) {
  Bar bar = {.what = fmt::format("simulated {}: answers of posterior / those of random", setting.title()),
             .figure = std::nullopt,
             .high = setting.is_toggle() ? kMostOfRandomToggle : kMostOfRandomBradleyTerry};
  const Entry* posterior = column.find("posterior", "posterior");
  if (posterior && column.find("random", "posterior")) bar.figure = column.share_of_random(*posterior).value;
  report.hold(std::move(bar));
}

// Against the best of the published strategies, by whichever ranking serves it better.
void hold_against_published(Report& report, const Setting& setting, const Column& column) {
  const Entry *posterior = column.find("posterior", "posterior"), *best = nullptr;
  bool any = false;
  for (const Entry& entry : column.entries) {
    if (std::ranges::find(kPublished, entry.strategy) == kPublished.end()) continue;
    any = true;
    if (!std::isnan(entry.reached.answers) && (!best || entry.reached.answers < best->reached.answers)) best = &entry;
  }
  Bar bar = {
      .what = fmt::format("simulated {}: answers of posterior / fewest of a published strategy", setting.title()),
      .figure = std::nullopt,
      .high = kMostOfPublished};
  if (posterior && best) {
    bar.figure = ratio(posterior->reached, best->reached).value;
    bar.what += fmt::format(" ({}, {} ranking)", best->strategy, best->method == "own" ? "own" : "common");
  } else if (posterior && any) {
    bar.figure = std::isnan(posterior->reached.answers) ? kNone : 0;
    bar.what += " (none gets there)";
  }
  report.hold(std::move(bar));
}

}  // namespace

void run_simulated(Study& study) {
  std::vector<Setting> settings;
  for (const std::string& noise : study.settings.noises)
    for (const std::uint32_t items : study.settings.items) settings.push_back({parse_noise(noise), items});
  std::vector<Column> columns;
  for (const Setting& setting : settings) columns.push_back(measure(study, setting));
  study.report.say(fmt::format(
      "Answers until the mean tau over {} seeds is {:g} ± the standard error, in brackets those in answers to random\n"
      "pairs. Means are taken every {} % of a budget that is more than enough for random pairs, made monotone by\n"
      "isotonic regression, and straight in between; standard errors by resampling the seeds. Strategies ask one\n"
      "question at a time; hybrid-mst, after the first m(m-1)/2, trees of m-1; posterior above 30 items one in 25 of\n"
      "the answers so far. \">\": not within the budget.\n",
      study.settings.seeds, kGoal, 100 / kPoints));
  show_answers(study.report, "ranked by posterior", columns, "posterior");
  show_answers(study.report, "ranked as published", columns, "own");
  for (std::size_t k = 0; k < settings.size(); ++k) {
    study.report.figures["simulated"].push_back(figures_of(columns[k]));
    if (!settings[k].is_held()) continue;
    hold_share_of_random(study.report, settings[k], columns[k]);
    hold_against_published(study.report, settings[k], columns[k]);
  }
}

}  // namespace pdrank::bench::active
