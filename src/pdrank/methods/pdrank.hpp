// PD-Rank's options as its rounds take them, and what a connected part goes through.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "pdrank/core/options.hpp"
#include "pdrank/methods/registry.hpp"
#include "pdrank/solve/choose_gamma.hpp"
#include "pdrank/solve/reweight.hpp"

namespace pdrank {

// `options` have all their values; where gamma is kAuto it is still to be chosen.
RoundsOptions rounds_options(const RankOptions& options);

// The same with what was chosen.
RoundsOptions as_chosen(RoundsOptions options, const GammaChoice& choice);

// Scores, weights and convergence of rounds.
MethodOutput output_of(RoundsResult result);

Figures figures_of(const GammaChoice& choice);

// By which choose_gamma knows an item, whatever its number.
std::uint64_t key_of(std::string_view name);

// How it ended, in words. `rounds_chosen`: by held-out comparisons, for the largest part; none if they run until they
// settle.
std::string pdrank_ending(const Convergence& result, const RankOptions& options, std::optional<int> rounds_chosen);

}  // namespace pdrank
