#include "pdrank/core/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace pdrank {
namespace {

constexpr std::size_t kShownCharacters = 40;

unsigned byte_at(std::string_view text, std::size_t position) { return static_cast<unsigned char>(text[position]); }

// Characters beyond ASCII that would break a line or drive a terminal: C1 controls and the line separators.
bool is_wide_control(std::string_view character) {
  if (character.size() == 2) return character[0] == '\xc2' && byte_at(character, 1) < 0xa0;
  return character == "\u2028" || character == "\u2029";
}

void append_escaped_bytes(std::string& shown, std::string_view bytes) {
  for (const char c : bytes) fmt::format_to(std::back_inserter(shown), "\\x{:02x}", static_cast<unsigned char>(c));
}

void append_shown(std::string& shown, std::string_view character) {
  const unsigned first = byte_at(character, 0);
  if (first == '\n')
    shown += "\\n";
  else if (first == '\r')
    shown += "\\r";
  else if (first == '\t')
    shown += "\\t";
  else if (first < 0x20 || first == 0x7f || is_wide_control(character) || utf8_length(character, 0) == 0)
    append_escaped_bytes(shown, character);
  else
    shown += character;
}

}  // namespace

std::size_t utf8_length(std::string_view text, std::size_t position) {
  const unsigned lead = byte_at(text, position);
  if (lead < 0x80) return 1;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  const std::size_t length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  if (text.size() - position < length) return 0;
  const unsigned low = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
  const unsigned high = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
  const unsigned second = byte_at(text, position + 1);
  if (second < low || second > high) return 0;
  for (std::size_t k = 2; k < length; ++k)
    if ((byte_at(text, position + k) & 0xc0) != 0x80) return 0;
  return length;
}

std::size_t find_invalid_utf8(std::string_view text) {
  std::size_t position = 0;
  while (position < text.size()) {
    const std::size_t length = utf8_length(text, position);
    if (length == 0) return position;
    position += length;
  }
  return std::string_view::npos;
}

std::string quoted(std::string_view value) {
  std::string shown = "'";
  std::size_t position = 0;
  for (std::size_t count = 0; position < value.size() && count < kShownCharacters; ++count) {
    const std::size_t length = std::max<std::size_t>(1, utf8_length(value, position));
    append_shown(shown, value.substr(position, length));
    position += length;
  }
  shown += position < value.size() ? "...'" : "'";
  return shown;
}

}  // namespace pdrank
