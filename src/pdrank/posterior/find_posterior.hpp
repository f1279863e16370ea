// The posterior of the model: what the answers say about all scores, the noise, the spread of the scores and every
// source of answers. No chains and nothing to agree on: the noise and the spread are found by the evidence, the law of
// the scores by expectation propagation, and draws of it are made the model's own by a few sweeps.
#pragma once

#include <cstdint>
#include <vector>

#include "pdrank/core/observer.hpp"
#include "pdrank/core/result.hpp"
#include "pdrank/core/score_draws.hpp"
#include "pdrank/posterior/answers.hpp"
#include "pdrank/posterior/effects.hpp"
#include "pdrank/posterior/leans.hpp"
#include "pdrank/posterior/learn.hpp"
#include "pdrank/posterior/model.hpp"
#include "pdrank/posterior/same_hand.hpp"
#include "pdrank/posterior/sources.hpp"

namespace pdrank {

struct PosteriorOptions {
  Beliefs beliefs = {};
  std::size_t draws = 0;  // 0: as many as the size allows
  int most_sweeps = 30;   // over the draws
  std::uint64_t seed = 1;
  bool learn_model = true;               // false: `model` is what it is
  Model model = {};                      // where to begin
  std::vector<double> known_flips = {};  // by source; empty: they are learned
  std::vector<bool> sure_effects = {};   // by effect: in use, whatever the evidence says; empty: none is
  enum class Leans { by_evidence, never, always };
  Leans leans = Leans::by_evidence;  // whether sources lean towards what stands first by as much as is their own
  double known_link = 0;             // variance of linked scores; 0: it is learned
  bool davidson = false;             // ties have Davidson's law instead of Rao and Kupper's
};

struct Posterior {
  Termination status = Termination::not_run;
  int rounds = 0;
  ScoreDraws draws;                    // of the scores, by node; log-odds, up to a constant in every connected part
  std::vector<float> flip;             // by draw: of sources that are like most
  std::vector<double> mean, variance;  // of the scores by node, as fitted at the best point
  Model model;                         // at its best point
  double usual_flip = 0;               // of sources that are like most, mean over what is possible
  double typical_flip = 0;             // of an answer by nobody in particular, likewise
  std::vector<float> typical_flips;    // the same, by draw
  std::vector<float> first_effects;    // by draw: effect 0, where it is in use
  double flip_low = 0, flip_high = 0;  // 90 % intervals
  double spread_low = 0, spread_high = 0;
  double several_parts = 0;                    // probability that the scores are not spread by one normal law
  std::vector<SourceQuality> sources;          // by source; empty where there is one alone
  std::vector<std::uint32_t> class_of_source;  // whose flips model.flip has
  std::vector<SameHand> same_hands;            // sources whose answers count as one
  LeansLearned leans;                          // of sources, where sides are known and there are several
  double link_deviation = 0;                   // of the logarithm of model.link_variance; 0: it is given
  EffectsFound effects;                        // of the circumstances; model.in_use says which are in use
};

// `observer` may be null.
Posterior find_posterior(const Answers& answers, const PosteriorOptions& options, Observer* observer);

}  // namespace pdrank
