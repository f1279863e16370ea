// How far the scores depend on who answered: two random halves of the annotators, ranked apart (docs/MATH.md,
// section 15).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "pdrank/core/observer.hpp"
#include "pdrank/core/options.hpp"
#include "pdrank/core/result.hpp"
#include "pdrank/methods/registry.hpp"

namespace pdrank {

// Fills in the correlations over options.split_half ways to halve the annotators, which depend on the seed and on the
// annotators' names alone. Comparisons without an edge take no part. Nothing is filled in, and `notes` says why, where
// the method works on fewer than half of the halves. InvalidArgument if there are fewer than two annotators.
void measure_split_half(const MethodInfo& method, const Comparisons& data, std::span<const EdgeId> edge_of,
                        const RankOptions& options, Observer* observer, Reliability& reliability,
                        std::vector<std::string>& notes);

}  // namespace pdrank
