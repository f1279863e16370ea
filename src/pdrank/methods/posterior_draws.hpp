// Draws from the posterior for comparisons as methods are given them: chains started from PD-Rank, on items and
// annotators in the order of their names, so that the same answers in another order of rows give the same draws.
#pragma once

#include "pdrank/methods/registry.hpp"
#include "pdrank/posterior/posterior.hpp"

namespace pdrank {

struct PosteriorDraws {
  // Positions by node of the graph; flips by annotator and, last, of answers without one; of a single source, its own.
  Posterior posterior;
  bool several = false;  // sources: annotators have flips of their own
};

PosteriorDraws draw_posterior(const MethodInput& input, const PosteriorOptions& options, Observer* observer);

}  // namespace pdrank
