// The noise and the spread of scores where the evidence, times what is believed before any answer, is greatest.
#pragma once

#include <algorithm>

#include "pdrank/core/observer.hpp"
#include "pdrank/posterior/model.hpp"
#include "pdrank/posterior/propagate.hpp"

namespace pdrank {

// What is believed of the noise and of the spread before any answer.
struct Beliefs {
  // The logarithm of the spread of scores, in log-odds, has Student's law: the spread is between 0.4 and 7 with 90 %,
  // and the far ends, where all are alike or where gaps decide everything, stay possible.
  double log_spread_mean = 0.5, log_spread_scale = 0.7, log_spread_freedom = 4;
  // The share of answers that are turned round is exponential with this mean.
  double mean_flip = 0.06;

  // Of the logarithm of the spread: the logarithm of its density up to a constant, that one's derivative, and the
  // curvature at the centre, its sign turned.
  double log_density(double log_spread) const;
  double slope(double log_spread) const;
  double curvature() const;
};

// The limits of a model.
inline constexpr double kLeastFlip = 0.001, kMostFlip = 0.45, kLeastSpread = 0.02;
// Scores that spread over more log-odds than this answer like a step. With many items neighbours are too close to be
// told apart in any case, and less will do.
inline double most_spread(std::size_t nodes) { return std::clamp(4000.0 / static_cast<double>(nodes + 1), 16.0, 64.0); }
// Flips are moved on a scale that is even in log(flip + this).
inline constexpr double kFlipOffset = 0.01;
inline constexpr double kFitTolerance = 3e-3;  // of means, in deviations
inline constexpr int kMostRounds = 60;         // of one fit

void rescale(ScoreShape& shape, double factor);

// The f of a class where that of most is `usual`.
double flip_of(const Model& model, std::size_t one, double usual);

// By the logarithm of the spread of scores that have one normal law: where it is, the derivative of the log evidence
// times the belief before any answer, and what Newton's method divides it by.
struct SpreadSlope {
  double at, value, scale;
};
SpreadSlope spread_slope(const Propagation& fit, const Model& model, const Beliefs& beliefs);

// A step of the noise by expectation-maximisation, longer than its own: of so many answers, so many look turned round.
// Returns how far it went.
double improve_flip(double turned, double answers, const Beliefs& beliefs, double& flip);

// The logarithm of the variance of linked scores, a unit of length apart, is normal before any answer: their deviation
// is around 0.3, and from 0.06 to 1.6 with 90 %. And its limits.
inline constexpr double kLinkMean = -2.4, kLinkDeviation = 2, kLeastLink = 2.5e-3, kMostLink = 25;

// A step of Newton's method for that variance. Returns how far it went, in logarithms.
double improve_link(const Propagation::LinkSlope& found, double& variance);

// Moves the model to its best point, the flip of class 0 only if asked, and the fit with it. `answers` are those of
// class 0. A shape of several parts keeps their number. The rounds are near their end then, not at it. False if they
// could not go on or the observer said stop.
struct WhatToLearn {
  bool flip = true, link = true;  // of class 0; of linked scores the variance
};
bool learn_model(Propagation& fit, const Beliefs& beliefs, double answers, const WhatToLearn& what, Model& model,
                 Observer* observer);

}  // namespace pdrank
