// Recorded answers, replayed: how many answers and how much time each strategy needs (paper, "Real data"; its figure is
// drawn by plot.py).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "answers_table.hpp"
#include "list.hpp"
#include "parts.hpp"
#include "pdrank/active/registry.hpp"
#include "reproduce/references.hpp"

namespace pdrank::bench::active {
namespace {

using reproduce::Costs;
using reproduce::Course;
using reproduce::median;
using reproduce::read_references;
using reproduce::Reference;

constexpr double kTrials = 10;                                // the budget, in standard trials of m (m - 1) / 2 answers
constexpr std::uint64_t kPoints = 40;                         // of the grid
constexpr std::array<double, 3> kLevels = {0.85, 0.9, 0.95};  // of tau, for times

// A line of the paper's figure.
struct Contestant {
  std::string_view name, strategy, method;
};
constexpr std::array<Contestant, 6> kContestants = {{{"Borda", "random", "borda"},
                                                     {"PD-Rank", "random", "pdrank"},
                                                     {"PD-Rank, paper's settings", "random", "pdrank:preset=paper"},
                                                     {"Hodge-active", "hodge-active", "own"},
                                                     {"Hybrid-MST", "hybrid-mst", "own"},
                                                     {"posterior", "posterior", "posterior"}}};

std::vector<std::string> methods_of(const StrategyInfo& strategy) {
  std::vector<std::string> methods = rankings_of(strategy);
  for (const Contestant& contestant : kContestants)
    if (contestant.strategy == strategy.name && contestant.method != "own" && !contains(methods, contestant.method))
      methods.emplace_back(contestant.method);
  return methods;
}

// All choosing so far and one ranking; what was chosen at random has cost nothing.
double seconds_of(const Curve& curve, const PlayPoint& point) {
  return point.ranking_seconds + (curve.strategy == "random" ? 0 : point.choosing_seconds);
}

Course course_of(const Contest& contest, const Curve& curve) {
  Course course;
  course.answers.assign(contest.grid.begin(), contest.grid.end());
  course.tau = smooth_mean(taus_of(curve));
  for (std::size_t point = 0; point < contest.grid.size(); ++point) {
    std::vector<double> seconds;
    for (const std::vector<PlayPoint>& of_seat : curve.points) seconds.push_back(seconds_of(curve, of_seat[point]));
    course.seconds.push_back(median(std::move(seconds)));
  }
  return course;
}

struct Measured {
  Column column;
  std::vector<std::pair<const Contestant*, Course>> courses;  // those whose strategies were measured

  const Course* find(std::string_view name) const {
    for (const auto& [contestant, course] : courses)
      if (contestant->name == name) return &course;
    return nullptr;
  }
};

Measured measure(Study& study, const std::string& set, const std::vector<Reference>& references) {
  const std::size_t repeats = std::max<std::size_t>(1, study.settings.seeds / 3);
  const double items = references.front().oracle->item_count();
  const auto budget = static_cast<std::uint64_t>(kTrials * items * (items - 1) / 2);
  Contest contest = {.seats = {}, .grid = even_grid(budget, kPoints)};
  for (const Reference& reference : references)
    for (std::size_t seed = 1; seed <= repeats; ++seed)
      contest.seats.push_back({reference.name, reference.oracle.get(), seed});
  Measured measured = {{fmt::format("{} ({} references)", set, references.size()), budget, {}}, {}};
  for (const std::string& name : study.settings.strategies) {
    const StrategyInfo& strategy = find_strategy(name);
    for (const Curve& curve : run_contest(contest, strategy, methods_of(strategy))) {
      study.curves.add(contest, curve);
      measured.column.entries.push_back({name, curve.method, answers_to(kGoal, contest.grid, taus_of(curve, repeats))});
      for (const Contestant& contestant : kContestants)
        if (contestant.strategy == name && contestant.method == curve.method)
          measured.courses.emplace_back(&contestant, course_of(contest, curve));
    }
  }
  return measured;
}

std::string milliseconds(double seconds) {
  return std::isnan(seconds) ? "-" : fmt::format("{:.{}f} ms", 1000 * seconds, seconds < 0.01 ? 2 : 0);
}

void show_times(Study& study, const std::string& set, const Measured& measured) {
  std::vector<std::string> titles = {set + ", tau:"};
  for (const double level : kLevels)
    for (const std::string_view what : {"answers", "time"})
      titles.push_back(what == "time" ? "time" : fmt::format("{:g}: {}", level, what));
  cli::Table table = table_of(titles);
  for (const auto& [contestant, course] : measured.courses) {
    std::vector<std::string> line = {std::string(contestant->name)};
    for (const double level : kLevels) {
      const Costs costs = course.at(level);
      line.push_back(digits(costs.answers, 0));
      line.push_back(milliseconds(costs.seconds));
      study.report.figures["real"]["times"][set][std::string(contestant->name)][fmt::format("{:g}", level)] = {
          {"answers", costs.answers}, {"seconds", costs.seconds}};
    }
    table.add_row(std::move(line));
  }
  study.report.show(table);
}

std::string verdict(const Course& pdrank, const Course& other) {
  return reproduce::less_time(pdrank, other, kLevels).brief;
}

// "for tau > .85 PD-Rank needs less time"
void check_claim(Study& study, const std::string& set, const Measured& measured) {
  for (const std::string_view own : {"PD-Rank", "PD-Rank, paper's settings"})
    for (const std::string_view other : {"Hodge-active", "Hybrid-MST"}) {
      const Course *pdrank = measured.find(own), *active = measured.find(other);
      const std::string text = pdrank && active ? verdict(*pdrank, *active) : "was not measured";
      study.report.say(fmt::format("{}: for tau >= 0.85, {} needs less time than {}: {}", set, own, other, text));
      study.report.figures["real"]["claim"][set][std::string(own)][std::string(other)] = text;
    }
}

}  // namespace

void run_real(Study& study) {
  std::vector<std::pair<std::string, Measured>> sets;
  for (const std::string set : {"vqa", "iqa"}) {
    const std::vector<Reference> references = read_references(study.settings.data, set);
    if (references.empty())
      study.report.say(fmt::format("Skipped {}: no refNN.csv in {}/{} (--data DIR)\n", set, study.settings.data, set));
    else
      sets.emplace_back(set, measure(study, set, references));
  }
  if (sets.empty()) return;
  std::vector<Column> columns;
  for (const auto& [set, measured] : sets) columns.push_back(measured.column);
  study.report.say(
      fmt::format("Answers until the mean tau with Bradley-Terry on all data is {:g} ± the standard error (resampling "
                  "references), in\n"
                  "brackets those in answers to random pairs. Answers are drawn from the recorded ones, with "
                  "replacement, {} times a\n"
                  "reference; rhythms as in simulated.\n",
                  kGoal, std::max<std::size_t>(1, study.settings.seeds / 3)));
  show_answers(study.report, "ranked by posterior", columns, "posterior");
  show_answers(study.report, "ranked as published", columns, "own");
  for (const Column& column : columns) study.report.figures["real"]["answers"].push_back(figures_of(column));
  study.report.say(
      "Answers and time to a mean tau. Time is that of all choosing so far and one ranking, the median over plays; "
      "pairs\n"
      "at random are free.\n");
  for (const auto& [set, measured] : sets) show_times(study, set, measured);
  for (const auto& [set, measured] : sets) check_claim(study, set, measured);
  study.report.say("");
}

}  // namespace pdrank::bench::active
