// A ranking as `pdrank rank --output result.json` has written it.
#pragma once

#include <string>
#include <string_view>

#include "pdrank/core/diff_result.hpp"

namespace pdrank {

// InputError for a file that is none. The file may be compressed; "-" is stdin.
StoredRanking read_result(const std::string& path);

// The same from memory; `name` is what errors call it.
StoredRanking parse_result(std::string_view text, const std::string& name);

}  // namespace pdrank
