// Where answers are few they leave the noise and the spread open, and the posterior is a mixture over them: a lattice
// around the best point of the model, as far as it matters.
#pragma once

#include <cmath>
#include <utility>
#include <vector>

#include "pdrank/core/observer.hpp"
#include "pdrank/posterior/answers.hpp"
#include "pdrank/posterior/field.hpp"
#include "pdrank/posterior/learn.hpp"

namespace pdrank {

// A model, its sites, and how much of the posterior it has.
struct ModelPoint {
  Model model;
  Sites sites;
  double log_weight = 0;
  double low = 0, high = 0;  // what it stands for of log(flip + offset), of sources that are like most

  double flip_at(double share) const { return std::exp(low + share * (high - low)) - kFlipOffset; }
};

// Adds the points around the best one of a shape. `prior` is the logarithm of what is believed of the shape;
// `flip_open` is how far the answers leave the flips open, a deviation; `seed` is that of the fits. Few nodes alone: it
// needs the evidence.
void explore_models(const Answers& answers, const Beliefs& beliefs, const ModelPoint& best, double prior,
                    double flip_open, std::uint64_t seed, std::vector<ModelPoint>& points, Observer* observer);

// The 90 % interval of the spread: what the points have between them, and within a point at least what squares of
// scores would leave open.
std::pair<double, double> spread_interval(const std::vector<ModelPoint>& points);

}  // namespace pdrank
