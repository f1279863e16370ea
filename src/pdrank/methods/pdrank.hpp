// PD-Rank's options as its rounds take them.
#pragma once

#include "pdrank/core/options.hpp"
#include "pdrank/solve/reweight.hpp"

namespace pdrank {

// `options` have all their values; where gamma is kAuto it is still to be chosen.
RoundsOptions rounds_options(const RankOptions& options);

}  // namespace pdrank
