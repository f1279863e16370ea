// A crowd with sloppy members, spammers and adversaries: what it is worth to know who answered, and whether the report
// cards are right.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "claims.hpp"
#include "each.hpp"
#include "method_list.hpp"
#include "parts.hpp"
#include "pdrank/core/errors.hpp"
#include "pdrank/core/stopwatch.hpp"
#include "pdrank/methods/rank.hpp"
#include "pdrank/metrics/kendall.hpp"
#include "pdrank/metrics/paired_t_test.hpp"
#include "told_rates.hpp"

namespace pdrank::bench::accuracy {
namespace {

constexpr double kEnoughAnswers = 20;  // of an adversary who must be found
constexpr double kMostPValue = 0.01, kMostBelowTold = 0.01, kLeastCoverage = 0.87, kMostCoverage = 0.93;

// What is run on the data of every seed.
struct Contestant {
  std::string name;
  std::string method;
  bool sees_annotators = true;
};

// The annotators' report cards of a run, or of all of them.
struct Cards {
  std::size_t intervals = 0, covered = 0;              // of the reliability
  std::size_t adversaries = 0, adversaries_found = 0;  // with enough answers; flagged "adversary"
  std::size_t honest = 0, honest_flagged = 0;          // flagged anything
  std::size_t others = 0, others_flagged = 0;          // sloppy ones and spammers; flagged anything

  double coverage() const {
    return intervals == 0 ? kNone : static_cast<double>(covered) / static_cast<double>(intervals);
  }

  void add(const Cards& other) {
    intervals += other.intervals;
    covered += other.covered;
    adversaries += other.adversaries;
    adversaries_found += other.adversaries_found;
    honest += other.honest;
    honest_flagged += other.honest_flagged;
    others += other.others;
    others_flagged += other.others_flagged;
  }
};

// By seed.
struct Outcome {
  std::string name;
  std::vector<double> tau;
  std::vector<Cards> cards;
  bool refused = false;

