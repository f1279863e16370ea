#include "pdrank/simulate/simulate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "pdrank/core/errors.hpp"
#include "pdrank/data/components.hpp"
#include "support/binomial_bound.hpp"

namespace pdrank {
namespace {

using Kind = NoiseModel::Kind;
using testing::binomial_bound;

// A comparison by name, so that data with different ids can be compared.
struct Row {
  std::string winner, loser, annotator;
  bool operator==(const Row&) const = default;
};

std::vector<Row> rows_of(const Simulation& simulation) {
  const Comparisons& data = simulation.comparisons;
  std::vector<Row> rows;
  for (std::size_t n = 0; n < data.size(); ++n)
    rows.push_back({std::string(data.items.name(data.winner(n))), std::string(data.items.name(data.loser(n))),
                    std::string(data.has_annotators() ? data.annotators.name(data.annotator(n)) : "")});
  return rows;
}

std::map<std::string, double> truth_by_name(const Simulation& simulation) {
  std::map<std::string, double> truth;
  for (ItemId id = 0; id < simulation.comparisons.items.size(); ++id)
    truth[std::string(simulation.comparisons.items.name(id))] = simulation.truth[id];
  return truth;
}

std::uint64_t count_wrong(const Simulation& simulation) {
  return std::accumulate(simulation.wrong.begin(), simulation.wrong.end(), std::uint64_t{0});
}

Components components_of(const Simulation& simulation, GraphKind graph) {
  const Comparisons& data = simulation.comparisons;
  std::vector<ItemId> winner, loser;
  for (std::size_t n = 0; n < data.size(); ++n) {
    winner.push_back(data.winner(n));
    loser.push_back(data.loser(n));
  }
  return graph == GraphKind::strong ? strong_components(data.items.size(), winner, loser)
                                    : weak_components(data.items.size(), winner, loser);
}

std::string refusal(const SimulateOptions& options) {
  try {
    simulate(options);
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  return "";
}

TEST(Simulate, GivesTheSameDataForTheSameSeed) {
  SimulateOptions options;
  options.annotators = parse_annotators("honest:5,spammer:2");
  const Simulation one = simulate(options), two = simulate(options);
  EXPECT_EQ(rows_of(one), rows_of(two));
  EXPECT_EQ(one.truth, two.truth);
  EXPECT_EQ(one.wrong, two.wrong);
  options.seed = 2;
  EXPECT_NE(rows_of(one), rows_of(simulate(options)));
}

// From an independent program that draws in the same order; a change here changes every simulated data set.
TEST(Simulate, KeepsItsData) {
  SimulateOptions options;
  options.annotators = parse_annotators("12");
  const Simulation simulation = simulate(options);
  std::vector<Row> first = rows_of(simulation);
  first.resize(4);
  EXPECT_EQ(first, (std::vector<Row>{{"item-17", "item-15", "annotator-12"},
                                     {"item-05", "item-08", "annotator-05"},
                                     {"item-26", "item-09", "annotator-11"},
                                     {"item-14", "item-25", "annotator-06"}}));
  const std::map<std::string, double> truth = truth_by_name(simulation);
  EXPECT_EQ(truth.at("item-17"), 18);
  EXPECT_EQ(truth.at("item-15"), 5);
}

TEST(Simulate, MakesExactlyWhatWasAskedFor) {
  SimulateOptions options;
  options.items = 50;
  options.comparisons = 5000;
  const Simulation simulation = simulate(options);
  const Comparisons& data = simulation.comparisons;
  EXPECT_EQ(data.size(), 5000u);
  EXPECT_EQ(data.report.rows, 5000u);
  EXPECT_EQ(simulation.wrong.size(), 5000u);
  EXPECT_EQ(data.items.size(), 50u);
  EXPECT_EQ(simulation.truth.size(), 50u);
  EXPECT_EQ(simulation.items_left_out, 0u);
  EXPECT_EQ(simulation.comparisons_left_out, 0u);
  EXPECT_EQ(simulation.draws, 1u);
  EXPECT_FALSE(data.has_annotators());
  for (std::size_t n = 0; n < data.size(); ++n) {
    ASSERT_NE(data.winner(n), data.loser(n));
    ASSERT_EQ(data.weight(n), 1);
    ASSERT_FALSE(data.tie(n));
    ASSERT_EQ(data.row(n), n + 1);
  }
}

TEST(Simulate, SaysHowManyItemsWereNeverCompared) {
  SimulateOptions options;
  options.items = 1000;
  options.comparisons = 100;
  const Simulation simulation = simulate(options);
  EXPECT_EQ(simulation.comparisons.size(), 100u);
  EXPECT_LE(simulation.comparisons.items.size(), 200u);
  EXPECT_EQ(simulation.truth.size(), simulation.comparisons.items.size());
  EXPECT_EQ(simulation.items_left_out, 1000 - simulation.comparisons.items.size());
}

TEST(Simulate, WorksForTwoItemsAndOneComparison) {
  SimulateOptions options;
  options.items = 2;
  options.comparisons = 1;
  for (const GraphKind graph : {GraphKind::any, GraphKind::connected}) {
    options.graph = graph;
    const Simulation simulation = simulate(options);
    EXPECT_EQ(simulation.comparisons.size(), 1u);
    EXPECT_EQ(simulation.comparisons.items.size(), 2u);
  }
}

TEST(Simulate, PadsNamesToTheWidthOfTheCount) {
  SimulateOptions options;
  options.items = 100;
  options.comparisons = 5000;
  options.annotators = parse_annotators("12");
  const Simulation simulation = simulate(options);
  EXPECT_TRUE(simulation.comparisons.items.find("item-001"));
  EXPECT_TRUE(simulation.comparisons.items.find("item-100"));
  EXPECT_TRUE(simulation.comparisons.annotators.find("annotator-01"));
  EXPECT_TRUE(simulation.comparisons.annotators.find("annotator-12"));
  EXPECT_EQ(simulation.comparisons.annotators.size(), 12u);
}

TEST(Simulate, GivesIdsInOrderOfAppearance) {
  SimulateOptions options;
  options.items = 500;
  options.comparisons = 2000;
  options.annotators = parse_annotators("50");
  const Comparisons data = simulate(options).comparisons;
  ItemId items = 0;
  AnnotatorId annotators = 0;
  for (std::size_t n = 0; n < data.size(); ++n) {
    for (const ItemId item : {std::min(data.winner(n), data.loser(n)), std::max(data.winner(n), data.loser(n))}) {
      ASSERT_LE(item, items);
      if (item == items) ++items;
    }
    ASSERT_LE(data.annotator(n), annotators);
    if (data.annotator(n) == annotators) ++annotators;
  }
  EXPECT_EQ(items, data.items.size());
  EXPECT_EQ(annotators, data.annotators.size());
}

// Among comparisons of two new items the winner has the lower id half of the time: with 10^5 items and 10^4
// comparisons most are such.
TEST(Simulate, DoesNotLeakTheAnswerThroughTheIds) {
  SimulateOptions options;
  options.items = 100'000;
  options.comparisons = 10'000;
  options.noise = {Kind::toggle, 0};
  const Comparisons data = simulate(options).comparisons;
  ItemId seen = 0;
  std::uint64_t both_new = 0, winner_lower = 0;
  for (std::size_t n = 0; n < data.size(); ++n) {
    const ItemId low = std::min(data.winner(n), data.loser(n)), high = std::max(data.winner(n), data.loser(n));
    if (low == seen) {
      ++both_new;
      winner_lower += data.winner(n) == low ? 1u : 0u;
    }
    seen = std::max(seen, high + 1);
  }
  EXPECT_GT(both_new, 5000u);
  EXPECT_NEAR(static_cast<double>(winner_lower), 0.5 * static_cast<double>(both_new), binomial_bound(both_new, 0.5));
}

TEST(Simulate, DrawsAllPairsEquallyOften) {
  SimulateOptions options;
  options.items = 6;
  options.comparisons = 150'000;
  options.noise = {Kind::toggle, 0.5};
  std::map<std::pair<std::string, std::string>, std::uint64_t> hits;
  for (const Row& row : rows_of(simulate(options))) ++hits[std::minmax(row.winner, row.loser)];
  EXPECT_EQ(hits.size(), 15u);
  for (const auto& [pair, count] : hits)
    EXPECT_NEAR(static_cast<double>(count), 10'000, binomial_bound(options.comparisons, 1.0 / 15)) << pair.first;
}

TEST(Simulate, MarksTheAnswersThatContradictTheTruth) {
  for (const NoiseModel noise : {NoiseModel{Kind::toggle, 0.3}, NoiseModel{Kind::bradley_terry, 2}}) {
    SimulateOptions options;
    options.noise = noise;
    const Simulation simulation = simulate(options);
    const Comparisons& data = simulation.comparisons;
    for (std::size_t n = 0; n < data.size(); ++n)
      ASSERT_EQ(simulation.wrong[n] == 1, simulation.truth[data.winner(n)] < simulation.truth[data.loser(n)]);
  }
}

TEST(Simulate, HasTheErrorRateOfTheToggleNoise) {
  for (const double level : {0.0, 0.1, 0.5, 1.0}) {
    SimulateOptions options;
    options.comparisons = 100'000;
    options.noise = {Kind::toggle, level};
    const double bound = level == 0 || level == 1 ? 0 : binomial_bound(options.comparisons, level);
    EXPECT_NEAR(static_cast<double>(count_wrong(simulate(options))), 100'000 * level, bound) << level;
  }
}

// Every comparison has its own win probability, so each pair of items is held to its own bound.
TEST(Simulate, HasTheWinFrequenciesOfBradleyTerry) {
  SimulateOptions options;
  options.items = 5;
  options.comparisons = 200'000;
  options.noise = {Kind::bradley_terry, 3};
  const Simulation simulation = simulate(options);
  const Comparisons& data = simulation.comparisons;
  std::map<std::pair<ItemId, ItemId>, std::uint64_t> wins;
  for (std::size_t n = 0; n < data.size(); ++n) ++wins[{data.winner(n), data.loser(n)}];
  for (ItemId i = 0; i < 5; ++i) {
    for (ItemId j = 0; j < i; ++j) {
      const std::uint64_t both = wins[{i, j}] + wins[{j, i}];
      const double probability = 1 / (1 + std::exp(-(simulation.truth[i] - simulation.truth[j])));
      EXPECT_NEAR(static_cast<double>(wins[{i, j}]), static_cast<double>(both) * probability,
                  binomial_bound(both, probability));
    }
  }
}

// An answer is wrong if the noise or the annotator turned it round, but not both: d (1 - f) + f (1 - d).
TEST(Simulate, LetsEveryAnnotatorFlipWithTheirOwnProbability) {
  SimulateOptions options;
  options.comparisons = 400'000;
  options.noise = {Kind::toggle, 0.1};
  options.annotators = parse_annotators("neutral:1,honest:2,sloppy:2,spammer:2,adversary:2,1:1");
  const Simulation simulation = simulate(options);
  const Comparisons& data = simulation.comparisons;
  ASSERT_EQ(data.annotators.size(), 10u);
  std::vector<std::uint64_t> answers(10), wrong(10);
  for (std::size_t n = 0; n < data.size(); ++n) {
    ++answers[data.annotator(n)];
    wrong[data.annotator(n)] += simulation.wrong[n];
  }
  for (AnnotatorId id = 0; id < 10; ++id) {
    const double flip = simulation.annotator_flips[id];
    const double rate = 0.1 * (1 - flip) + flip * 0.9;
    EXPECT_NEAR(static_cast<double>(answers[id]), 40'000, binomial_bound(options.comparisons, 0.1));
    EXPECT_NEAR(static_cast<double>(wrong[id]), static_cast<double>(answers[id]) * rate,
                binomial_bound(answers[id], rate))
        << simulation.annotator_kinds[id];
  }
}

TEST(Simulate, KeepsKindsAndFlipsWithTheRightAnnotator) {
  SimulateOptions options;
  options.annotators = parse_annotators("honest:3,adversary:2");
  const Simulation simulation = simulate(options);
  const std::vector<std::string> kinds = {"honest", "honest", "honest", "adversary", "adversary"};
  ASSERT_EQ(simulation.comparisons.annotators.size(), 5u);
  for (std::size_t number = 0; number < 5; ++number) {
    const auto id = simulation.comparisons.annotators.find("annotator-" + std::to_string(number + 1));
    ASSERT_TRUE(id);
    EXPECT_EQ(simulation.annotator_kinds[*id], kinds[number]);
    EXPECT_EQ(simulation.annotator_flips[*id], number < 3 ? 0.05 : 0.9);
  }
}

TEST(Simulate, LeavesOutAnnotatorsWhoNeverAnswered) {
  SimulateOptions options;
  options.comparisons = 10;
  options.annotators = parse_annotators("1000");
  const Simulation simulation = simulate(options);
  EXPECT_LE(simulation.comparisons.annotators.size(), 10u);
  EXPECT_EQ(simulation.annotator_kinds.size(), simulation.comparisons.annotators.size());
  EXPECT_EQ(simulation.annotator_flips.size(), simulation.comparisons.annotators.size());
}

TEST(Simulate, MakesFewerComparisonsAPrefixOfMore) {
  SimulateOptions options;
  options.comparisons = 1000;
  const Simulation more = simulate(options);
  options.comparisons = 300;
  const Simulation fewer = simulate(options);
  std::vector<Row> prefix = rows_of(more);
  prefix.resize(300);
  EXPECT_EQ(rows_of(fewer), prefix);
}

TEST(Simulate, TurnsRoundASupersetWhenTheToggleLevelGrows) {
  SimulateOptions options;
  options.noise = {Kind::toggle, 0.1};
  const Simulation less = simulate(options);
  options.noise = {Kind::toggle, 0.3};
  const Simulation more = simulate(options);
  EXPECT_EQ(truth_by_name(less), truth_by_name(more));
  for (std::size_t n = 0; n < less.wrong.size(); ++n) ASSERT_LE(less.wrong[n], more.wrong[n]);
}

// What a shape promises survives the way through names, answers and annotators.
TEST(Simulate, MakesEveryPairMeetAsOftenAsThereAreTrialsInATournament) {
  SimulateOptions options;
  options.items = 20;
  options.comparisons = trials_to_comparisons(3, options.items);
  options.annotators = parse_annotators("honest:5");
  options.shape = parse_shape("tournament");
  std::map<std::pair<std::string, std::string>, std::uint64_t> hits;
  for (const Row& row : rows_of(simulate(options))) ++hits[std::minmax(row.winner, row.loser)];
  EXPECT_EQ(hits.size(), 190u);
  for (const auto& [pair, count] : hits) EXPECT_EQ(count, 3u);
}

TEST(Simulate, MakesExactlyWhatWasAskedForInEveryShape) {
  for (const char* shape : {"regular", "star", "power-law:2", "tournament"}) {
    SimulateOptions options;
    options.shape = parse_shape(shape);
    for (const std::uint64_t comparisons : {1u, 29u, 436u, 1001u}) {
      options.comparisons = comparisons;
      const Simulation simulation = simulate(options);
      EXPECT_EQ(simulation.comparisons.size(), comparisons) << shape;
      EXPECT_EQ(simulation.comparisons.items.size() + simulation.items_left_out, 30u) << shape;
    }
    EXPECT_EQ(rows_of(simulate(options)), rows_of(simulate(options))) << shape;
    EXPECT_NE(rows_of(simulate(options)), rows_of(simulate({.comparisons = 1001}))) << shape;
  }
}

class SimulatePart : public ::testing::TestWithParam<GraphKind> {};

TEST_P(SimulatePart, KeepsOnePartWithAtLeastFourFifthsOfTheItems) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SimulateOptions options;
    options.items = 40;
    options.comparisons = GetParam() == GraphKind::strong ? 200 : 40;
    options.graph = GetParam();
    options.seed = seed;
    const Simulation simulation = simulate(options);
    const std::uint32_t items = simulation.comparisons.items.size();
    EXPECT_EQ(components_of(simulation, GetParam()).count(), 1u);
    EXPECT_GE(items, 32u);
    EXPECT_EQ(simulation.truth.size(), items);
    EXPECT_EQ(items + simulation.items_left_out, 40u);
    EXPECT_EQ(simulation.comparisons.size() + simulation.comparisons_left_out, options.comparisons);
    EXPECT_EQ(simulation.wrong.size(), simulation.comparisons.size());
  }
}

// What is kept of the first draw is what `any` would have given, less the comparisons that touch another item.
TEST_P(SimulatePart, KeepsAllComparisonsInsideThePartAndNoOthers) {
  SimulateOptions options;
  options.items = 100;
  options.comparisons = GetParam() == GraphKind::strong ? 500 : 200;
  options.annotators = parse_annotators("9");
  const Simulation whole = simulate(options);
  options.graph = GetParam();
  const Simulation part = simulate(options);
  ASSERT_EQ(part.draws, 1u);
  ASSERT_GT(part.comparisons_left_out + part.items_left_out, 0u);

  std::vector<Row> inside;
  for (const Row& row : rows_of(whole))
    if (part.comparisons.items.find(row.winner) && part.comparisons.items.find(row.loser)) inside.push_back(row);
  EXPECT_EQ(rows_of(part), inside);
  for (const auto& [name, score] : truth_by_name(part)) EXPECT_EQ(truth_by_name(whole).at(name), score);
}

TEST_P(SimulatePart, DrawsAgainWhenThePartIsTooSmall) {
  std::uint32_t most_draws = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SimulateOptions options;
    options.items = 30;
    options.comparisons = GetParam() == GraphKind::strong ? 100 : 27;
    options.graph = GetParam();
    options.seed = seed;
    const Simulation simulation = simulate(options);
    most_draws = std::max(most_draws, simulation.draws);
    EXPECT_GE(simulation.comparisons.items.size(), 24u);
  }
  EXPECT_GT(most_draws, 1u);
}

INSTANTIATE_TEST_SUITE_P(Graphs, SimulatePart, ::testing::Values(GraphKind::connected, GraphKind::strong),
                         [](const auto& graph) { return graph.param == GraphKind::strong ? "strong" : "connected"; });

TEST(Simulate, SaysWhenNoDrawIsConnectedEnough) {
  SimulateOptions options;
  options.comparisons = 20;
  options.graph = GraphKind::connected;
  EXPECT_EQ(refusal(options),
            "comparisons is 20, but that is too few for a connected part with at least 24 of the 30 items "
            "(1000 draws made)");
  options.graph = GraphKind::strong;
  EXPECT_EQ(refusal(options),
            "comparisons is 20, but that is too few, or too seldom wrong under toggle:0.1, for a strongly connected "
            "part with at least 24 of the 30 items (1000 draws made)");
}

TEST(Simulate, SaysWhenThePowerLawMayBeTheReason) {
  SimulateOptions options;
  options.shape = parse_shape("power-law:9");
  options.graph = GraphKind::connected;
  EXPECT_EQ(refusal(options),
            "comparisons is 435, but that is too few, or too uneven under power-law:9, for a connected part with at "
            "least 24 of the 30 items (1000 draws made)");
  options.graph = GraphKind::strong;
  EXPECT_EQ(refusal(options),
            "comparisons is 435, but that is too few, or too uneven under power-law:9, or too seldom wrong under "
            "toggle:0.1, for a strongly connected part with at least 24 of the 30 items (1000 draws made)");
}

TEST(Simulate, FindsNoStrongPartInAnswersThatAreAllRight) {
  SimulateOptions options;
  options.noise = {Kind::toggle, 0};
  options.graph = GraphKind::strong;
  EXPECT_NE(refusal(options), "");
}

TEST(Simulate, RefusesOptionsOutOfRange) {
  SimulateOptions items;
  items.items = 1;
  EXPECT_EQ(refusal(items), "items is 1, but it must be in 2..100000000");
  items.items = kMaxSimulatedItems + 1;
  EXPECT_EQ(refusal(items), "items is 100000001, but it must be in 2..100000000");

  SimulateOptions comparisons;
  comparisons.comparisons = 0;
  EXPECT_EQ(refusal(comparisons), "comparisons is 0, but it must be in 1..2147483647");
  comparisons.comparisons = kMaxComparisons + 1;
  EXPECT_EQ(refusal(comparisons), "comparisons is 2147483648, but it must be in 1..2147483647");

  SimulateOptions noise;
  noise.noise.level = 1.5;
  EXPECT_EQ(refusal(noise), "noise is toggle:1.5, but the flip probability must be in [0, 1]");
  noise.noise = {Kind::bradley_terry, 0};
  EXPECT_EQ(refusal(noise), "noise is bt:0, but the score range must be positive and finite");

  SimulateOptions annotators;
  annotators.annotators = {{3, "mine", -0.5}};
  EXPECT_EQ(refusal(annotators), "annotators is -0.5:3, but the flip probability must be in [0, 1]");

  SimulateOptions shape;
  shape.shape = {Shape::Kind::power_law, -1};
  EXPECT_EQ(refusal(shape), "shape is power-law:-1, but the exponent must be at least 0 and finite");
}

TEST(TrialsToComparisons, CountsEveryPairOncePerTrial) {
  EXPECT_EQ(trials_to_comparisons(1, 30), 435u);
  EXPECT_EQ(trials_to_comparisons(0.5, 30), 218u);  // 217.5
  EXPECT_EQ(trials_to_comparisons(3, 2), 3u);
  EXPECT_EQ(trials_to_comparisons(2, 40'000), 1'599'960'000u);
}

TEST(TrialsToComparisons, RefusesWhatMakesNoDataOrTooMuch) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double trials : {0.0, -1.0, 1e-6, 1e9, nan, infinity})
    EXPECT_THROW(trials_to_comparisons(trials, 30), InvalidArgument) << trials;
  EXPECT_THROW(trials_to_comparisons(1, 1), InvalidArgument);
  EXPECT_THROW(trials_to_comparisons(1, 0), InvalidArgument);
}

}  // namespace
}  // namespace pdrank
