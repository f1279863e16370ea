#include "pdrank/io/tables/table_file.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "pdrank/core/errors.hpp"
#include "pdrank/io/tables/csv_table.hpp"
#include "pdrank/io/text.hpp"

namespace pdrank::io {
namespace {

bool names_tab_separated_file(std::string_view path) {
  for (const std::string_view compression : {".gz", ".zst"})
    if (path.ends_with(compression)) path.remove_suffix(compression.size());
  return path.ends_with(".tsv") || path.ends_with(".tab");
}

// Files of other kinds, by how they begin; without this they would fail with a puzzle.
void refuse_foreign_format(const std::string& path, std::uint64_t line, std::string_view first) {
  const auto refuse = [&](const char* reason) { throw InputError(path, line, reason); };
  if (first.starts_with("PK\x03\x04")) refuse("this is a zip or Excel file; save it as CSV");
  if (first.starts_with("\xff\xfe") || first.starts_with("\xfe\xff"))
    refuse("this is UTF-16 text; save it as UTF-8 (iconv -f utf-16 -t utf-8)");
  if (first.starts_with("PAR1"))
    refuse("this is a Parquet file; save it as CSV, or read it in Python and rank the table");
  if (first.starts_with("\xfd"
                        "7zXZ"))
    refuse("this is xz compression; unpack it, or use gzip or zstd");
  if (first.starts_with("BZh")) refuse("this is bzip2 compression; unpack it, or use gzip or zstd");
  if (first.starts_with("SQLite format 3")) refuse("this is an SQLite database; export the table as CSV");
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

TableFile::TableFile(const std::string& path, Observer* observer, std::size_t block_bytes)
    : blocks_(path, observer, block_bytes), format_{.path = blocks_.path()} {
  const std::string_view first = blocks_.first_line();
  is_empty_ = first.empty();
  if (is_empty_) check_end();
  if (is_empty_) return;
  refuse_foreign_format(format_.path, blocks_.line(), first);
  const bool is_in_array = is_array(first);
  format_.is_keyed = is_in_array || trimmed(first).starts_with('{');
  if (is_in_array) blocks_.expect_array();
  rows_ = {{}, blocks_.line(), blocks_.offset()};
  if (format_.is_keyed) return;
  format_.delimiter = names_tab_separated_file(path) ? '\t' : most_frequent_delimiter(first);
  blocks_.expect_quotes(format_.delimiter);
  read_names();
}

void TableFile::read_names() {
  names_ = rows_;
  first_is_next_ = blocks_.next(first_);
  if (!first_is_next_) return check_end();
  names_.text = first_.text;
  CsvTable table(format_, first_);
  format_.names = table.read_names();
  rows_ = {table.rest(), table.next_line(), names_.offset + (first_.text.size() - table.rest().size())};
}

bool TableFile::next_before(TableBlock& block) {
  if (!part_ || !format_.is_keyed) return false;
  blocks_.stop_before(std::min(part_->begin, kShownBytes));
  return blocks_.next(block);
}

void TableFile::go_to_part() {
  const FilePart part = *std::exchange(part_, std::nullopt);
  first_is_next_ = false;
  blocks_.stop_before(part.end);
  if (part.begin <= rows_.offset)
    blocks_.go_to(rows_.offset, rows_.line);
  else
    blocks_.go_to(part.begin, part.line, part.state);
}

bool TableFile::next(TableBlock& block) {
  if (part_) go_to_part();
  if (!std::exchange(first_is_next_, false)) return blocks_.next(block);
  first_.text = rows_.text;
  first_.line = rows_.line;
  std::swap(block, first_);
  return true;
}

}  // namespace pdrank::io
