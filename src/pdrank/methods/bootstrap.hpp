// The scores as they might have been: the method run again on resamples of the rows (Efron 1979; docs/MATH.md,
// "Bootstrap").
#pragma once

#include "pdrank/core/observer.hpp"
#include "pdrank/core/options.hpp"
#include "pdrank/methods/registry.hpp"

namespace pdrank {

// InvalidArgument if the draws of so many items would not fit in memory.
void check_bootstrap(const RankOptions& options, std::size_t items);

// Fills output.draws with the scores of options.bootstrap resamples and output.notes with what is to be known about
// them. `output` is what the method makes of all of the data, `asked` what the caller asked for, `options` the same
// with all their values. Resample k depends on (options.seed, k) alone. If the observer asks to stop, the draws are
// those that are done, and output.convergence says so. With the option `cluster`, clusters of answers are drawn as a
// whole, and standard errors are the deviations of the draws. No draws if the method works on fewer than half of the
// resamples.
void bootstrap(const MethodInfo& method, const MethodInput& input, const RankOptions& asked, const RankOptions& options,
               Observer* observer, MethodOutput& output);

}  // namespace pdrank
