#include "pdrank/io/tables/line_table.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace pdrank::io {
namespace {

// Where a byte of a record stands: the line it is on and its column there, in characters.
struct BytePlace {
  std::uint64_t line;
  std::size_t column;
};

BytePlace place_of(std::string_view text, std::size_t position, std::uint64_t first_line) {
  const std::string_view before = text.substr(0, position);
  const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 = 0
  const std::string_view in_line = before.substr(line_start);
  const auto continuing = std::count_if(in_line.begin(), in_line.end(), [](char c) { return (c & 0xc0) == 0x80; });
  return {first_line + count_line_breaks(before), in_line.size() - static_cast<std::size_t>(continuing) + 1};
}

}  // namespace

// A field is never longer than the text that says it.
LineTable::LineTable(const TableFormat& format, TableBlock& block)
    : TableReader(format, block), lines_(format_.path, block), block_kinds_(scan_bytes(block.text)) {
  if (block_kinds_.quote) made_.reserve(block.text.size());
}

void LineTable::check_bytes(const ByteKinds& kinds) const {
  const std::string_view text = lines_.text();
  if (kinds.nul) {
    const BytePlace place = place_of(text, text.find('\0'), line());
    throw RowError("NUL byte", fmt::format("NUL byte in column {}", place.column), place.line);
  }
  if (!kinds.non_ascii) return;
  if (const std::size_t position = find_invalid_utf8(text); position != std::string_view::npos) {
    const BytePlace place = place_of(text, position, line());
    const auto byte = static_cast<unsigned char>(text[position]);
    throw RowError("invalid UTF-8", fmt::format("invalid UTF-8: byte 0x{:02x} in column {}", byte, place.column),
                   place.line);
  }
}

}  // namespace pdrank::io
