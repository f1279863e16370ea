// The files of the voting page, as web/src/app was built: plain, and compressed already.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace pdrank::server {

struct Asset {
  std::string_view path;  // "/app.js"
  std::string_view type;  // of its content
  std::string_view bytes, gzip, brotli;
  std::string hash;  // of the bytes
};

// Empty bytes in a program that was built without Node.js.
std::span<const Asset> assets();

}  // namespace pdrank::server
