// Small things done to text: trimming, comparing names, numbers, bytes, values as messages and Markdown show them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "pdrank/core/utf8.hpp"

namespace pdrank::io {

using pdrank::find_invalid_utf8;
using pdrank::quoted;

inline bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

// Without the ASCII blanks at both ends.
inline std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

// For comparing names: ASCII lower case, with blanks and '-' as '_'.
std::string folded(std::string_view text);

// The whole text as a finite number; empty if it is anything else. A decimal comma is one, but not before three
// digits, which may as well be thousands.
std::optional<double> parse_finite(std::string_view text);

std::uint64_t count_line_breaks(std::string_view text);

// What has to be looked at more closely in a text.
struct ByteKinds {
  bool nul = false, quote = false, non_ascii = false;
};
ByteKinds scan_bytes(std::string_view text);

// For a cell of a Markdown table: what would be taken for markup is escaped, line breaks, which would end the row, are
// blanks.
std::string markdown_text(std::string_view text);

}  // namespace pdrank::io
