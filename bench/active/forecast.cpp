// Whether what next_pairs says about the future comes true: the tau that is expected now, and the tau expected once its
// pairs have been answered, against the taus that are then found. Means over the seeds of one cell.
#include <fmt/format.h>

#include <array>
#include <cmath>

#include "each.hpp"
#include "list.hpp"
#include "mean.hpp"
#include "parts.hpp"
#include "pdrank/active/next_pairs.hpp"
#include "pdrank/active/play.hpp"
#include "pdrank/active/registry.hpp"
#include "pdrank/core/stopwatch.hpp"
#include "pdrank/methods/rank.hpp"
#include "pdrank/metrics/kendall.hpp"

namespace pdrank::bench::active {
namespace {

constexpr double kMostWrong = 0.03;
constexpr std::uint32_t kFewItems = 30;                        // below it a tau wanders more,
constexpr std::size_t kMoreSeeds = 5;                          // and so many times as many seeds are cheap
constexpr std::array<double, 3> kMoments = {0.3, 0.6, 1};      // standard trials of random pairs
constexpr std::array<std::uint64_t, 3> kMore = {10, 50, 200};  // pairs of the list

struct Forecast {
  double predicted = 0, actual = 0;
};

// Of one moment of one play: now, and after each of kMore.
using Forecasts = std::array<Forecast, 1 + kMore.size()>;

double tau_of(const Comparisons& data, const Oracle& oracle, std::uint64_t seed) {
  const RankResult result = rank(data, {.method = "posterior", .seed = seed, .threads = 1});
  std::vector<double> scores(oracle.item_count());
  for (const Place& place : result.ranking) scores[place.id] = place.score;
  return kendall_tau(scores, oracle.truth()).tau_a;
}

// With an answer to each of the pairs.
Comparisons answered(const Comparisons& data, const NextResult& asked, const Oracle& oracle, Random& random) {
  Comparisons longer = select(data, std::vector<std::uint8_t>(data.size(), 1));
  for (const NextPair& pair : asked.pairs) {
    const ItemPair items = make_pair_of(*data.items.find(pair.left), *data.items.find(pair.right));
    const bool won = oracle.first_wins(items, random);
    longer.add({.winner = won ? items.first : items.second, .loser = won ? items.second : items.first});
  }
  return longer;
}

NextResult ask(const Comparisons& data, std::uint64_t count, std::uint64_t seed) {
  NextOptions options;
  options.count = count;
  options.seed = seed;
  options.threads = 1;
  return next_pairs(data, options);
}

Forecasts look_ahead(const Comparisons& data, const Oracle& oracle, std::uint64_t seed) {
  Forecasts forecasts;
  forecasts[0].actual = tau_of(data, oracle, seed);
  for (std::size_t k = 0; k < kMore.size(); ++k) {
    const NextResult asked = ask(data, kMore[k], seed);
    Random random(mixed(~seed) + kMore[k]);
    forecasts[0].predicted = asked.outlook->expected_tau;
    forecasts[k + 1] = {asked.outlook->expected_tau_after, tau_of(answered(data, asked, oracle, random), oracle, seed)};
  }
  return forecasts;
}

// By moment.
std::vector<Forecasts> run_play(const NoiseModel& noise, std::uint32_t items, std::uint64_t seed) {
  const std::unique_ptr<Oracle> oracle = make_simulated_oracle(noise, items, seed);
  Play play(*oracle, find_strategy("random"), {.seed = seed});
  std::vector<Forecasts> found;
  for (const double trials : kMoments) {
    play.ask_until(static_cast<std::uint64_t>(std::lround(trials * items * (items - 1) / 2)));
    found.push_back(look_ahead(play.data(), *oracle, seed));
  }
  return found;
}

struct Cell {
  std::string when;
  std::string more;  // "now", "10"
  Mean predicted, actual;

  double wrong() const { return predicted.value - actual.value; }
};

std::vector<Cell> cells_of(const std::vector<std::vector<Forecasts>>& by_seed) {
  std::vector<Cell> cells;
  for (std::size_t moment = 0; moment < kMoments.size(); ++moment)
    for (std::size_t k = 0; k <= kMore.size(); ++k) {
      std::vector<double> predicted, actual;
      for (const std::vector<Forecasts>& of_seed : by_seed) {
        predicted.push_back(of_seed[moment][k].predicted);
        actual.push_back(of_seed[moment][k].actual);
      }
      cells.push_back({fmt::format("{:g}", kMoments[moment]), k == 0 ? "now" : fmt::format("{}", kMore[k - 1]),
                       mean_of(predicted), mean_of(actual)});
    }
  return cells;
}

void show(Study& study, const std::string& title, const std::vector<Cell>& cells) {
  cli::Table table = table_of({title + ", trials", "pairs", "predicted", "actual", "std. error", "wrong by"});
  for (const Cell& cell : cells) {
    table.add_row({cell.when, cell.more, digits(cell.predicted.value), digits(cell.actual.value),
                   digits(cell.actual.standard_error), fmt::format("{:+.3f}", cell.wrong())});
    study.report.figures["forecast"].push_back({{"setting", title},
                                                {"trials", cell.when},
                                                {"pairs", cell.more},
                                                {"predicted", cell.predicted.value},
                                                {"actual", cell.actual.value},
                                                {"actual_standard_error", cell.actual.standard_error}});
  }
  study.report.show(table);
}

void hold(Study& study, const std::string& title, const std::vector<Cell>& cells) {
  for (const bool now : {true, false}) {
    const Cell* worst = nullptr;
    for (const Cell& cell : cells)
      if ((cell.more == "now") == now && (!worst || !(std::abs(cell.wrong()) <= std::abs(worst->wrong()))))
        worst = &cell;
    const std::string where =
        now ? fmt::format("{} trials", worst->when) : fmt::format("{} trials, {} pairs", worst->when, worst->more);
    study.report.hold({.what = fmt::format("forecast {}: expected tau {} against the actual one, at worst ({})", title,
                                           now ? "now" : "after the list", where),
                       .figure = std::abs(worst->wrong()),
                       .high = kMostWrong});
  }
}

}  // namespace

void run_forecast(Study& study) {
  if (!contains(study.settings.strategies, "posterior")) {
    study.report.say("Skipped: posterior is not among the strategies\n");
    return;
  }
  study.report.say(fmt::format(
      "Tau that the posterior expects, against the tau found: now, and when the pairs that the strategy posterior "
      "lists\n"
      "have been answered (all pairs where there are fewer than that). Means over {} seeds, {} below {} items; after "
      "so\n"
      "many standard trials of random pairs. The standard error is that of the actual mean.\n",
      study.settings.seeds, kMoreSeeds * study.settings.seeds, kFewItems));
  for (const std::string& noise : study.settings.noises)
    for (const std::uint32_t items : study.settings.items) {
      const Stopwatch stopwatch;
      const std::string title = fmt::format("{} m={}", noise, items);
      std::vector<std::vector<Forecasts>> by_seed(study.settings.seeds * (items < kFewItems ? kMoreSeeds : 1));
      for_each_parallel(by_seed.size(),
                        [&](std::size_t k) { by_seed[k] = run_play(parse_noise(noise), items, k + 1); });
      fmt::print(stderr, "forecast {}: {:.1f} s\n", title, stopwatch.seconds());
      const std::vector<Cell> cells = cells_of(by_seed);
      show(study, title, cells);
      hold(study, title, cells);
    }
}

}  // namespace pdrank::bench::active
