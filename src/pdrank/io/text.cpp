#include "pdrank/io/text.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "pdrank/core/parse_number.hpp"

namespace pdrank::io {

std::string folded(std::string_view text) {
  std::string name(trimmed(text));
  for (char& c : name) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if (is_blank(c) || c == '-') c = '_';
  }
  return name;
}

namespace {

std::optional<double> parse_with_comma(std::string_view text) {
  constexpr std::size_t kLongest = 32, kThousands = 3;
  const std::size_t comma = text.find(',');
  if (comma == std::string_view::npos || comma == 0 || text.size() > kLongest) return std::nullopt;
  const std::string_view decimals = text.substr(comma + 1);
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  if (decimals.empty() || decimals.size() == kThousands || !std::ranges::all_of(decimals, is_digit))
    return std::nullopt;
  std::string pointed(text);
  pointed[comma] = '.';
  return parse_number<double>(pointed);
}

}  // namespace

std::optional<double> parse_finite(std::string_view text) {
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  std::optional<double> value = parse_number<double>(text);
  if (!value) value = parse_with_comma(text);
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
