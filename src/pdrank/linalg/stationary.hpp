// The stationary law of a Markov chain on a strongly connected comparison graph. The chain moves from the loser to the
// winner of edge e with rate r_e; its law solves the balance equations
//
//   pi_i sum over edges e lost by i of r_e  =  sum over edges e won by i of r_e pi_loser(e)        for every node i
//
// Items that win often hold much of it: spectral ranking.
#pragma once

#include <span>

#include "pdrank/core/observer.hpp"
#include "pdrank/core/result.hpp"
#include "pdrank/linalg/incidence.hpp"

namespace pdrank {

struct StationaryReport {
  Termination status = Termination::not_run;
  long sweeps = 0;
  double first_imbalance = 0;  // the largest |in - out| / (in + out) of a node, before
  double imbalance = 0;        // and after
};

struct StationaryCriteria {
  double tolerance = 1e-11;  // the imbalance to reach
  double factor = 0;         // or the factor by which to bring it down, whichever comes first
  long max_sweeps = 100'000;
};

// Improves `log_law`, by node, from where it is (zeros: the uniform law) until its imbalance is small enough. `rate` by
// edge, positive. The law is left with the mean of its logarithms at zero; where it leaves the range of numbers, as it
// was before it did (numerical_trouble). `observer` may be null.
StationaryReport solve_stationary(const Incidence& incidence, std::span<const double> rate,
                                  const StationaryCriteria& criteria, std::span<double> log_law, Observer* observer);

}  // namespace pdrank
