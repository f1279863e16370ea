#include "pdrank/io/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>

#include "pdrank/core/parse_number.hpp"

namespace pdrank::io {
namespace {

constexpr std::size_t kShownCharacters = 40;

unsigned byte_at(std::string_view text, std::size_t position) { return static_cast<unsigned char>(text[position]); }

// Bytes of the well-formed UTF-8 character that starts at `position`; 0 if there is none (RFC 3629, section 4).
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

std::string folded(std::string_view text) {
  std::string name(trimmed(text));
  for (char& c : name) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if (is_blank(c) || c == '-') c = '_';
  }
  return name;
}

std::optional<double> parse_finite(std::string_view text) {
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  const std::optional<double> value = parse_number<double>(text);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

// Sums of one byte are what makes the loop quick; so few bytes at a time do not overflow them.
std::uint64_t count_line_breaks(std::string_view text) {
  constexpr std::size_t kFewBytes = 240;
  std::uint64_t count = 0;
  for (; !text.empty(); text.remove_prefix(std::min(kFewBytes, text.size()))) {
    std::uint8_t few = 0;
    for (const char c : text.substr(0, kFewBytes)) few = static_cast<std::uint8_t>(few + (c == '\n'));
    count += few;
  }
  return count;
}

ByteKinds scan_bytes(std::string_view text) {
  std::uint8_t nul = 0, quote = 0, all = 0;
  for (const char c : text) {
    nul |= c == '\0';
    quote |= c == '"';
    all |= static_cast<std::uint8_t>(c);
  }
  return {nul != 0, quote != 0, all >= 0x80};
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

std::string markdown_text(std::string_view text) {
  constexpr std::string_view kMarkup = "\\`*_[]<>|&~";
  std::string escaped;
  for (const char c : text) {
    const bool is_control = static_cast<unsigned char>(c) < 0x20;
    if (kMarkup.find(c) != std::string_view::npos) escaped += '\\';
    escaped += is_control ? ' ' : c;
  }
  return escaped;
}

}  // namespace pdrank::io
