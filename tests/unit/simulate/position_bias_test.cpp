#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "pdrank/simulate/simulate.hpp"
#include "support/binomial_bound.hpp"

namespace pdrank {
namespace {

using testing::binomial_bound;

SimulateOptions biased_options(const char* annotators, std::uint64_t comparisons = 1000) {
  SimulateOptions options;
  options.comparisons = comparisons;
  options.annotators = parse_annotators(annotators);
  return options;
}

std::string rows_of(const Simulation& simulation) {
  const Comparisons& data = simulation.comparisons;
  std::string rows;
  for (std::size_t n = 0; n < data.size(); ++n)
    rows += fmt::format("{} {} {}\n", data.items.name(data.winner(n)), data.items.name(data.loser(n)),
                        data.annotators.name(data.annotator(n)));
  return rows;
}

TEST(PositionBias, IsRecordedWithEveryComparison) {
  const Simulation simulation = simulate(biased_options("honest:3,position:1"));
  const Comparisons& data = simulation.comparisons;
  ASSERT_EQ(simulation.shown_first.size(), data.size());
  for (std::size_t n = 0; n < data.size(); ++n)
    ASSERT_TRUE(simulation.shown_first[n] == data.winner(n) || simulation.shown_first[n] == data.loser(n));
}

TEST(PositionBias, ChangesNothingWhereThereIsNone) {
  const Simulation without = simulate(biased_options("honest:3,0.3:2"));
  EXPECT_TRUE(without.shown_first.empty());
  const Simulation zero = simulate(biased_options("honest:3,0.3/0:2"));
  EXPECT_TRUE(zero.shown_first.empty());
  EXPECT_EQ(rows_of(zero), rows_of(without));
}

TEST(PositionBias, GivesTheSameDataForTheSameSeed) {
  SimulateOptions options = biased_options("position:4");
  const Simulation one = simulate(options), two = simulate(options);
  EXPECT_EQ(rows_of(one), rows_of(two));
  EXPECT_EQ(one.shown_first, two.shown_first);
  options.seed = 2;
  EXPECT_NE(rows_of(one), rows_of(simulate(options)));
}

// An answer that was looked at is wrong with r = d (1 - f) + f (1 - d), d the noise and f the annotator's flips. With a
// bias b the better item, shown first, wins with b + (1 - b) (1 - r); the worse one with b + (1 - b) r.
TEST(PositionBias, HasTheFrequenciesThatWereAskedFor) {
  SimulateOptions options = biased_options("honest:1,position:1,0.2/0.3:1,0/1:1,1/0.25:1", 500'000);
  options.noise = parse_noise("toggle:0.1");
  const Simulation simulation = simulate(options);
  const Comparisons& data = simulation.comparisons;
  ASSERT_EQ(data.annotators.size(), 5u);
  std::vector<std::uint64_t> better_first(5), worse_first(5), better_won(5), worse_won(5);
  for (std::size_t n = 0; n < data.size(); ++n) {
    const AnnotatorId id = data.annotator(n);
    const bool first_won = simulation.shown_first[n] == data.winner(n);
    const bool first_better = first_won != (simulation.wrong[n] == 1);
    ++(first_better ? better_first : worse_first)[id];
    if (first_won) ++(first_better ? better_won : worse_won)[id];
  }
  for (AnnotatorId id = 0; id < 5; ++id) {
    const double flip = simulation.annotator_flips[id], bias = simulation.annotator_position_biases[id];
    const double wrong = 0.1 * (1 - flip) + flip * 0.9;
    const double better_wins = bias + (1 - bias) * (1 - wrong), worse_wins = bias + (1 - bias) * wrong;
    const std::uint64_t answers = better_first[id] + worse_first[id];
    const std::string& kind = simulation.annotator_kinds[id];
    EXPECT_NEAR(static_cast<double>(better_first[id]), 0.5 * static_cast<double>(answers), binomial_bound(answers, 0.5))
        << kind;
    EXPECT_NEAR(static_cast<double>(better_won[id]), static_cast<double>(better_first[id]) * better_wins,
                binomial_bound(better_first[id], better_wins))
        << kind;
    EXPECT_NEAR(static_cast<double>(worse_won[id]), static_cast<double>(worse_first[id]) * worse_wins,
                binomial_bound(worse_first[id], worse_wins))
        << kind;
  }
}

// With a bias of 1 the first item always wins, whatever the truth; and of a star's two items either is shown first.
TEST(PositionBias, ShowsItemsInRandomOrderWhateverTheShape) {
  for (const char* shape : {"uniform", "regular", "star", "power-law:1", "tournament"}) {
    SimulateOptions options = biased_options("0/1:1", 100'000);
    options.shape = parse_shape(shape);
    const Simulation simulation = simulate(options);
    const Comparisons& data = simulation.comparisons;
    std::vector<std::uint64_t> shown(data.items.size()), shown_first(data.items.size());
    for (std::size_t n = 0; n < data.size(); ++n) {
      ASSERT_EQ(simulation.shown_first[n], data.winner(n));
      ++shown[data.winner(n)];
      ++shown[data.loser(n)];
      ++shown_first[simulation.shown_first[n]];
    }
    for (ItemId item = 0; item < data.items.size(); ++item)
      EXPECT_NEAR(static_cast<double>(shown_first[item]), 0.5 * static_cast<double>(shown[item]),
                  binomial_bound(shown[item], 0.5))
          << shape;
  }
}

TEST(PositionBias, StaysWithTheRightAnnotator) {
  const Simulation simulation = simulate(biased_options("honest:2,position:1,0.1/0.2:1"));
  const std::vector<double> flips = {0.05, 0.05, 0.05, 0.1}, biases = {0, 0, 0.5, 0.2};
  ASSERT_EQ(simulation.comparisons.annotators.size(), 4u);
  for (std::size_t number = 0; number < 4; ++number) {
    const auto id = simulation.comparisons.annotators.find("annotator-" + std::to_string(number + 1));
    ASSERT_TRUE(id);
    EXPECT_EQ(simulation.annotator_flips[*id], flips[number]);
    EXPECT_EQ(simulation.annotator_position_biases[*id], biases[number]);
  }
}

TEST(PositionBias, IsKeptWithThePartThatIsKept) {
  SimulateOptions options = biased_options("position:3", 200);
  options.items = 200;
  options.graph = GraphKind::connected;
  const Simulation simulation = simulate(options);
  ASSERT_GT(simulation.comparisons_left_out, 0u);
  ASSERT_EQ(simulation.shown_first.size(), simulation.comparisons.size());
  for (std::size_t n = 0; n < simulation.shown_first.size(); ++n)
    ASSERT_TRUE(simulation.shown_first[n] == simulation.comparisons.winner(n) ||
                simulation.shown_first[n] == simulation.comparisons.loser(n));
}

}  // namespace
}  // namespace pdrank
