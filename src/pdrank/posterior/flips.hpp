// The share of turned answers among sources that are like most: the slope of the evidence, and how much the answers say
// about it. Turned answers and scores that are closer together look alike, so what is left of that is what scores and
// spread cannot follow.
#pragma once

#include <cstddef>
#include <vector>

#include "pdrank/posterior/learn.hpp"
#include "pdrank/posterior/model.hpp"
#include "pdrank/posterior/propagate.hpp"

namespace pdrank {

struct FlipSlope {
  double slope = 0, information = 0;  // of the log evidence times the belief before any answer
  std::vector<double> follows = {};   // by node: scores -= follows * (flip - the model's)
  double wider = 0;  // log spread += wider * (flip - the model's); 0 where the scores have several normal laws
};

// From a fit that has nearly settled. `answers` are those that fit.turned() counts turned ones among. The slope is that
// for sources that are like most. What the answers say, and how the scores follow, is also for the others that go with
// them (Model::follows), unless they stay.
enum class Others { stay, follow };
FlipSlope flip_slope(Propagation& fit, const Model& model, double answers, const Beliefs& beliefs, Others others);

// What the answers leave open about the share: normal as the slope has it, between its limits.
class FlipLaw {
 public:
  FlipLaw(const FlipSlope& found, double flip);

  double quantile(double probability) const;

 private:
  static constexpr std::size_t kPlaces = 512;
  double low_, step_;
  std::vector<double> below_;  // probability of less than each place, from `low_` in equal steps
};

}  // namespace pdrank
