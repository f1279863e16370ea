// What an outlook says, in sentences.
#pragma once

#include <string>
#include <vector>

#include "pdrank/core/next_result.hpp"

namespace pdrank {

// How much is settled, what the pairs of the list would do, how far the top is told apart; none without an outlook.
std::vector<std::string> outlook_sentences(const NextResult& result);

}  // namespace pdrank
