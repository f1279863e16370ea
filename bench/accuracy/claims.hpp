// What a ranking claims, held against the truth: its ranges of ranks, and the probability that it gives to each answer.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "mean.hpp"
#include "pdrank/core/result.hpp"
#include "pdrank/data/comparisons.hpp"
#include "pdrank/metrics/calibration.hpp"

namespace pdrank::bench::accuracy {

// The rank that each line of a ranking should have had, within its component; `truth` by item id.
std::vector<std::uint32_t> true_ranks(const std::vector<Place>& ranking, std::span<const double> truth);

// Kendall's tau_a of the ranks with the truth.
double tau_with_truth(const RankResult& result, std::span<const double> truth);

// By line of a ranking: the share of the draws of another in which the item's rank, within the component that it has
// here, is in rank_low .. rank_high. With the draws of the ranking itself, that is the probability that the program
// gives to its own range. NaN for items that have no range, or are not in the draws.
std::vector<double> share_of_draws_within(const std::vector<Place>& ranking, const KeptDraws& draws);

// Of one run.
struct Claims {
  double tau = kNone;
  double covered = kNone;  // share of the items whose true rank is in their range
  double stated = kNone;   // mean probability that the program gives to these ranges
  double width = kNone;    // mean of rank_high - rank_low + 1
  double seconds = kNone;
  std::vector<CalibrationBin> bins = {};  // of probability_correct over the answers
};

// The result has kept its draws.
Claims measure_claims(const RankResult& result, const Comparisons& data, std::span<const double> truth);

// Expected calibration error of several runs taken together. The standard error is by the jackknife: groups of runs,
// at most 10 of them, are left out in turn.
Mean calibration_error(std::span<const Claims> runs);

}  // namespace pdrank::bench::accuracy
