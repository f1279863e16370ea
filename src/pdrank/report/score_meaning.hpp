// What a score says, in a sentence or two.
#pragma once

#include <string>

#include "pdrank/core/result.hpp"

namespace pdrank {

// By the law that turns scores into answers, where the method has one; otherwise by what the method counts.
std::string score_meaning(const RankResult& result);

}  // namespace pdrank
