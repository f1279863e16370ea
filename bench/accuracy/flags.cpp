// Whether flags accuse the guilty, and only them: crowds of honest annotators who all answer alike, crowds in which one
// in twenty says the opposite of what they find, and two annotators who disagree.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "each.hpp"
#include "method_list.hpp"
#include "parts.hpp"
#include "pdrank/core/stopwatch.hpp"
#include "pdrank/methods/rank.hpp"
#include "worlds.hpp"

namespace pdrank::bench::accuracy {
namespace {

constexpr double kMostRunsAccused = 0.1;  // share of the runs in which any honest annotator is flagged
constexpr double kLeastFound = 0.95;
constexpr double kEnoughAnswers = 20;  // of an adversary who must be found
constexpr double kClearEnough = 0.75;  // share of right answers from which on adversaries must be found

// Who is asked, and what may be said about them.
struct Crowd {
  World world;
  bool has_guilty = false;  // otherwise every flag is wrong
  double most_accused = kMostRunsAccused;
};

// Of one run.
struct Flags {
  std::size_t innocent = 0;                            // flagged anything
  std::size_t adversaries = 0, adversaries_found = 0;  // with enough answers; flagged "adversary"
  double honest_right = 0;
};

std::vector<Crowd> honest_crowds() {
  const World asked = {.name = "", .items = 30, .answers = 3000, .annotators = 200};
  World bt = asked, toggle = asked;
  bt.name = "200 honest, BT [0,5]";
  bt.scores = Scores::uniform;
  bt.width = 5;
  toggle.name = "200 honest, toggle .1";
  toggle.scores = Scores::toggle;
  const World few_items = {.name = "300 honest, 8 items, normal sd 2", .items = 8, .answers = 4000, .annotators = 300};
  return {{bt}, {toggle}, {few_items}};
}

std::vector<Crowd> crowds_with_adversaries() {
  std::vector<Crowd> crowds;
  for (const World& scores : {World{.name = "toggle .1", .scores = Scores::toggle}, World{.name = "normal sd 2"},
                              World{.name = "BT [0,5]", .scores = Scores::uniform, .width = 5}}) {
    World world = scores;
    world.name = "5 adversaries of 100, " + scores.name;
    world.items = 100;
    world.answers = 3000;
    world.annotators = 100;
    world.adversaries = 5;
    crowds.push_back({world, true});
  }
  return crowds;
}

// One of the two is right as often as the other is wrong, so neither can be accused.
Crowd disagreement() {
  return {.world = {.name = "two who disagree", .items = 10, .answers = 90, .annotators = 2, .adversaries = 1},
          .most_accused = 0};
}

Flags run(const Crowd& crowd, std::uint64_t seed) {
  const WorldData data = draw(crowd.world, seed);
  Flags flags = {.honest_right = data.honest_right};
  for (const AnnotatorReport& report : rank(data.comparisons, options_of("posterior", seed)).annotators) {
    if (!crowd.has_guilty || !data.adversary[*data.comparisons.annotators.find(report.annotator)]) {
      flags.innocent += !report.flag.empty();
    } else if (report.comparisons >= kEnoughAnswers) {
      ++flags.adversaries;
      flags.adversaries_found += report.flag == "adversary";
    }
  }
  return flags;
}

struct Measured {
  Crowd crowd;
  std::vector<Flags> runs;  // by seed

