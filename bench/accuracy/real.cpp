// Real data: posterior against every method, by the truth where there is one and by answers that were held out.
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "data_sets.hpp"
#include "each.hpp"
#include "method_list.hpp"
#include "parts.hpp"
#include "pdrank/core/stopwatch.hpp"
#include "pdrank/methods/compare.hpp"

namespace pdrank::bench::accuracy {
namespace {

constexpr std::size_t kMostComparisons = 20'000;  // of a set; larger files are cut off there
constexpr int kFolds = 5;
constexpr std::string_view kHero = "posterior";
// Whose predictions posterior is held against.
constexpr std::array<std::string_view, 4> kRivals = {"bradley-terry", "pdrank", "hodgerank", "crowd-bt"};
constexpr double kLeastReadingLevelTau = 0.365;
constexpr double kAsGood = 0.001, kMostWorse = 0.005;  // log loss above that of the best rival
constexpr double kStandardErrors = 2;                  // or so many of the paired difference
constexpr double kLeastAsGood = 0.9;                   // share of the sets

struct Measured {
  std::string name;
  std::uint64_t items = 0, comparisons = 0, comparisons_read = 0;
  bool adaptive = false;  // pairs were chosen by what was known, so that held-out answers favour overfitting
  std::vector<MethodOnData> methods;

  const MethodOnData* find(std::string_view method) const {
    const auto at = std::ranges::find(methods, method, &MethodOnData::method);
    return at == methods.end() || !at->reason.empty() ? nullptr : &*at;
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
  options.threads = 1;
  options.folds = kFolds;
  CompareResult result = compare(loaded.data, options, loaded.truth);
  fmt::print(stderr, "{}: {:.1f} s\n", set.name, stopwatch.seconds());
  return {set.name,        result.graph.items,       loaded.data.size(), loaded.comparisons_read,
          result.adaptive, std::move(result.methods)};
}

std::vector<Measured> measure_all(const std::vector<DataSet>& sets, const Settings& settings) {
  std::vector<Measured> all(sets.size());
  for_each_parallel(sets.size(), [&](std::size_t k) { all[k] = measure(sets[k], settings); });
  return all;
}

// Posterior's log loss beside that of the best rival; nothing where either is missing.
struct Race {
  const MethodOnData *own = nullptr, *best = nullptr;
  Mean difference = {};  // own less best; the standard error over the folds

  bool as_good() const {
    return difference.value <= kAsGood || difference.value <= kStandardErrors * difference.standard_error;
  }
};

std::optional<Race> race_on(const Measured& set) {
  Race race = {.own = set.find(kHero)};
  for (const std::string_view name : kRivals)
    if (const MethodOnData* rival = set.find(name); rival && !std::isnan(rival->log_loss))
      if (!race.best || rival->log_loss < race.best->log_loss) race.best = rival;
  if (!race.own || !race.best || std::isnan(race.own->log_loss)) return std::nullopt;
  std::vector<double> by_fold;
  for (std::size_t fold = 0; fold < std::min(race.own->fold_log_loss.size(), race.best->fold_log_loss.size()); ++fold)
    by_fold.push_back(race.own->fold_log_loss[fold] - race.best->fold_log_loss[fold]);
  race.difference = {race.own->log_loss - race.best->log_loss, mean_of(by_fold).standard_error};
  return race;
}

std::string verdict(const Measured& set, const Race& race) {
  if (set.adaptive) return "adaptive";
  if (race.difference.value > kMostWorse) return "MISS";
  return race.as_good() ? "as good" : "worse";
}

void show_races(const Report& report, const std::vector<Measured>& sets) {
  cli::Table table = table_of({"log loss", "items", "comparisons", std::string(kHero), "best rival", "by", "difference",
                               "std. error", "verdict"});
  for (const Measured& set : sets)
    if (const std::optional<Race> race = race_on(set))
      table.add_row({set.name, fmt::format("{}", set.items), set.size_text(), digits(race->own->log_loss, 4),
                     digits(race->best->log_loss, 4), race->best->method,
                     fmt::format("{:+.4f}", race->difference.value), digits(race->difference.standard_error, 4),
                     verdict(set, *race)});
  report.show(table);
}

void hold_races(Study& study, const std::vector<Measured>& sets) {
  double raced = 0, as_good = 0;
  std::optional<Race> worst;
  std::string where;
  for (const Measured& set : sets) {
    const std::optional<Race> race = set.adaptive ? std::nullopt : race_on(set);
    if (!race) continue;
    ++raced;
    as_good += race->as_good();
    if (worst && race->difference.value <= worst->difference.value) continue;
    worst = race;
    where = set.name;
  }
  Bar share = {.what = fmt::format("real: share of {} sets on which {} is as good as the best rival", raced, kHero),
               .figure = std::nullopt,
               .low = kLeastAsGood};
  Bar largest = {.what = fmt::format("real: {}'s log loss above the best rival's, largest ({})", kHero, where),
                 .figure = std::nullopt,
                 .high = kMostWorse};
  if (worst) {
    share.figure = as_good / raced;
    largest.figure = worst->difference.value;
    largest.standard_error = worst->difference.standard_error;
  }
  study.report.hold(std::move(share));
  study.report.hold(std::move(largest));
}

// A figure of a method on a set. Two are equal if they are when written with three digits.
struct Measure {
  std::string_view name;
  double MethodOnData::*figure;
  int sign;  // 1: more is better, -1: less is

