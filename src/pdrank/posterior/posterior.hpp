// Draws from the posterior of the model: several chains from different starts, run until they agree.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pdrank/core/observer.hpp"
#include "pdrank/core/result.hpp"
#include "pdrank/core/score_draws.hpp"
#include "pdrank/posterior/answers.hpp"
#include "pdrank/posterior/model.hpp"

namespace pdrank {

inline constexpr int kChains = 4;

struct PosteriorOptions {
  Priors priors = {};
  int max_sweeps = 20000;  // of each chain
  // The chains agree when split R-hat is at most the one and the effective sample size of positions at least the other;
  // of positions and of flips, one in a thousand may be beyond, because the largest of so many is, by chance.
  double most_r_hat = 1.05, least_effective = 100;
  std::vector<double> known_flips = {};  // by source; empty: they are learned
  std::uint64_t seed = 1;
};

struct Posterior {
  Termination status = Termination::not_run;
  int sweeps = 0;            // of each chain
  double r_hat = kNone;      // the largest, but for those that may be beyond
  double effective = kNone;  // the smallest of the positions, likewise
  ScoreDraws positions;      // by node; every draw one from the posterior
  ScoreDraws flips;          // by source, of the same draws
  std::vector<float> scale;  // by draw
  std::vector<float> noise;  // by draw: pi; of several sources the mean over all answers, where one who turns answers
                             // round is as little random as one who does not
};

// `start` are scores by node, of any scale, from which the chains set out. Parts that were never compared share S and
// the flips. The chains run in parallel; each has its own random numbers, so the draws do not depend on the threads.
// `observer` may be null.
Posterior sample_posterior(const Answers& answers, std::span<const double> start, const PosteriorOptions& options,
                           Observer* observer);

}  // namespace pdrank
