// What circumstances add to the margin of an answer, and where ties end and strong preferences begin: learned where the
// evidence is greatest.
#pragma once

#include <vector>

#include "pdrank/posterior/model.hpp"
#include "pdrank/posterior/propagate.hpp"

namespace pdrank {

// Before any answer an effect is normal around 0 with a deviation: that of standing first this one, and others, which
// are in units of their own deviation and there because somebody asked for them, a wide one. The evidence of either is
// for an effect of the former.
inline constexpr double kEffectDeviation = 0.5, kWideDeviation = 2;

struct EffectFound {
  double estimate = 0, deviation = 0;
  double reach = 0;         // of its 90 % interval, to either side
  double log_evidence = 0;  // for there being one, against none: the logarithm of the ratio
};

// The logarithm of the density at 0 before any answer, over that after them (Savage and Dickey), for an effect whose
// deviation before any answer is kEffectDeviation. It was estimated with another one, `before`; infinity: with none.
double log_evidence(double estimate, double deviation, double before);

// The deviations that 90 % of a variable are within: of a normal one or, where the deviation is that between so many
// clusters, of Student's; 0: none.
double reach_of_interval(double clusters);

// One step of Newton's method on the evidence, from a fit that has nearly settled, for the effects in use and for the
// cuts. Returns how far it went: the most of all, in log-odds.
double improve_effects(Propagation& fit, Model& model);

struct EffectsFound {
  std::vector<EffectFound> effect;    // by effect
  std::vector<double> cut_deviation;  // of the logarithm of each step from cut to cut, or of Davidson's rate
  // What is not known of the parameters in use, effects then cuts, moves the scores: scores -= follows[k] * deviation k
  // of a variable with this covariance, given by the factor L of L L'.
  std::vector<std::vector<double>> follows = {};
  std::vector<std::vector<double>> factor = {};
};

// The effects as they stand at a fit that has settled. One that is not in use is found as if it alone were taken in, by
// one step. Where answers come in clusters, the errors are robust to those (Liang and Zeger 1986).
EffectsFound find_effects(Propagation& fit, const Model& model);

// Where to begin: ties as frequent as they are, strengths likewise.
void start_cuts(const Answers& answers, bool davidson, Model& model);

}  // namespace pdrank
