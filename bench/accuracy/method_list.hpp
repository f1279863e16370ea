// The methods that are measured, as texts: a name, with options of its own after colons ("pdrank:gamma=0.01").
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "list.hpp"
#include "pdrank/core/options.hpp"

namespace pdrank::bench::accuracy {

// Every method there is.
std::vector<std::string> all_methods();

// The options of a run on one thread. InvalidArgument for an unknown method or option.
RankOptions options_of(std::string_view method, std::uint64_t seed);

}  // namespace pdrank::bench::accuracy
