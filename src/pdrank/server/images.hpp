// Images that were uploaded: told by their first bytes, named by their hash.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "pdrank/storage/store.hpp"

namespace pdrank::server {

// "image/png", "image/jpeg", "image/gif" or "image/webp" by what the bytes begin with; none for anything else, whatever
// it was called.
std::optional<std::string_view> image_type(std::string_view bytes);

// SHA-256 in hexadecimal digits.
std::string sha256(std::string_view bytes);

// An uploaded file as an item's content names it: "file:<id>/<sha256>".
struct FileName {
  storage::Id id = 0;
  std::string hash = {};
};

std::string to_text(const FileName& file);
std::optional<FileName> parse_file_name(std::string_view content);

// Where it is served. Nobody can guess it who does not know the image.
std::string file_url(storage::Id project, const FileName& file);

}  // namespace pdrank::server
