// How well predictions match the answers that were given.
//
// Answer n of two items has a margin m (score of the first item - score of the second) or a probability p of "the first
// wins", an outcome y in [0, 1] (1 = the first won, 0 = the second, 0.5 = a tie, between them shares of votes) and a
// weight w, the number of answers it stands for.
//
//   label accuracy = sum of w [y is on the side of 1/2 that m is of 0] / sum of w     over answers with y != 1/2;
//                                                                                     m = 0 counts one half
//   log loss       = sum of w (-y log p - (1 - y) log(1 - p)) / sum of w              0 log 0 = 0
//   logistic loss  = log loss of p = 1 / (1 + exp(-slope m))
//
// Scores come in units of their own; answer_link.hpp fits the slope that gives them the unit in which they predict
// best.
//
// For all three: an empty `outcome` or `weight` is all 1, so with an empty `outcome` margins are winner - loser and
// probabilities those of what was observed. InvalidArgument for no answers, lists of different length, an outcome
// outside [0, 1], a weight that is negative or not finite, weights that sum to 0.
#pragma once

#include <span>

namespace pdrank {

// In [0, 1]; NaN if only ties have weight. InvalidArgument also for a NaN margin; infinite ones are fine.
double label_accuracy(std::span<const double> margin, std::span<const double> outcome, std::span<const double> weight);

// At least 0; infinite if what had probability 0 was observed. InvalidArgument also for a probability outside [0, 1].
double log_loss(std::span<const double> probability, std::span<const double> outcome, std::span<const double> weight);

// The log loss without the rounding of p to 0 or 1. InvalidArgument also for a margin or slope that is not finite.
double logistic_loss(std::span<const double> margin, std::span<const double> outcome, std::span<const double> weight,
                     double slope);

}  // namespace pdrank
