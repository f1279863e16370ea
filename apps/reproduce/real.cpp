// The figures of recorded answers, replayed (paper, "Real-world datasets"): video quality (VQA) and image quality
// (IQA), 16 items a reference.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "pdrank/active/registry.hpp"
#include "pdrank/core/errors.hpp"
#include "pdrank/core/option_name.hpp"
#include "pdrank/io/write/csv_line.hpp"
#include "reproduce/course.hpp"
#include "reproduce/figure.hpp"
#include "reproduce/references.hpp"
#include "reproduce/rhythm.hpp"
#include "reproduce/study_result.hpp"

namespace pdrank::reproduce {
namespace {

constexpr double kTrials = 10;         // the budget, in standard trials of m (m - 1) / 2 answers
constexpr std::uint64_t kPoints = 30;  // at which rankings are measured, where the budget has as many answers
constexpr std::size_t kTrialsPerPlay = 10;
constexpr std::array kLevels = {0.85, 0.9, 0.95};  // of tau, for times; the first for answers
constexpr std::size_t kShown = 4;                  // references drawn one by one, as in the paper

// A line of the paper's figure: who chooses the pairs, who ranks the answers.
struct Contestant {
  std::string_view id, name, strategy, method;
  Style style;
};

// PD-Rank as in all figures, on random pairs; then the others.
std::vector<Contestant> make_contestants() {
  std::vector<Contestant> all;
  for (const std::size_t line : lines_of(Line::Kind::own)) {
    const Line& own = lines()[line];
    all.push_back({own.id, own.name, "random", own.method, own.style()});
  }
  all.push_back({"posterior", "posterior, its own pairs", "posterior", "posterior", {.colour = 3, .dash = 4}});
  all.push_back({"auto", "auto, random pairs", "random", "auto", {.colour = 4, .dash = 4}});
  all.push_back({"borda", "Borda", "random", "borda", {.colour = 5, .dash = 1}});
  all.push_back({"hodge-active", "Hodge-active", "hodge-active", "own", {.colour = 6, .dash = 2}});
  all.push_back({"hybrid-mst", "Hybrid-MST", "hybrid-mst", "own", {.colour = 7, .dash = 3}});
  return all;
}

const std::vector<Contestant>& contestants() {
  static const std::vector<Contestant> all = make_contestants();
  return all;
}

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

std::size_t column_of(const Setup& setup, std::size_t contestant, std::size_t point) {
  return 2 * (contestant * setup.grid.size() + point);
}

// One question at a time would take the posterior too long here.
PlayOptions real_rhythm(std::string_view strategy, std::uint32_t items) {
  PlayOptions options = rhythm_of(strategy, items);
  if (strategy == "posterior") options.one_in = kOneIn;
  return options;
}

// Tau, and the time of all choosing so far and one ranking; pairs at random have cost nothing.
std::vector<double> play_all(const Setup& setup, std::size_t reference, std::uint64_t seed, const Grid::Stops& stops) {
  const Oracle& oracle = *setup.references[reference].oracle;
  std::vector<double> numbers(2 * contestants().size() * setup.grid.size(), kNone);
  for (const std::string_view strategy : kStrategies) {
    PlayOptions options = real_rhythm(strategy, oracle.item_count());
    options.seed = seed;
    Play play(oracle, find_strategy(strategy), options);
    for (std::size_t point = 0; point < setup.grid.size(); ++point) {
      if (stops()) throw Stopped();
      play.ask_until(setup.grid[point]);
      for (std::size_t k = 0; k < contestants().size(); ++k) {
        if (contestants()[k].strategy != strategy) continue;
        const PlayPoint measured = play.measure(contestants()[k].method);
        double* place = numbers.data() + column_of(setup, k, point);
        place[0] = measured.tau;
        place[1] = measured.ranking_seconds + (strategy == "random" ? 0 : measured.choosing_seconds);
      }
    }
  }
  return numbers;
}

// Who plays, and how often each strategy asks.
std::string details_of(const Setup& setup) {
  std::vector<std::string> parts;
  for (const std::string_view strategy : kStrategies) {
    const PlayOptions rhythm = real_rhythm(strategy, setup.references.front().oracle->item_count());
    parts.push_back(fmt::format("{} one in {} then {}", strategy, rhythm.one_in, rhythm.after_trial));
  }
  for (const Contestant& contestant : contestants())
    parts.push_back(fmt::format("{}: {} {}", contestant.id, contestant.strategy, contestant.method));
  return fmt::format("{}", fmt::join(parts, "; "));
}

GridValues run_cells(const Setup& setup, const std::string& set, const FigureInput& input, Observer* observer) {
  Grid grid;
  grid.settings = grid_settings(input, set, details_of(setup));
  for (const Reference& reference : setup.references)
    grid.points.push_back(
        fmt::format("{} {} comparisons {:016x}", reference.name, reference.comparisons, reference.fingerprint));
  for (const Contestant& contestant : contestants())
    for (const std::uint64_t answers : setup.grid)
      for (const char* what : {"tau", "seconds"})
        grid.columns.push_back(fmt::format("{} at {} {}", contestant.id, answers, what));
  grid.trials = std::max<std::size_t>(1, input.trials.value_or(kPaperTrials) / kTrialsPerPlay);
  grid.run = [&](std::size_t point, std::size_t trial, const Grid::Stops& stops) {
    return play_all(setup, point, trial_seed(input.seed, trial), stops);
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
      const std::size_t column = column_of(setup, contestant, point);
      std::ranges::copy(values.over_trials(reference, column), std::back_inserter(taus));
      std::ranges::copy(values.over_trials(reference, column + 1), std::back_inserter(seconds));
    }
    course.tau.push_back(spread_of(taus).mean);
    course.seconds.push_back(median(std::move(seconds)));
  }
  return course;
}

std::vector<Course> courses_of(const Setup& setup, const GridValues& values, std::span<const std::size_t> references) {
  std::vector<Course> courses;
  for (std::size_t k = 0; k < contestants().size(); ++k) courses.push_back(course_of(setup, values, k, references));
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
    Style style = contestants()[k].style;
    style.marks = false;
    Series tau = {std::string(contestants()[k].name), style, {}, courses[k].tau};
    for (const double answers : courses[k].answers) tau.x.push_back(answers / setup.trial);
    Series time = {std::string(contestants()[k].name), style};
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
    for (std::size_t k = 0; k < contestants().size(); ++k)
      for (std::size_t point = 0; point < setup.grid.size(); ++point) {
        const Spread spread = spread_of(values.over_trials(reference, column_of(setup, k, point) + offset));
        out.add(setup.references[reference].name).add(contestants()[k].id).add(setup.grid[point]);
        csv += out.add(spread.mean).add(spread.deviation).end();
      }
  return csv;
}

const Course& named(const std::vector<Course>& courses, std::string_view id) {
  const auto found = std::ranges::find(contestants(), id, &Contestant::id);
  return courses[static_cast<std::size_t>(found - contestants().begin())];
}

Judged judge_real(const std::vector<Course>& courses, std::string_view id) {
  const Course &own = named(courses, id), &hodge = named(courses, "hodge-active"),
               &hybrid = named(courses, "hybrid-mst");
  const Judged time[] = {less_time(own, hodge, kLevels), less_time(own, hybrid, kLevels)};
  const Judged answers[] = {fewer_answers(hodge, own, kLevels[0]), fewer_answers(hybrid, own, kLevels[0])};
  const ClaimState parts[] = {time[0].state, time[1].state, answers[0].state, answers[1].state};
  return {all_parts(parts),
          fmt::format("less time than Hodge-active: {}; than Hybrid-MST: {}; more answers at {:g} than Hodge-active: "
                      "{}; than Hybrid-MST: {}",
                      time[0].brief, time[1].brief, kLevels[0], answers[0].brief, answers[1].brief)};
}

// "tau 0.85 with 95 answers in 1.20 ms, 0.9 not reached (0.893 at the end), .."
std::string reached_text(const Course& course) {
  std::vector<std::string> parts;
  for (const double level : kLevels) {
    const Costs costs = course.at(level);
    parts.push_back(
        std::isnan(costs.answers)
            ? fmt::format("{:g} not reached ({:.3f} at the end)", level, course.tau.back())
            : fmt::format("{:g} with {:.0f} answers in {:.2f} ms", level, costs.answers, 1000 * costs.seconds));
  }
  return fmt::format("tau {}", fmt::join(parts, ", "));
}

FigureResult say_what_is_needed(const std::string& set, const FigureInput& input) {
  FigureResult result;
  result.brief = fmt::format("needs {} DIR with {}/refNN.csv", option_named("data"), set);
  result.notes = {fmt::format(
      "{}. {} DIR names a folder with a folder {} in it, and in that a file of comparisons for each reference, "
      "ref01.csv, ref02.csv, ..: columns winner,loser, a row an answer, every pair of the items answered at least "
      "once. The data are not shipped with this program.",
      input.data.empty() ? "No data were given" : fmt::format("There is no {}/refNN.csv in {}", set, input.data),
      option_named("data"), set)};
  return result;
}

// Of the references in input.data/<set>. Where there are none, the result says what it needs.
FigureResult run_real(const std::string& set, const FigureInput& input, Observer* observer) {
  const Setup setup = set_up(input, set);
  if (setup.references.empty()) return say_what_is_needed(set, input);
  const GridValues values = run_cells(setup, set, input, observer);
  std::vector<std::size_t> all(setup.references.size());
  for (std::size_t k = 0; k < all.size(); ++k) all[k] = k;
  const std::vector<Course> courses = courses_of(setup, values, all);

  FigureResult result;
  judge_lines([&](std::size_t line) { return judge_real(courses, lines()[line].id); }, result);
  for (std::size_t k = 0; k < contestants().size(); ++k)
    result.findings.push_back({std::string(contestants()[k].name), reached_text(courses[k])});
  result.tables.push_back({set + ".csv", csv_of(setup, values, 0, "tau")});
  result.tables.push_back({set + "-times.csv", csv_of(setup, values, 1, "seconds")});
  Chart mean = {.file = set, .title = fmt::format("{}: {} references, mean", set, setup.references.size())};
  add_panels(setup, courses, "all references", mean);
  result.charts.push_back(std::move(mean));
  Chart single = {.file = set + "-references", .title = "The first references one by one"};
  for (std::size_t k = 0; k < std::min(kShown, all.size()); ++k)
    add_panels(setup, courses_of(setup, values, std::span(all).subspan(k, 1)), setup.references[k].name, single);
  result.charts.push_back(std::move(single));
  result.notes = {fmt::format(
      "Answers are drawn from the recorded ones of the pair, with replacement; each reference is played once for every "
      "ten trials. The posterior asks a {}th of the answers so far at a time. Pairs at random cost no time; the time "
      "of "
      "a strategy is that of all choosing so far and one ranking, the median over plays. The truth is Bradley-Terry on "
      "all data, as in the paper.",
      kOneIn)};
  return result;
}

// The claim and the rule are the same for both.
Figure real_figure(std::string_view id, std::string_view title, FigureResult (*run)(const FigureInput&, Observer*)) {
  return {.id = id,
          .title = title,
          .place =
              "Figure \"Results for one example of IQA-dataset\" and appendix, \"Additional Experiments for "
              "Real-world Datasets\"",
          .claim =
              "Active methods reach a tau with fewer comparisons, but for tau above 0.85 PD-Rank on random pairs is "
              "the best option in computation time.",
          .in_short = "for tau above 0.85 less time, with more answers",
          .rule =
              "Two parts, each against Hodge-active and against Hybrid-MST. Time: at each of tau 0.85, 0.9 and 0.95 "
              "that one of the two reaches PD-Rank takes less (in part: at some). Answers: at 0.85 the active method "
              "needs fewer. Who does not reach a tau needs more of both. A tau is read off the mean over references, "
              "made non-decreasing (isotonic regression) and straight between points; the pictures show the means as "
              "they are. Holds if both parts do against both, does not if neither does even in part.",
          .run = run};
}

}  // namespace

Figure vqa_figure() {
  return real_figure("vqa", "Video quality: accuracy and time against active methods",
                     [](const FigureInput& input, Observer* observer) { return run_real("vqa", input, observer); });
}

Figure iqa_figure() {
  return real_figure("iqa", "Image quality: accuracy and time against active methods",
                     [](const FigureInput& input, Observer* observer) { return run_real("iqa", input, observer); });
}

}  // namespace pdrank::reproduce
