// Lists of names, as options give them.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace pdrank::bench {

inline bool contains(const std::vector<std::string>& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

}  // namespace pdrank::bench