  Cards all_cards() const {
    Cards sum;
    for (const Cards& of_seed : cards) sum.add(of_seed);
    return sum;
  }
};

// 60 % honest, 20 % sloppy, 15 % spammers, 5 % adversaries.
Cell crowd(const Settings& settings) {
  Cell cell;
  cell.world = "annotators";
  cell.name = "m=100 n=1000, 40 annotators";
  cell.simulate.items = 100;
  cell.simulate.comparisons = 1000;
  cell.simulate.noise = parse_noise("toggle:0");
  cell.simulate.annotators = parse_annotators("honest:24,sloppy:8,spammer:6,adversary:2");
  cell.methods = settings.methods;
  return cell;
}

std::vector<Contestant> contestants(const std::vector<std::string>& methods) {
  std::vector<Contestant> all;
  for (const std::string& method : methods) {
    all.push_back({method, method});
    if (method == "posterior") all.push_back({"posterior, nobody named", method, false});
  }
  return all;
}

Comparisons without_annotators(const Comparisons& data) {
  Comparisons stripped;
  for (ItemId item = 0; item < data.items.size(); ++item) stripped.items.intern(data.items.name(item));
  for (std::size_t n = 0; n < data.size(); ++n) stripped.add({.winner = data.winner(n), .loser = data.loser(n)});
  return stripped;
}

Cards grade(const Simulation& simulation, const std::vector<AnnotatorReport>& reports) {
  Cards cards;
  for (const AnnotatorReport& report : reports) {
    const AnnotatorId id = *simulation.comparisons.annotators.find(report.annotator);
    const std::string& kind = simulation.annotator_kinds[id];
    if (!std::isnan(report.reliability_low)) {
      const double truth = 1 - simulation.annotator_flips[id];
      ++cards.intervals;
      cards.covered += report.reliability_low <= truth && truth <= report.reliability_high;
    }
    if (kind == "honest") {
      ++cards.honest;
      cards.honest_flagged += !report.flag.empty();
    } else if (kind != "adversary") {
      ++cards.others;
      cards.others_flagged += !report.flag.empty();
    } else if (report.comparisons >= kEnoughAnswers) {
      ++cards.adversaries;
      cards.adversaries_found += report.flag == "adversary";
    }
  }
  return cards;
}

Outcome run(const Cell& cell, const Contestant& contestant, std::size_t seeds) {
  Outcome outcome = {contestant.name, std::vector<double>(seeds), std::vector<Cards>(seeds)};
  try {
    for_each_parallel(seeds, [&](std::size_t k) {
      const Simulation simulation = draw(cell, k);
      const RankOptions options = options_of(contestant.method, k + 1);
      const RankResult result = contestant.sees_annotators ? rank(simulation.comparisons, options)
                                                           : rank(without_annotators(simulation.comparisons), options);
      outcome.tau[k] = tau_with_truth(result, simulation.truth);
      outcome.cards[k] = grade(simulation, result.annotators);
    });
  } catch (const NotApplicable&) {
    outcome.refused = true;
  }
  return outcome;
}

Outcome run_told(const Cell& cell, std::size_t seeds) {
  Outcome outcome = {"posterior, told the rates", std::vector<double>(seeds), std::vector<Cards>(seeds)};
  for_each_parallel(seeds, [&](std::size_t k) {
    const Simulation simulation = draw(cell, k);
    std::vector<double> reliability;
    for (const double flip : simulation.annotator_flips) reliability.push_back(1 - flip);
    outcome.tau[k] =
        kendall_tau(simulation.truth, scores_with_told_rates(simulation.comparisons, reliability, k + 1)).tau_a;
  });
  return outcome;
}

std::string count_text(std::size_t count, std::size_t all) {
  return all == 0 ? "-" : fmt::format("{} of {}", count, all);
}

void show(Study& study, const std::vector<Outcome>& outcomes) {
  cli::Table table = table_of(
      {"method", "tau", "std. error", "reliability coverage", "adversaries found", "honest flagged", "others flagged"});
  for (const Outcome& outcome : outcomes) {
    if (outcome.refused) {
      table.add_row({outcome.name, "refused", "", "", "", "", ""});
      continue;
    }
    const Mean tau = mean_of(outcome.tau);
    const Cards cards = outcome.all_cards();
    table.add_row({outcome.name, digits(tau.value), digits(tau.standard_error), digits(cards.coverage()),
                   count_text(cards.adversaries_found, cards.adversaries),
                   count_text(cards.honest_flagged, cards.honest), count_text(cards.others_flagged, cards.others)});
    study.report.figures["annotators"][outcome.name] = {{"tau", tau.value},
                                                        {"standard_error", tau.standard_error},
                                                        {"reliability_coverage", cards.coverage()},
                                                        {"adversaries", cards.adversaries},
                                                        {"adversaries_found", cards.adversaries_found},
                                                        {"honest", cards.honest},
                                                        {"honest_flagged", cards.honest_flagged},
                                                        {"others", cards.others},
                                                        {"others_flagged", cards.others_flagged}};
  }
  table.add_row(
      {"  bar for posterior", "", "", fmt::format("{:g} .. {:g}", kLeastCoverage, kMostCoverage), "", "", ""});
  study.report.show(table);
}

const Outcome* find(const std::vector<Outcome>& outcomes, std::string_view name) {
  const auto at = std::ranges::find(outcomes, name, &Outcome::name);
  return at == outcomes.end() || at->refused ? nullptr : &*at;
}

// The p-value that knowing who answered helps; 1 where it does not on average.
void hold_worth_of_names(Study& study, const Outcome* named, const Outcome* unnamed) {
  Bar bar = {.what = "annotators: p-value that posterior gains by knowing who answered",
             .figure = std::nullopt,
             .high = kMostPValue};
  if (named && unnamed) {
    const PairedTTest test = paired_t_test(named->tau, unnamed->tau);
    bar.figure = test.mean_difference > 0 ? test.p_value : 1;
    bar.what += fmt::format(" (mean gain {:.3f})", test.mean_difference);
  }
  study.report.hold(std::move(bar));
}

void hold_bars(Study& study, const std::vector<Outcome>& outcomes) {
  const Outcome *posterior = find(outcomes, "posterior"), *told = find(outcomes, "posterior, told the rates");
  hold_worth_of_names(study, posterior, find(outcomes, "posterior, nobody named"));
  Bar below = {.what = "annotators: posterior below the same model told the rates",
               .figure = std::nullopt,
               .high = kMostBelowTold};
  if (posterior && told) {
    std::vector<double> differences;
    for (std::size_t k = 0; k < told->tau.size(); ++k) differences.push_back(told->tau[k] - posterior->tau[k]);
    const Mean difference = mean_of(differences);
    below.figure = difference.value;
    below.standard_error = difference.standard_error;
  }
  study.report.hold(std::move(below));
  Bar coverage = {.what = "annotators: coverage of posterior's 90 % reliability intervals",
                  .figure = std::nullopt,
                  .low = kLeastCoverage,
                  .high = kMostCoverage};
  if (posterior) {
    std::vector<double> by_seed;
    for (const Cards& cards : posterior->cards) by_seed.push_back(cards.coverage());
    coverage.figure = posterior->all_cards().coverage();
    coverage.standard_error = mean_of(by_seed).standard_error;
  }
  study.report.hold(std::move(coverage));
}

}  // namespace

void run_annotators(Study& study) {
  const Cell cell = crowd(study.settings);
  study.report.say(fmt::format("{} (60 % honest, 20 % sloppy, 15 % spammers, 5 % adversaries), {} seeds\n", cell.name,
                               study.settings.seeds));
  const Stopwatch stopwatch;
  std::vector<Outcome> outcomes;
  for (const Contestant& contestant : contestants(cell.methods))
    outcomes.push_back(run(cell, contestant, study.settings.seeds));
  if (contains(cell.methods, "posterior")) outcomes.push_back(run_told(cell, study.settings.seeds));
  fmt::print(stderr, "annotators: {:.1f} s\n", stopwatch.seconds());
  show(study, outcomes);
  hold_bars(study, outcomes);
}

}  // namespace pdrank::bench::accuracy
