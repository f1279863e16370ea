// What draws of the scores (of a posterior or a bootstrap) say about the ranking: how far up or down an item may
// belong, which of two belongs above the other, and which items cannot be told apart.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pdrank/core/score_draws.hpp"

namespace pdrank {

// That a standard normal number stays below z, and the z that it stays below with this probability.
double normal_probability(double z);
double normal_quantile(double probability);

// The ranks of an item over the draws, 1 = best, within its part.
struct RankRange {
  double mean = 0;
  double first = 0;  // probability of rank 1
  std::uint32_t low = 0, high = 0;
};

// By node; `part` by node: ranks count within a part. low .. high leaves out (1 - level) / 2 of the draws on each side,
// as nearly as whole ranks allow: a rank at the edge is in if half of its draws are (a mid-P interval), so that the
// interval covers `level` on average, neither more nor less. Equal scores in a draw share the middle of their ranks.
// Of draws that are to be smoothed, the log-odds of the ranks are taken for normal.
std::vector<RankRange> rank_ranges(const ScoreDraws& draws, std::span<const std::uint32_t> part, double level);

// The same with ranges that hold the ranks of all nodes together with the probability `level`. Every range leaves out
// the same number of draws on each side, the largest with which so many draws, each held against ranges made of the
// others, lie inside with all their ranks. Where even the ranges that leave out nothing are too narrow for that, they
// are widened on each side by a multiple of the deviation of the rank (at least 1), the same for all.
std::vector<RankRange> simultaneous_ranges(const ScoreDraws& draws, std::span<const std::uint32_t> part, double level);

// By node: mean, standard deviation and the central interval of its scores.
struct ScoreSummary {
  std::vector<double> mean, deviation, low, high;
};
ScoreSummary summarise_scores(const ScoreDraws& draws, double level);

// For every pair above[k], below[k] of nodes: the share of the draws that has it in this order, equal scores by half.
// Draws that all agree do not make it certain: (number of such draws + 1/2) / (draws + 1). Of draws that are to be
// smoothed, by the mean and the deviation of the differences.
std::vector<double> probabilities_above(const ScoreDraws& draws, std::span<const std::uint32_t> above,
                                        std::span<const std::uint32_t> below);

// `order` are nodes from the best to the worst. An item opens a new tier, one below, if the first item of the tier
// before belongs above it with a probability of at least `level`; otherwise it shares the tier. By position in `order`,
// from 1.
std::vector<std::uint32_t> tiers(const ScoreDraws& draws, std::span<const std::uint32_t> order, double level);

}  // namespace pdrank
