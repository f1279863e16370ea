// The figures, in the order of the paper. The list, the checks and the page are made from this table.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reproduce/figure.hpp"

namespace pdrank::reproduce {

std::span<const Figure> figures();

std::vector<std::string> figure_ids();

// By id. InvalidArgument, with the known ids, if there is none.
const Figure& paper_figure(std::string_view id);

}  // namespace pdrank::reproduce