  long value(const MethodOnData& method) const { return std::lround(1000 * sign * method.*figure); }
};

constexpr std::array<Measure, 3> kMeasures = {{{"tau", &MethodOnData::tau, 1},
                                               {"log loss", &MethodOnData::log_loss, -1},
                                               {"accuracy", &MethodOnData::accuracy, 1}}};

struct Score {
  std::size_t wins = 0, losses = 0, ties = 0;
};

Score count(const std::vector<Measured>& sets, std::string_view other, const Measure& measure) {
  Score score;
  for (const Measured& set : sets) {
    const MethodOnData *a = set.find(kHero), *b = set.find(other);
    if (!a || !b || std::isnan(a->*measure.figure) || std::isnan(b->*measure.figure)) continue;
    score.wins += measure.value(*a) > measure.value(*b);
    score.losses += measure.value(*a) < measure.value(*b);
    score.ties += measure.value(*a) == measure.value(*b);
  }
  return score;
}

void show_score(Study& study, const std::vector<Measured>& sets) {
  std::vector<std::string> titles = {fmt::format("{} against", kHero)};
  for (const Measure& measure : kMeasures)
    for (const std::string_view word : {"wins", "losses", "ties"})
      titles.push_back(word == "wins" ? fmt::format("{}: wins", measure.name) : std::string(word));
  cli::Table table = table_of(titles);
  for (const std::string& other : study.settings.methods) {
    if (other == kHero) continue;
    std::vector<std::string> line = {other};
    for (const Measure& measure : kMeasures) {
      const Score score = count(sets, other, measure);
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
                  {"comparisons_read", set.comparisons_read},
                  {"adaptive", set.adaptive}};
  for (const MethodOnData& method : set.methods)
    figures["methods"][method.method] = method.reason.empty() ? Json{{"tau", method.tau},
                                                                     {"log_loss", method.log_loss},
                                                                     {"fold_log_loss", method.fold_log_loss},
                                                                     {"accuracy", method.accuracy},
                                                                     {"calibration_error", method.calibration_error},
                                                                     {"unpredicted", method.unpredicted},
                                                                     {"status", name_of(method.convergence.status)}}
                                                              : Json{{"reason", method.reason}};
  return figures;
}

void hold_reading_level(Study& study, const std::vector<Measured>& sets) {
  Bar bar = {.what = fmt::format("real: tau of {} on readinglevel", kHero),
             .figure = std::nullopt,
             .low = kLeastReadingLevelTau};
  const auto set = std::ranges::find(sets, "readinglevel", &Measured::name);
  if (set != sets.end())
    if (const MethodOnData* own = set->find(kHero)) bar.figure = own->tau;
  study.report.hold(std::move(bar));
}

}  // namespace

void run_real(Study& study) {
  const std::vector<DataSet> sets = find_data_sets(study.settings.data);
  std::vector<Measured> measured;
  if (sets.empty()) {
    study.report.say(fmt::format("Skipped: no data sets in {} (--data DIR)\n", study.settings.data));
  } else {
    measured = measure_all(sets, study.settings);
    study.report.say(fmt::format(
        "Log loss of held-out answers, {} folds, by the methods' own probabilities where they have some. Of a file,\n"
        "at most the first {} comparisons. as good: at most {:g} above the best rival\n"
        "({}), or within {:g} standard errors of the difference by fold.\n"
        "adaptive: pairs were chosen by what was known about the items; no bar.\n",
        kFolds, kMostComparisons, kAsGood, fmt::join(kRivals, ", "), kStandardErrors));
    show_races(study.report, measured);
    study.report.say("Kendall tau-b with the truth, log loss and accuracy of held-out answers, set by set:\n");
    show_score(study, measured);
    for (const Measured& set : measured) study.report.figures["real"]["sets"].push_back(figures_of(set));
  }
  hold_races(study, measured);
  hold_reading_level(study, measured);
}

}  // namespace pdrank::bench::accuracy
