#include "pdrank/io/table_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "pdrank/core/errors.hpp"
#include "pdrank/io/csv_table.hpp"
#include "pdrank/io/json_table.hpp"
#include "pdrank/io/text.hpp"

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
  return {first_line + static_cast<std::uint64_t>(std::count(before.begin(), before.end(), '\n')),
          in_line.size() - static_cast<std::size_t>(continuing) + 1};
}

bool is_blank_line(std::string_view text) { return std::all_of(text.begin(), text.end(), is_blank); }

bool names_tab_separated_file(std::string_view path) {
  for (const std::string_view compression : {".gz", ".zst"})
    if (path.ends_with(compression)) path.remove_suffix(compression.size());
  return path.ends_with(".tsv") || path.ends_with(".tab");
}

// Files of other kinds, by how they begin; without this they would fail with a puzzle.
void refuse_foreign_format(const LineReader& lines) {
  const std::string_view first = lines.text();
  const auto refuse = [&](const char* reason) { throw InputError(lines.path(), lines.line(), reason); };
  if (first.starts_with("PK\x03\x04")) refuse("this is a zip or Excel file; save it as CSV");
  if (first.starts_with("\xff\xfe") || first.starts_with("\xfe\xff"))
    refuse("this is UTF-16 text; save it as UTF-8 (iconv -f utf-16 -t utf-8)");
  const std::string_view start = trimmed(first);
  if (start.starts_with('[') && (start.size() == 1 || trimmed(start.substr(1)).starts_with('{')))
    refuse("this is a JSON array; JSON Lines has one object a line (jq -c '.[]' makes it)");
}

char most_frequent_delimiter(std::string_view line) {
  constexpr std::array<char, 3> kDelimiters = {',', '\t', ';'};
  std::array<std::size_t, 3> counts{};
  bool in_quotes = false;
  for (const char c : line) {
    if (c == '"') in_quotes = !in_quotes;
    if (in_quotes) continue;
    for (std::size_t k = 0; k < kDelimiters.size(); ++k) counts[k] += c == kDelimiters[k];
  }
  const auto most = std::max_element(counts.begin(), counts.end()) - counts.begin();
  return kDelimiters[static_cast<std::size_t>(most)];
}

}  // namespace

void TableReader::check_bytes(const ByteKinds& kinds) const {
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

void TableReader::refuse(std::size_t column) const {
  if (fields_[column].data() == kNulByte)
    throw RowError("NUL byte", fmt::format("NUL byte in the value of {}", quoted(names_[column])));
  throw RowError("bad JSON", fmt::format("the value of {} is not a string, number or boolean", quoted(names_[column])));
}

std::unique_ptr<TableReader> open_table(const std::string& path, Observer* observer, std::size_t block_bytes) {
  LineReader lines(path, observer, block_bytes);
  do {
    if (!lines.next()) return nullptr;
  } while (is_blank_line(lines.text()));
  const std::string_view first = lines.text();
  refuse_foreign_format(lines);
  if (trimmed(first).starts_with('{')) return std::make_unique<JsonTable>(std::move(lines));
  const char delimiter = names_tab_separated_file(path) ? '\t' : most_frequent_delimiter(first);
  return std::make_unique<CsvTable>(std::move(lines), delimiter);
}

}  // namespace pdrank::io
