// How well PD-Rank recovers a hidden order under the paper's noise model (toggle noise 0.1, mostly 30 items).
//
// Every figure is a mean over fixed seeds, so a run always gives the same value up to rounding. The bounds are what the
// product promises; beside each stand the mean measured when the bound was set and the standard error of such a mean. A
// bound two or three standard errors below the measured mean would be passed by another set of seeds as well, and is
// missed by a solver that stops early or by Bradley-Terry's loss (0.85 and 0.906 at 435 and 870 comparisons).
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <string>

#include "pdrank/methods/rank.hpp"
#include "pdrank/metrics/kendall.hpp"
#include "pdrank/simulate/simulate.hpp"

namespace pdrank {
namespace {

constexpr std::uint32_t kItems = 30;

// Scores by item id, as the metrics want them.
std::vector<double> scores_by_id(const Comparisons& data, const RankResult& result) {
  std::vector<double> scores(data.items.size());
  for (const Place& place : result.ranking) scores[*data.items.find(place.item)] = place.score;
  return scores;
}

double mean_tau(std::uint64_t comparisons, const RankOptions& options, const char* what, std::uint32_t items = kItems) {
  constexpr int kSeeds = 50;
  double sum = 0, squares = 0;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const Simulation simulation =
        simulate({.items = items, .comparisons = comparisons, .noise = parse_noise("toggle:0.1"), .seed = seed});
    const RankResult result = rank(simulation.comparisons, options);
    EXPECT_TRUE(result.converged()) << result.convergence.message;
    const double tau = kendall_tau(simulation.truth, scores_by_id(simulation.comparisons, result)).tau_a;
    sum += tau;
    squares += tau * tau;
  }
  const double mean = sum / kSeeds;
  std::printf("%-45s n = %-4llu mean tau %.4f, standard error %.4f\n", what,
              static_cast<unsigned long long>(comparisons), mean,
              std::sqrt((squares / kSeeds - mean * mean) / (kSeeds - 1)));
  return mean;
}

TEST(Accuracy, OneStandardTrial) {
  EXPECT_GE(mean_tau(435, {.method = "pdrank", .gamma = 1e-4}, "gamma 1e-4, rounds to tolerance"),
            0.905);  // 0.915, 0.004
}

TEST(Accuracy, TwoStandardTrials) {
  EXPECT_GE(mean_tau(870, {.method = "pdrank", .gamma = 1e-4}, "gamma 1e-4, rounds to tolerance"),
            0.955);  // 0.968, 0.002
}

TEST(Accuracy, PaperPresetOnPdhg) {
  EXPECT_GE(mean_tau(435, {.preset = Preset::paper, .solver = SolverKind::pdhg}, "preset paper, pdhg"),
            0.87);  // 0.900, 0.003
}

// Choosing gamma and the rounds costs little where the paper's gamma is the best there is ..
TEST(Accuracy, Defaults) { EXPECT_GE(mean_tau(435, {.method = "pdrank"}, "defaults"), 0.905); }  // 0.912, 0.004

// .. and gains where comparisons are few: with the paper's gamma it is 0.668 here, and 0.708 with the best fixed one.
TEST(Accuracy, FewComparisonsOfManyItems) {
  EXPECT_GE(mean_tau(1000, {.method = "pdrank"}, "defaults, 200 items", 200), 0.70);  // 0.709, 0.004
}

// The paper's first claim (Fig. weights, 30 standard trials): every wrong label ends with a weight below one and every
// right one above. It holds for all of a run's comparisons at once, in each of 20 runs.
TEST(Confidence, ThirtyTrialsSeparateRightFromWrong) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Simulation simulation = simulate({.items = kItems,
                                            .comparisons = trials_to_comparisons(30, kItems),
                                            .noise = parse_noise("toggle:0.1"),
                                            .seed = seed});
    const RankResult result = rank(simulation.comparisons, {.method = "pdrank", .gamma = 1e-4});
    std::size_t wrong = 0;
    for (std::size_t n = 0; n < simulation.wrong.size(); ++n) {
      wrong += simulation.wrong[n];
      ASSERT_EQ(result.confidence[n].weight < 1, simulation.wrong[n] == 1) << "seed " << seed << " row " << n + 1;
    }
    EXPECT_GT(wrong, 1000u) << "there is something to find";
  }
}

}  // namespace
}  // namespace pdrank
