// The description of the API, openapi.json, as it was built into the program.
#pragma once

#include <string_view>

namespace pdrank::server {

std::string_view openapi();

}  // namespace pdrank::server
