// Which version of pdrank this is.
#pragma once

#include <string_view>

namespace pdrank {

// "0.1.0"
std::string_view version();

}  // namespace pdrank
