// What `--method auto` stands for: the posterior where the data are small enough for it, PD-Rank with a bootstrap
// beyond, where few answers do not contradict each other (there is no noise to learn from), and where chains do not
// agree; whatever their size, the one of the two that has the options that the caller sets.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "pdrank/methods/registry.hpp"

namespace pdrank {

// The method that the options name; for "auto" the one it would be on data small enough for any.
const MethodInfo& method_for(const RankOptions& options);

// "hodgerank:transform=probit", or "auto": the method with its own options, on top of those given. InvalidArgument for
// an unknown method or option, one out of range, and one that the method does not read.
RankOptions with_method(RankOptions options, std::string_view text);

struct AutomaticChoice {
  const MethodInfo* method;
  RankOptions options;  // with what goes with the choice
  std::string reason;   // "chosen because .."; empty where the caller named the method
};

// Whether items and comparisons, together, are few enough for the posterior to be drawn `times` over.
bool suits_posterior(std::uint64_t size, std::uint64_t times = 1);

AutomaticChoice choose_method(const RankOptions& options, const MethodInput& input);

// What to do where auto has chosen the posterior first and its chains have `ended` without agreeing. None if they did
// agree, or if the method or its options were not auto's to choose.
std::optional<AutomaticChoice> second_choice(const RankOptions& options, const MethodInput& input,
                                             const AutomaticChoice& first, const Convergence& ended);

}  // namespace pdrank
