// How far the scores depend on who answered: two random halves of the annotators, ranked apart (docs/MATH.md,
// section 15).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pdrank/core/observer.hpp"
#include "pdrank/core/options.hpp"
#include "pdrank/core/result.hpp"
#include "pdrank/methods/registry.hpp"

namespace pdrank {

// Fills in the correlations over options.split_half ways to halve the annotators, which depend on the seed and on the
// annotators' names alone. As with all figures of reliability, only the largest component takes part; of a half that
// falls apart, the largest part. Nothing is filled in, and `notes` says why, where the method works on fewer than half
// of the halves. `convergence` says if the observer ended it. InvalidArgument if there are fewer than two annotators.
void measure_split_half(const MethodInfo& method, const MethodInput& input, const RankOptions& options,
                        Observer* observer, Reliability& reliability, Convergence& convergence,
                        std::vector<std::string>& notes);

}  // namespace pdrank
