// Which version of pdrank this is.
#pragma once

#include <string_view>

namespace pdrank {

// Such as "1.2.3".
std::string_view version();

}  // namespace pdrank