  std::size_t sum(std::size_t Flags::*count) const {
    std::size_t all = 0;
    for (const Flags& run : runs) all += run.*count;
    return all;
  }
  // In which anybody innocent was flagged.
  std::size_t accused() const {
    return static_cast<std::size_t>(std::ranges::count_if(runs, [](const Flags& run) { return run.innocent > 0; }));
  }
  double most_accused() const { return std::floor(crowd.most_accused * static_cast<double>(runs.size())); }
  double honest_right() const {
    double all = 0;
    for (const Flags& run : runs) all += run.honest_right;
    return all / static_cast<double>(runs.size());
  }
  // By run: adversaries of one run are found or missed together, more or less.
  Mean found() const {
    std::vector<double> shares;
    for (const Flags& run : runs)
      if (run.adversaries > 0)
        shares.push_back(static_cast<double>(run.adversaries_found) / static_cast<double>(run.adversaries));
    return mean_of(shares);
  }
  bool must_find() const { return crowd.has_guilty && honest_right() >= kClearEnough; }
};

Measured measure(const Crowd& crowd, std::size_t seeds) {
  const Stopwatch stopwatch;
  Measured measured = {crowd, std::vector<Flags>(seeds)};
  for_each_parallel(seeds, [&](std::size_t k) { measured.runs[k] = run(crowd, k + 1); });
  fmt::print(stderr, "{}: {} seeds, {:.1f} s\n", crowd.world.name, seeds, stopwatch.seconds());
  return measured;
}

void hold_bars(Study& study, const Measured& measured) {
  const auto count = static_cast<double>(measured.runs.size()), accused = static_cast<double>(measured.accused());
  const std::string& name = measured.crowd.world.name;
  study.report.hold({.what = fmt::format("flags: {}: runs of {} that accuse the innocent", name, count),
                     .figure = accused,
                     .high = measured.most_accused(),
                     .standard_error = std::sqrt(accused * (1 - accused / count))});
  if (!measured.must_find()) return;
  const Mean found = measured.found();
  study.report.hold({.what = fmt::format("flags: {}: adversaries found", name),
                     .figure = found.value,
                     .low = kLeastFound,
                     .standard_error = found.standard_error});
}

std::vector<std::string> line_of(const Measured& measured) {
  const bool has_guilty = measured.crowd.has_guilty;
  const Mean found = measured.found();
  return {measured.crowd.world.name,
          digits(measured.honest_right(), 2),
          fmt::format("{} of {}", measured.accused(), measured.runs.size()),
          fmt::format("<= {:g}", measured.most_accused()),
          fmt::format("{}", measured.sum(&Flags::innocent)),
          has_guilty ? fmt::format("{}", measured.sum(&Flags::adversaries)) : "",
          has_guilty ? fmt::format("{} ±{}", digits(found.value), digits(found.standard_error)) : "",
          measured.must_find() ? fmt::format(">= {:g}", kLeastFound) : ""};
}

Json figures_of(const Measured& measured) {
  return {{"crowd", measured.crowd.world.name},
          {"runs", measured.runs.size()},
          {"honest_right", measured.honest_right()},
          {"runs_accused", measured.accused()},
          {"innocent_flagged", measured.sum(&Flags::innocent)},
          {"adversaries", measured.sum(&Flags::adversaries)},
          {"adversaries_found", measured.sum(&Flags::adversaries_found)}};
}

}  // namespace

void run_flags(Study& study) {
  study.report.say(fmt::format(
      "Answers: 3,000 about 30 items by 200 annotators; 4,000 about 8 items by 300; 3,000 about 100 items by 100;\n"
      "90 about 10 items by two who say the opposite of each other. right: share of honest answers that name the\n"
      "better item. accused: runs in which anybody innocent is flagged. flags: of the innocent in all runs. found:\n"
      "adversaries with at least {:g} answers who are flagged as such, ± standard error by runs; a bar where right is\n"
      "at least {:g}.\n",
      kEnoughAnswers, kClearEnough));
  std::vector<Crowd> crowds = honest_crowds();
  std::ranges::move(crowds_with_adversaries(), std::back_inserter(crowds));
  crowds.push_back(disagreement());
  cli::Table table = table_of({"crowd", "right", "accused", "bar", "flags", "adversaries", "found", "bar"});
  for (const Crowd& crowd : crowds) {
    if (!study.settings.wants_cell(crowd.world.name)) continue;
    const Measured measured = measure(crowd, study.settings.seeds);
    table.add_row(line_of(measured));
    study.report.figures["flags"].push_back(figures_of(measured));
    hold_bars(study, measured);
  }
  study.report.show(table);
}

}  // namespace pdrank::bench::accuracy
