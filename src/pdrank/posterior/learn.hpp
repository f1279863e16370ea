// The noise and the spread of scores where the evidence, times what is believed before any answer, is greatest.
#pragma once

#include "pdrank/core/observer.hpp"
#include "pdrank/posterior/model.hpp"
#include "pdrank/posterior/propagate.hpp"

namespace pdrank {

// What is believed of the noise and of the spread before any answer.
struct Beliefs {
  // The logarithm of the spread of scores, in log-odds, is normal: between 0.2 and 12 with 95 %.
  double log_spread_mean = 0.5, log_spread_deviation = 1.0;
  // The share of answers that are turned round is exponential with this mean.
  double mean_flip = 0.06;
};

// The limits of a model. Scores that spread over more log-odds than this answer like a step: nothing tells them apart.
inline constexpr double kLeastFlip = 0.001, kMostFlip = 0.45, kLeastSpread = 0.02, kMostSpread = 16;
// Flips are moved on a scale that is even in log(flip + this).
inline constexpr double kFlipOffset = 0.01;
inline constexpr double kFitTolerance = 3e-3;  // of means, in deviations
inline constexpr int kMostRounds = 60;         // of one fit

void rescale(ScoreShape& shape, double factor);

// Moves the model to its best point, the flip of class 0 only if asked, and the fit with it. `answers` are those of
// class 0. A shape of several parts keeps their number. False if the rounds did not settle or the observer said stop.
bool learn_model(Propagation& fit, const Beliefs& beliefs, double answers, bool with_flip, Model& model,
                 Observer* observer);

}  // namespace pdrank
