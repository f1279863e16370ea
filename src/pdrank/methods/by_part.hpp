// A method that works on a connected graph, run on any graph: part by part, so that neither the scale nor the stopping
// of one part touches another.
#pragma once

#include <functional>

#include "pdrank/data/parts.hpp"
#include "pdrank/methods/registry.hpp"

namespace pdrank {

// How a part ended, added to how those before it did: a whole that starts as converged stays so if every part is.
void join(const Convergence& part, Convergence& whole);

// Scores, weights and standard errors are put in their places. Convergence: converged if every part is, otherwise how
// the first other one ended; objectives and iterations are summed, rounds and residuals are the largest; the message is
// the caller's. Items without comparisons have score 0 and no standard error. Once the observer has asked to stop, the
// parts left get score 0 and weight 1.
MethodOutput run_by_part(const ComparisonGraph& whole, const Components& weak, Observer* observer,
                         const std::function<MethodOutput(const GraphPart&)>& run_part);

}  // namespace pdrank
