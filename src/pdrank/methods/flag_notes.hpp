// What the data cannot tell, in sentences for the notes of a result: one a kind of flag, however many items have it.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "pdrank/data/bridges.hpp"
#include "pdrank/data/comparisons.hpp"
#include "pdrank/data/flags.hpp"
#include "pdrank/data/graph.hpp"

namespace pdrank {

// `bridges` and `flags` are those of `graph`, made with `few`. The first few items of each kind are named in the order
// of the data, which is the same whatever the method.
std::vector<std::string> notes_on_flags(const Comparisons& data, const ComparisonGraph& graph, const Bridges& bridges,
                                        std::span<const ItemFlags> flags, int few);

}  // namespace pdrank
