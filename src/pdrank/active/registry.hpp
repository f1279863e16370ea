// The strategies, by name. The help, the checks and the list in the documents are made from this table.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pdrank/active/strategy.hpp"

namespace pdrank {

std::span<const StrategyInfo> strategies();

std::vector<std::string> strategy_names();

// By name. InvalidArgument, with the known names, if there is none.
const StrategyInfo& find_strategy(std::string_view name);

}  // namespace pdrank
