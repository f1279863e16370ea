// What rank() does between reading and writing that does not hang on where the data are: a process alone and several
// together take the same steps.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "pdrank/core/options.hpp"
#include "pdrank/data/graph.hpp"

namespace pdrank {

// Which nodes the option `component` keeps: those of part 0, the largest. Throws InvalidArgument if that is one item
// alone.
std::vector<std::uint8_t> nodes_kept(const RankOptions& options, std::span<const std::uint32_t> part_of_node,
                                     std::uint64_t largest);

// Scores that have left the range of numbers say nothing, and become 0. Whether there were any; the result must say so.
bool clear_infinite(std::span<double> scores);
inline constexpr std::string_view kScoresCleared =
    "scores have left the range of double precision; those are shown as 0";

}  // namespace pdrank
