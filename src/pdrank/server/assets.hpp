// The files of the voting page, as web/src/app was built.
#pragma once

#include <span>
#include <string_view>

namespace pdrank::server {

struct Asset {
  std::string_view path;  // "/app.js"
  std::string_view type;  // of its content
  std::string_view bytes;
};

// Empty bytes in a program that was built without Node.js.
std::span<const Asset> assets();

}  // namespace pdrank::server
