// What trials of a study have in common and what they have not, and figures over trials.
#include "reproduce/study.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "pdrank/core/version.hpp"

namespace pdrank::reproduce {
namespace {

TEST(Study, EveryPanelAndEveryMethodHasRandomNumbersOfItsOwn) {
  std::set<std::uint64_t> seeds;
  for (std::uint64_t seed = 1; seed <= 3; ++seed)
    for (std::size_t panel = 0; panel < 4; ++panel)
      for (std::size_t trial = 0; trial < 50; ++trial) {
        const std::uint64_t data = trial_seed(seed, trial, panel);
        EXPECT_TRUE(seeds.insert(data).second);
        EXPECT_TRUE(seeds.insert(method_seed(data)).second);
      }
}

TEST(Study, SettingsNameTheVersionAndTheSeed) {
  const std::string settings = grid_settings({.folder = "", .seed = 7}, "bt", "methods svm");
  EXPECT_EQ(settings, "bt: pdrank " + std::string(version()) + "; seed 7; methods svm");
}

TEST(Study, Median) {
  EXPECT_EQ(median({5, 1, 3}), 3);
  EXPECT_EQ(median({5, 1, 3, 4}), 3.5);
}

// Differences 1, 2, 3: mean 2, deviation 1.
TEST(Study, ADuelHasAStandardError) {
  const std::vector<double> own = {2, 4, 6}, others = {1, 2, 3};
  const Duel duel = duel_of(own, others);
  EXPECT_DOUBLE_EQ(duel.difference, 2);
  EXPECT_DOUBLE_EQ(duel.error, 1 / std::sqrt(3.0));
  EXPECT_DOUBLE_EQ(duel.t, 2 * std::sqrt(3.0));
  const Duel single = duel_of(std::vector{2.0}, std::vector{1.0});
  EXPECT_TRUE(std::isnan(single.error));
  EXPECT_EQ(single.p, 1);
}

}  // namespace
}  // namespace pdrank::reproduce
