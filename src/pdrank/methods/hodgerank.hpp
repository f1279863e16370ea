// HodgeRank on a connected part, which several processes may share.
#pragma once

#include <string>

#include "pdrank/linalg/sharing.hpp"
#include "pdrank/methods/registry.hpp"

namespace pdrank {

// Scores, convergence, and how much of what the answers say one ranking explains: sum n_ij Y_ij^2 of that, and of the
// rest.
struct HodgeFit {
  MethodOutput output;
  double gradient = 0, rest = 0;
};
HodgeFit fit_hodgerank(const ComparisonGraph& graph, Transform transform, Observer* observer, const Sharing& sharing);

// How it ended, in words.
std::string hodgerank_ending(const Convergence& convergence);

// What the reader must know about a transform; empty where that is nothing.
std::string transform_note(Transform transform);

}  // namespace pdrank
