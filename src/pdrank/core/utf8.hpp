// UTF-8: what is well formed, and values as messages show them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace pdrank {

// Bytes of the well-formed UTF-8 character that starts at `position`; 0 if there is none (RFC 3629, section 4).
std::size_t utf8_length(std::string_view text, std::size_t position);

// Position of the first byte that is not part of well-formed UTF-8; npos if there is none.
std::size_t find_invalid_utf8(std::string_view text);

// A value in quotes for a message: always one line, shortened to about 40 characters, control characters escaped.
std::string quoted(std::string_view value);

}  // namespace pdrank
