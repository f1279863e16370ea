// What the method `auto` stands for: the posterior, at every size; with the preset of the paper, PD-Rank.
#pragma once

#include <string_view>

#include "pdrank/methods/registry.hpp"

namespace pdrank {

// Whether the options leave the choice of the method to the program.
bool is_automatic(const RankOptions& options);

// "Bradley_Terry:gamma=1" -> "bradley-terry:gamma=1". InvalidArgument for an unknown method.
std::string spelled_method(std::string_view text);

// The method that the options name.
const MethodInfo& method_for(const RankOptions& options);

// Throws InvalidArgument if the caller has set an option that the method does not read; where nobody named a method, it
// says which methods read it.
void check_method(const RankOptions& options);

// "hodgerank:transform=probit", or "auto": the method with its own options, on top of those given. InvalidArgument for
// an unknown method or option, one out of range, and one that the method does not read.
RankOptions with_method(RankOptions options, std::string_view text);

}  // namespace pdrank
