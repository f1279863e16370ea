#include "pdrank/simulate/simulate_text.hpp"

#include <gtest/gtest.h>

#include "pdrank/core/errors.hpp"

namespace pdrank {
namespace {

TEST(SimulateText, DefaultsAreThoseOfTheOptions) {
  const SimulateOptions parsed = parse_simulation({}), plain;
  EXPECT_EQ(parsed.items, plain.items);
  EXPECT_EQ(parsed.comparisons, plain.comparisons) << "one trial";
  EXPECT_EQ(parsed.noise, plain.noise);
  EXPECT_EQ(parsed.shape, plain.shape);
  EXPECT_EQ(parsed.graph, plain.graph);
  EXPECT_EQ(parsed.seed, plain.seed);
  EXPECT_TRUE(parsed.annotators.empty());
}

TEST(SimulateText, AnnotatorsErrInsteadOfTheNoise) {
  EXPECT_EQ(parse_simulation({.annotators = "honest:3"}).noise, parse_noise("toggle:0"));
  EXPECT_EQ(parse_simulation({.noise = "bt:5", .annotators = "honest:3"}).noise, parse_noise("bt:5"));
}

TEST(SimulateText, CountsComparisonsOrTrials) {
  EXPECT_EQ(parse_simulation({.items = 10, .trials = 2.0}).comparisons, 90u);
  EXPECT_EQ(parse_simulation({.items = 10, .comparisons = 7}).comparisons, 7u);
  EXPECT_THROW(parse_simulation({.comparisons = 7, .trials = 2.0}), InvalidArgument);
}

TEST(SimulateText, KnowsTheGraphs) {
  SimulateText text;
  for (const std::string_view name : {"any", "connected", "strong"}) {
    set_option(text, "graph", name);
    EXPECT_EQ(name_of(parse_simulation(text).graph), name);
  }
  EXPECT_THROW(set_option(text, "graph", "weak"), InvalidArgument);
}

}  // namespace
}  // namespace pdrank
