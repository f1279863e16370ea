#include "pdrank/experiments/real.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "pdrank/active/registry.hpp"
#include "pdrank/core/errors.hpp"
#include "pdrank/experiments/course.hpp"
#include "pdrank/experiments/references.hpp"
#include "pdrank/experiments/rhythm.hpp"
#include "pdrank/experiments/study_result.hpp"
#include "pdrank/io/csv_line.hpp"

namespace pdrank::experiments {
namespace {

constexpr double kTrials = 10;         // the budget, in standard trials of m (m - 1) / 2 answers
constexpr std::uint64_t kPoints = 30;  // at which rankings are measured
constexpr std::size_t kTrialsPerPlay = 10;
constexpr std::uint64_t kPosteriorOneIn = 25;      // it asks so large a part of the answers so far at a time
constexpr std::array kLevels = {0.85, 0.9, 0.95};  // of tau, for times
constexpr std::size_t kShown = 4;                  // references drawn one by one, as in the paper

// A line of the paper's figure: who chooses the pairs, who ranks the answers.
struct Contestant {
  std::string_view id, name, strategy, method;
  Style style;
};
constexpr std::array<Contestant, 8> kContestants = {{
    {"pdrank-paper", "PD-Rank, paper's settings", "random", "pdrank:preset=paper", {.colour = 0, .width = 2.5}},
    {"pdrank-exact",
     "PD-Rank, rounds solved exactly",
     "random",
     "pdrank:gamma=0.0001:inner-rule=kkt",
     {.colour = 1, .width = 2.5}},
    {"pdrank-auto", "PD-Rank, gamma auto", "random", "pdrank", {.colour = 2, .width = 2.5}},
    {"posterior", "posterior, its own pairs", "posterior", "posterior", {.colour = 3, .dash = 4}},
    {"auto", "auto, random pairs", "random", "auto", {.colour = 4, .dash = 4}},
    {"borda", "Borda", "random", "borda", {.colour = 5, .dash = 1}},
    {"hodge-active", "Hodge-active", "hodge-active", "own", {.colour = 6, .dash = 2}},
    {"hybrid-mst", "Hybrid-MST", "hybrid-mst", "own", {.colour = 7, .dash = 3}},
}};

// Those of one strategy are ranked from the same answers.
constexpr std::array<std::string_view, 4> kStrategies = {"random", "posterior", "hodge-active", "hybrid-mst"};

struct Setup {
  std::vector<Reference> references;
  std::vector<std::uint64_t> grid;
  double trial = 0;  // answers in a standard trial
};

Setup set_up(const FigureInput& input, const std::string& set) {
  Setup setup = {.references = read_references(input.data, set), .grid = {}};
  if (setup.references.empty()) return setup;
  const std::uint32_t items = setup.references.front().oracle->item_count();
  for (const Reference& reference : setup.references)
    if (reference.oracle->item_count() != items)
      throw InputError(input.data + "/" + reference.name + ".csv", 0, "has another number of items than the first");
  setup.trial = static_cast<double>(items) * (items - 1) / 2;
  setup.grid = even_grid(static_cast<std::uint64_t>(kTrials * setup.trial), kPoints);
  return setup;
}

std::size_t column_of(std::size_t contestant, std::size_t point) { return 2 * (contestant * kPoints + point); }

// Tau, and the time of all choosing so far and one ranking; pairs at random have cost nothing.
std::vector<double> play_all(const Setup& setup, std::size_t reference, std::uint64_t seed) {
  const Oracle& oracle = *setup.references[reference].oracle;
  std::vector<double> numbers(2 * kContestants.size() * kPoints, kNone);
  for (const std::string_view strategy : kStrategies) {
    PlayOptions options = rhythm_of(strategy, oracle.item_count());
    if (strategy == "posterior") options.one_in = kPosteriorOneIn;
    options.seed = seed;
    Play play(oracle, find_strategy(strategy), options);
    for (std::size_t point = 0; point < setup.grid.size(); ++point) {
      play.ask_until(setup.grid[point]);
      for (std::size_t k = 0; k < kContestants.size(); ++k) {
        if (kContestants[k].strategy != strategy) continue;
        const PlayPoint measured = play.measure(kContestants[k].method);
        numbers[column_of(k, point)] = measured.tau;
        numbers[column_of(k, point) + 1] =
            measured.ranking_seconds + (strategy == "random" ? 0 : measured.choosing_seconds);
      }
    }
  }
  return numbers;
}

GridValues run_cells(const Setup& setup, const std::string& set, const FigureInput& input, Observer* observer) {
  Grid grid;
  grid.settings = fmt::format("{}: seed {}", set, input.seed);
  for (const Reference& reference : setup.references)
    grid.points.push_back(fmt::format("{} {} comparisons", reference.name, reference.comparisons));
  for (const Contestant& contestant : kContestants)
    for (std::size_t point = 0; point < kPoints; ++point)
      for (const char* what : {"tau", "seconds"})
        grid.columns.push_back(fmt::format("{} {} at {} {}", contestant.id, contestant.method,
                                           point < setup.grid.size() ? setup.grid[point] : 0, what));
  grid.trials = std::max<std::size_t>(1, input.trials.value_or(kPaperTrials) / kTrialsPerPlay);
  grid.run = [&](std::size_t point, std::size_t trial) {
    return play_all(setup, point, trial_seed(input.seed, trial));
  };
  return run_grid(grid, cells_path(input, set), set, observer);
}

// Over the plays of some references.
Course course_of(const Setup& setup, const GridValues& values, std::size_t contestant,
                 std::span<const std::size_t> references) {
  Course course;
  course.answers.assign(setup.grid.begin(), setup.grid.end());
  for (std::size_t point = 0; point < setup.grid.size(); ++point) {
    std::vector<double> taus, seconds;
    for (const std::size_t reference : references) {
      std::ranges::copy(values.over_trials(reference, column_of(contestant, point)), std::back_inserter(taus));
      std::ranges::copy(values.over_trials(reference, column_of(contestant, point) + 1), std::back_inserter(seconds));
    }
    course.tau.push_back(spread_of(taus).mean);
    course.seconds.push_back(median(std::move(seconds)));
  }
  course.tau = isotonic(course.tau);
  return course;
}

std::vector<Course> courses_of(const Setup& setup, const GridValues& values, std::span<const std::size_t> references) {
  std::vector<Course> courses;
  for (std::size_t k = 0; k < kContestants.size(); ++k) courses.push_back(course_of(setup, values, k, references));
  return courses;
}

void add_panels(const Setup& setup, const std::vector<Course>& courses, const std::string& title, Chart& chart) {
  Panel accuracy = {.title = title,
                    .x = {.label = "answers (standard trials)"},
                    .y = {.label = "Kendall tau with Bradley-Terry on all data"}};
  Panel times = {.title = title + ": time to reach a tau",
                 .x = {.label = "Kendall tau", .low = 0.5, .high = 1},
                 .y = {.label = "time (s)", .log = true}};
  for (std::size_t k = 0; k < courses.size(); ++k) {
    Style style = kContestants[k].style;
    style.marks = false;
    Series tau = {std::string(kContestants[k].name), style, {}, courses[k].tau};
    for (const double answers : courses[k].answers) tau.x.push_back(answers / setup.trial);
    Series time = {std::string(kContestants[k].name), style};
    for (double level = 0.5; level < 0.995; level += 0.01)
      if (const Costs costs = courses[k].at(level); costs.seconds > 0) {
        time.x.push_back(level);
        time.y.push_back(costs.seconds);
      }
    accuracy.series.push_back(std::move(tau));
    times.series.push_back(std::move(time));
  }
  chart.panels.push_back(std::move(accuracy));
  chart.panels.push_back(std::move(times));
}

// By reference, contestant and answers.
std::string csv_of(const Setup& setup, const GridValues& values, std::size_t offset, std::string_view what) {
  std::string csv = fmt::format("reference,line,answers,{0}_mean,{0}_deviation\n", what);
  io::CsvLine out;
  for (std::size_t reference = 0; reference < setup.references.size(); ++reference)
    for (std::size_t k = 0; k < kContestants.size(); ++k)
      for (std::size_t point = 0; point < setup.grid.size(); ++point) {
        const Spread spread = spread_of(values.over_trials(reference, column_of(k, point) + offset));
        out.add(setup.references[reference].name).add(kContestants[k].id).add(setup.grid[point]);
        csv += out.add(spread.mean).add(spread.deviation).end();
      }
  return csv;
}

const Course& named(const std::vector<Course>& courses, std::string_view id) {
  return courses[static_cast<std::size_t>(std::ranges::find(kContestants, id, &Contestant::id) - kContestants.begin())];
}

Judged judge_real(const std::vector<Course>& courses, std::string_view id) {
  const Judged hodge = less_time(named(courses, id), named(courses, "hodge-active"), kLevels),
               hybrid = less_time(named(courses, id), named(courses, "hybrid-mst"), kLevels);
  const Verdict parts[] = {hodge.verdict, hybrid.verdict};
  return {all_parts(parts),
          fmt::format("less time than Hodge-active: {}; than Hybrid-MST: {}", hodge.brief, hybrid.brief)};
}

FigureResult say_what_is_needed(const std::string& set, const FigureInput& input) {
  FigureResult result;
  result.brief = fmt::format("needs --data DIR with {}/refNN.csv", set);
  result.notes = {fmt::format(
      "{}. --data DIR names a folder with a folder {} in it, and in that a file of comparisons for each reference, "
      "ref01.csv, ref02.csv, ..: columns winner,loser, a row an answer, every pair of the items answered at least "
      "once. The data are not shipped with this program.",
      input.data.empty() ? "No data were given" : fmt::format("There is no {}/refNN.csv in {}", set, input.data), set)};
  return result;
}

}  // namespace

FigureResult run_real(const std::string& set, const FigureInput& input, Observer* observer) {
  const Setup setup = set_up(input, set);
  if (setup.references.empty()) return say_what_is_needed(set, input);
  const GridValues values = run_cells(setup, set, input, observer);
  std::vector<std::size_t> all(setup.references.size());
  for (std::size_t k = 0; k < all.size(); ++k) all[k] = k;
  const std::vector<Course> courses = courses_of(setup, values, all);

  FigureResult result;
  judge_lines([&](std::size_t line) { return judge_real(courses, lines()[line].id); }, result);
  for (std::size_t k = 0; k < kContestants.size(); ++k) {
    std::string text;
    for (const double level : kLevels)
      if (const Costs costs = courses[k].at(level); std::isnan(costs.answers))
        text += fmt::format("{}{:g} not reached", text.empty() ? "tau " : ", ", level);
      else
        text += fmt::format("{}{:g} with {:.0f} answers in {:.2f} ms", text.empty() ? "tau " : ", ", level,
                            costs.answers, 1000 * costs.seconds);
    result.findings.push_back({std::string(kContestants[k].name), text});
  }
  result.tables.push_back({set + ".csv", csv_of(setup, values, 0, "tau")});
  result.tables.push_back({set + "-times.csv", csv_of(setup, values, 1, "seconds")});
  Chart mean = {.file = set, .title = fmt::format("{} references, mean", setup.references.size())};
  add_panels(setup, courses, "all references", mean);
  result.charts.push_back(std::move(mean));
  Chart single = {.file = set + "-references", .title = "The first references one by one"};
  for (std::size_t k = 0; k < std::min(kShown, all.size()); ++k)
    add_panels(setup, courses_of(setup, values, std::span(all).subspan(k, 1)), setup.references[k].name, single);
  result.charts.push_back(std::move(single));
  result.notes = {
      "Answers are drawn from the recorded ones of the pair, with replacement; each reference is played once for every "
      "ten trials. The posterior asks a 25th of the answers so far at a time. Pairs at random cost no time; the time "
      "of a strategy is that of all choosing so far and one ranking, the median over plays. The truth is Bradley-Terry "
      "on "
      "all data, as in the paper."};
  return result;
}

Figure real_figure(std::string_view id, std::string_view title, std::string_view place,
                   FigureResult (*run)(const FigureInput&, Observer*)) {
  return {.id = id,
          .title = title,
          .place = place,
          .claim =
              "Active methods reach a tau with fewer comparisons, but for tau above 0.85 PD-Rank on random pairs is "
              "the best option in computation time.",
          .in_short = "for tau above 0.85 PD-Rank needs less time",
          .rule =
              "At each of tau 0.85, 0.9 and 0.95 that one of the two reaches in the mean over references, PD-Rank "
              "takes less time than Hodge-active, and than Hybrid-MST; who does not reach a tau needs longer. Holds "
              "if so at all of them against both, does not if at none against either.",
          .run = run};
}

}  // namespace pdrank::experiments
