// How well the posterior recovers a hidden order, and whether its intervals mean what they say.
//
// Methods are compared on the same data, seed by seed: what counts is the mean difference and its standard error, which
// the differences themselves show. Twenty seeds, fixed: a run always gives the same values up to rounding.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "pdrank/methods/rank.hpp"
#include "pdrank/metrics/kendall.hpp"
#include "pdrank/simulate/simulate.hpp"

namespace pdrank {
namespace {

constexpr std::uint32_t kItems = 30;
constexpr std::uint64_t kSeeds = 20;

struct Mean {
  double value = 0, error = 0;  // one standard error
};

Mean mean_of(const std::vector<double>& values) {
  const auto n = static_cast<double>(values.size());
  double sum = 0, squares = 0;
  for (const double value : values) sum += value, squares += value * value;
  return {sum / n, std::sqrt((squares / n - sum * sum / n / n) / (n - 1))};
}

Simulation data_of(const char* noise, std::uint64_t comparisons, std::uint64_t seed) {
  return simulate({.items = kItems, .comparisons = comparisons, .noise = parse_noise(noise), .seed = seed});
}

double tau_of(const Simulation& simulation, const RankResult& result) {
  std::vector<double> scores(simulation.truth.size());
  for (const Place& place : result.ranking) scores[*simulation.comparisons.items.find(place.item)] = place.score;
  return kendall_tau(simulation.truth, scores).tau_a;
}

// Share of the items whose true rank is in their range.
double coverage_of(const Simulation& simulation, const RankResult& result) {
  double covered = 0;
  for (const Place& place : result.ranking) {
    const double own = simulation.truth[*simulation.comparisons.items.find(place.item)];
    const auto rank = 1 + std::ranges::count_if(simulation.truth, [=](double other) { return other > own; });
    covered += rank >= *place.rank_low && rank <= *place.rank_high ? 1 : 0;
  }
  return covered / static_cast<double>(result.ranking.size());
}

struct Trial {
  Mean tau, over_pdrank, over_bradley_terry, coverage;  // over: tau of the posterior less that of the other method
};

Trial run(const char* noise, std::uint64_t comparisons) {
  std::vector<double> tau, over_pdrank, over_bradley_terry, coverage;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const Simulation simulation = data_of(noise, comparisons, seed);
    const RankResult posterior = rank(simulation.comparisons, {.method = "posterior"});
    EXPECT_TRUE(posterior.converged()) << posterior.convergence.message;
    tau.push_back(tau_of(simulation, posterior));
    coverage.push_back(coverage_of(simulation, posterior));
    const auto lead = [&](const char* method) {
      return tau.back() - tau_of(simulation, rank(simulation.comparisons, {.method = method}));
    };
    over_pdrank.push_back(lead("pdrank"));
    over_bradley_terry.push_back(lead("bradley-terry"));
  }
  const Trial trial = {mean_of(tau), mean_of(over_pdrank), mean_of(over_bradley_terry), mean_of(coverage)};
  std::printf("posterior, %s, n = %llu:", noise, static_cast<unsigned long long>(comparisons));
  const auto print = [](const char* what, const Mean& mean) {
    std::printf(" %s %.4f (%.4f)", what, mean.value, mean.error);
  };
  print("tau", trial.tau), print("over pdrank", trial.over_pdrank);
  print("over bradley-terry", trial.over_bradley_terry), print("coverage", trial.coverage);
  std::printf("\n");
  return trial;
}

// Ranges hold the true rank in 90 % of the cases: no less, as far as 20 seeds tell, three standard errors of their
// mean. (The items of one seed hang together, the seeds do not.) And hardly more: an item whose rank is all but certain
// cannot be missed in 10 % of the cases, which over 120 seeds makes 0.944 (0.004) under the paper's noise and 0.916
// (0.005) under Bradley and Terry's; but ranges that always hold would be too wide.
void expect_coverage(const Mean& coverage) {
  EXPECT_GE(coverage.value, 0.9 - 3 * coverage.error) << coverage.error;
  EXPECT_LE(coverage.value, 0.97);
}

// PD-Rank is made for this noise, and the posterior is to be no worse; Bradley-Terry is not, and is left behind. Each
// bar is two or three standard errors (the second number) below what was measured when it was set.
TEST(Posterior, PaperNoise) {
  const Trial trial = run("toggle:0.1", 435);
  EXPECT_GE(trial.tau.value, 0.91);                  // 0.925, 0.005
  EXPECT_GE(trial.over_pdrank.value, -0.001);        // 0.007, 0.004
  EXPECT_GE(trial.over_bradley_terry.value, 0.055);  // 0.076, 0.010
  expect_coverage(trial.coverage);
}

// The other way round.
TEST(Posterior, BradleyTerryNoise) {
  const Trial trial = run("bt:5", 870);
  EXPECT_GE(trial.tau.value, 0.84);                   // 0.859, 0.007
  EXPECT_GE(trial.over_bradley_terry.value, -0.005);  // -0.001, 0.002
  EXPECT_GE(trial.over_pdrank.value, -0.002);         // 0.006, 0.003
  expect_coverage(trial.coverage);
}

}  // namespace
}  // namespace pdrank
