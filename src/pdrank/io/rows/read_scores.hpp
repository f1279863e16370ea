// Tables of item and score: truth files, and rankings as pdrank writes them.
#pragma once

#include <string>
#include <vector>

#include "pdrank/data/item_score.hpp"

namespace pdrank {

// Takes the columns `item` and `score`, or else `item` and `rank` (score = -rank); others are ignored. Two columns
// without a header are item and score. Throws InputError for an item named twice or a score that is not a number.
std::vector<ItemScore> read_scores(const std::string& path);

}  // namespace pdrank
