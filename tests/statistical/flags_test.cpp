// Flags accuse only the guilty: a run with honest annotators alone has any flag with a probability of at most 0.05,
// whatever their number; and the guilty are found.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

#include "pdrank/methods/rank.hpp"
#include "pdrank/simulate/simulate.hpp"

namespace pdrank {
namespace {

constexpr std::uint64_t kSeeds = 40;

// Of 40 runs 2 are expected at most, and no more than 4 is the promise.
TEST(Flags, HonestAnnotatorsAreLeftAlone) {
  int accused = 0;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const Simulation simulation = simulate({.items = 30,
                                            .comparisons = 3000,
                                            .noise = parse_noise("bt:5"),
                                            .annotators = parse_annotators("honest:200"),
                                            .seed = seed});
    const RankResult result = rank(simulation.comparisons, {});
    accused += std::ranges::any_of(result.annotators, [](const AnnotatorReport& one) { return !one.flag.empty(); });
  }
  std::printf("flags: %d of %d runs accuse somebody of 200 honest annotators\n", accused, static_cast<int>(kSeeds));
  EXPECT_LE(accused, 4);
}

// 5 % answer against the truth, with 40 answers each, where honest answers are mostly right.
TEST(Flags, AdversariesAreFound) {
  int adversaries = 0, found = 0, honest_flagged = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const Simulation simulation = simulate({.items = 30,
                                            .comparisons = 4000,
                                            .noise = parse_noise("toggle:0"),
                                            .annotators = parse_annotators("honest:95,adversary:5"),
                                            .seed = seed});
    const RankResult result = rank(simulation.comparisons, {});
    for (std::size_t k = 0; k < result.annotators.size(); ++k) {
      const AnnotatorReport& report = result.annotators[k];
      if (simulation.annotator_kinds[k] == "adversary") {
        if (report.answers < 20) continue;
        ++adversaries;
        found += report.flag == "adversary";
      } else {
        honest_flagged += !report.flag.empty();
      }
    }
  }
  std::printf("flags: %d of %d adversaries found, %d honest annotators flagged in 10 runs\n", found, adversaries,
              honest_flagged);
  EXPECT_GE(found, 0.95 * adversaries);
  EXPECT_LE(honest_flagged, 2);
}

}  // namespace
}  // namespace pdrank
