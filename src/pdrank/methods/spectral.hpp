// What the spectral methods share: an item's score is the logarithm of its share of the stationary law of a walk that
// moves from losers to winners (docs/MATH.md, "Spectral methods"). p_ij is the share of comparisons of i and j that i
// won, c_ij their number.
//
//   rank-centrality  P_ij = p_ji / d_max                            score log pi_i
//   asr              P_ij = p_ji / d_i                              score log (pi_i / d_i)
//   i-lsr            rates c_ji / (w_i + w_j), then w = pi, again   score log w_i
//
// Only the balance of a walk matters, not its speed, so the laws are solved for (linalg/stationary), not simulated.
#pragma once

#include <functional>

#include "pdrank/linalg/stationary.hpp"
#include "pdrank/methods/by_part.hpp"

namespace pdrank {

// What is to be known of one part's law.
MethodOutput spectral_output(std::vector<double> scores, const StationaryReport& report, int rounds);

// Runs on every part; says how it ended.
MethodOutput run_spectral(const MethodInput& input, Observer* observer,
                          const std::function<MethodOutput(const ComparisonGraph&)>& run_part);

}  // namespace pdrank
