// Draws of a normal law made draws of the model's own: every score is drawn anew given the others, a fixed number of
// sweeps long. A proposal is a draw of what the sites say of a score times the shape, taken or left as Metropolis and
// Hastings have it, so the model's posterior is what the sweeps leave as it is; the normal law is close to it, and a
// few are enough.
#pragma once

#include <cstdint>

#include "pdrank/core/score_draws.hpp"
#include "pdrank/posterior/propagate.hpp"

namespace pdrank {

void refine(const Propagation& propagation, const Model& model, int sweeps, std::uint64_t seed, ScoreDraws& draws);

}  // namespace pdrank
