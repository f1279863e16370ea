// In which rhythm strategies ask, and where they are measured.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "pdrank/active/play.hpp"

namespace pdrank::reproduce {

// `count` equal steps up to `budget`, as near as whole numbers come.
std::vector<std::uint64_t> even_grid(std::uint64_t budget, std::uint64_t count);

// What the posterior asks at a time where it may not ask one by one: one of the answers so far in this many.
inline constexpr std::uint64_t kOneIn = 25;

// The rhythm in which a strategy asks: one question at a time; hybrid-mst as published, one at a time during the first
// m (m - 1) / 2 answers and then m - 1; posterior above 30 items one in kOneIn of the answers so far.
PlayOptions rhythm_of(std::string_view strategy, std::uint32_t items);

}  // namespace pdrank::reproduce
