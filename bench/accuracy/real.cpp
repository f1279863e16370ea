// Real data: auto against every method, by the truth where there is one and by answers that were held out.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "data_sets.hpp"
#include "each.hpp"
#include "method_list.hpp"
#include "parts.hpp"
#include "pdrank/core/stopwatch.hpp"
#include "pdrank/methods/automatic.hpp"
#include "pdrank/methods/compare.hpp"

namespace pdrank::bench::accuracy {
namespace {

constexpr std::size_t kMostComparisons = 20'000;  // of a set; larger files are cut off there
constexpr int kFolds = 5;
constexpr double kLeastReadingLevelTau = 0.36;

// A figure of a method on a set. Two are equal if they are when written with three digits.
struct Measure {
  std::string_view name;
  double MethodOnData::*figure;
  int sign;  // 1: more is better, -1: less is

  long value(const MethodOnData& method) const { return std::lround(1000 * sign * method.*figure); }
  bool has(const MethodOnData& method) const { return method.reason.empty() && !std::isnan(method.*figure); }
};

constexpr std::array<Measure, 3> kMeasures = {{{"tau", &MethodOnData::tau, 1},
                                               {"log loss", &MethodOnData::log_loss, -1},
                                               {"accuracy", &MethodOnData::accuracy, 1}}};

struct Measured {
  std::string name;
  std::uint64_t items = 0, comparisons = 0, comparisons_read = 0;
  std::vector<MethodOnData> methods;

  const MethodOnData* find(std::string_view method) const {
    const auto at = std::ranges::find(methods, method, &MethodOnData::method);
    return at == methods.end() ? nullptr : &*at;
  }
  std::string size_text() const {
    return comparisons == comparisons_read ? fmt::format("{}", comparisons)
                                           : fmt::format("{} of {}", comparisons, comparisons_read);
  }
};

Measured measure(const DataSet& set, const Settings& settings) {
  const Stopwatch stopwatch;
  const LoadedSet loaded = load(set, kMostComparisons);
  CompareOptions options;
  options.methods = settings.methods;
  const bool auto_again = contains(options.methods, "auto") && contains(options.methods, "posterior") &&
                          suits_posterior(loaded.data.items.size() + loaded.data.size());
  if (auto_again) std::erase(options.methods, "auto");
  options.threads = 1;
  options.folds = kFolds;
  CompareResult result = compare(loaded.data, options, loaded.truth);
  if (auto_again) {  // which is the same as the posterior on data of this size
    MethodOnData chosen = *std::ranges::find(result.methods, "posterior", &MethodOnData::method);
    chosen.method = "auto";
    result.methods.push_back(std::move(chosen));
  }
  fmt::print(stderr, "{}: {:.1f} s\n", set.name, stopwatch.seconds());
  return {set.name, result.graph.items, loaded.data.size(), loaded.comparisons_read, std::move(result.methods)};
}

std::vector<Measured> measure_all(const std::vector<DataSet>& sets, const Settings& settings) {
  std::vector<Measured> all(sets.size());
  for_each_parallel(sets.size(), [&](std::size_t k) { all[k] = measure(sets[k], settings); });
  return all;
}

// The hero's figure, the best of the others' and whose that is, and the hero's place among all.
std::vector<std::string> line_of(const Measured& set, std::string_view hero, const Measure& measure) {
  const MethodOnData *own = set.find(hero), *best = nullptr;
  std::size_t better = 0;
  for (const MethodOnData& method : set.methods) {
    if (&method == own || !measure.has(method)) continue;
    if (!best || measure.value(method) > measure.value(*best)) best = &method;
    better += measure.value(method) > measure.value(*own);
  }
  return {set.name,
          fmt::format("{}", set.items),
          set.size_text(),
          digits(own->*measure.figure),
          best ? digits(best->*measure.figure) : "-",
          best ? best->method : "-",
          fmt::format("{}", better + 1)};
}

void show_sets(const Report& report, const std::vector<Measured>& sets, std::string_view hero, const Measure& measure) {
  cli::Table table =
      table_of({std::string(measure.name), "items", "comparisons", std::string(hero), "best other", "by", "place"});
  for (const Measured& set : sets)
    if (measure.has(*set.find(hero))) table.add_row(line_of(set, hero, measure));
  report.show(table);
}

struct Score {
  std::size_t wins = 0, losses = 0, ties = 0;
};

Score count(const std::vector<Measured>& sets, std::string_view hero, std::string_view other, const Measure& measure) {
  Score score;
  for (const Measured& set : sets) {
    const MethodOnData &a = *set.find(hero), &b = *set.find(other);
    if (!measure.has(a) || !measure.has(b)) continue;
    score.wins += measure.value(a) > measure.value(b);
    score.losses += measure.value(a) < measure.value(b);
    score.ties += measure.value(a) == measure.value(b);
  }
  return score;
}

void show_score(Study& study, const std::vector<Measured>& sets, std::string_view hero) {
  std::vector<std::string> titles = {fmt::format("{} against", hero)};
  for (const Measure& measure : kMeasures)
    for (const std::string_view word : {"wins", "losses", "ties"})
      titles.push_back(word == "wins" ? fmt::format("{}: wins", measure.name) : std::string(word));
  cli::Table table = table_of(titles);
  for (const std::string& other : study.settings.methods) {
    if (other == hero) continue;
    std::vector<std::string> line = {other};
    for (const Measure& measure : kMeasures) {
      const Score score = count(sets, hero, other, measure);
      for (const std::size_t number : {score.wins, score.losses, score.ties}) line.push_back(fmt::format("{}", number));
      study.report.figures["real"]["score"][other][std::string(measure.name)] = {
          {"wins", score.wins}, {"losses", score.losses}, {"ties", score.ties}};
    }
    table.add_row(std::move(line));
  }
  study.report.show(table);
}

Json figures_of(const Measured& set) {
  Json figures = {{"set", set.name},
                  {"items", set.items},
                  {"comparisons", set.comparisons},
                  {"comparisons_read", set.comparisons_read}};
  for (const MethodOnData& method : set.methods)
    figures["methods"][method.method] = method.reason.empty() ? Json{{"tau", method.tau},
                                                                     {"log_loss", method.log_loss},
                                                                     {"accuracy", method.accuracy},
                                                                     {"calibration_error", method.calibration_error},
                                                                     {"unpredicted", method.unpredicted},
                                                                     {"status", to_string(method.convergence.status)}}
                                                              : Json{{"reason", method.reason}};
  return figures;
}

void hold_reading_level(Study& study, const std::vector<Measured>& sets) {
  Bar bar = {.what = "real: tau of posterior on readinglevel", .figure = std::nullopt, .low = kLeastReadingLevelTau};
  const auto set = std::ranges::find(sets, "readinglevel", &Measured::name);
  if (set != sets.end())
    if (const MethodOnData* posterior = set->find("posterior")) bar.figure = posterior->tau;
  study.report.hold(std::move(bar));
}

}  // namespace

void run_real(Study& study) {
  const std::vector<DataSet> sets = find_data_sets(study.settings.data);
  std::vector<Measured> measured;
  if (sets.empty()) {
    study.report.say(fmt::format("Skipped: no data sets in {} (--data DIR)\n", study.settings.data));
  } else {
    const std::string hero = contains(study.settings.methods, "auto") ? "auto" : study.settings.methods.front();
    measured = measure_all(sets, study.settings);
    study.report.say(fmt::format(
        "Kendall tau-b with the truth; log loss and accuracy of {}-fold held-out answers. Of a file, at most the "
        "first\n{} comparisons. A method that does not apply to a set is left out there; place 1 = no method "
        "is better.\n",
        kFolds, kMostComparisons));
    for (const Measure& measure : kMeasures) show_sets(study.report, measured, hero, measure);
    show_score(study, measured, hero);
    for (const Measured& set : measured) study.report.figures["real"]["sets"].push_back(figures_of(set));
  }
  hold_reading_level(study, measured);
}

}  // namespace pdrank::bench::accuracy
