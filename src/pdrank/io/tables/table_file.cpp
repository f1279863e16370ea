#include "pdrank/io/tables/table_file.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "pdrank/core/errors.hpp"
#include "pdrank/io/bytes/foreign_format.hpp"
#include "pdrank/io/tables/csv_table.hpp"
#include "pdrank/io/text.hpp"

namespace pdrank::io {
namespace {

bool names_tab_separated_file(std::string_view path) {
  for (const std::string_view compression : {".gz", ".zst", ".xz", ".bz2", ".zip"})
    if (path.ends_with(compression)) path.remove_suffix(compression.size());
  return path.ends_with(".tsv") || path.ends_with(".tab");
}

char most_frequent_delimiter(std::string_view line) {
  constexpr std::array kDelimiters = {',', '\t', ';', '|'};
  std::array<std::size_t, kDelimiters.size()> counts{};
  bool in_quotes = false;
  for (const char c : line) {
    if (c == '"') in_quotes = !in_quotes;
    if (in_quotes) continue;
    for (std::size_t k = 0; k < kDelimiters.size(); ++k) counts[k] += c == kDelimiters[k];
  }
  const auto most = std::max_element(counts.begin(), counts.end()) - counts.begin();
  return kDelimiters[static_cast<std::size_t>(most)];
}

// What a spreadsheet says on a line of its own: `sep=;`.
std::optional<char> named_delimiter(std::string_view line) {
  constexpr std::string_view kSays = "sep=";
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (line.size() >= 2 && line.starts_with('"') && line.ends_with('"')) line = line.substr(1, line.size() - 2);
  if (line.size() != kSays.size() + 1 || folded(line.substr(0, kSays.size())) != kSays) return std::nullopt;
  const bool is_word = std::isalnum(static_cast<unsigned char>(line.back())) != 0;
  return is_word ? std::nullopt : std::optional(line.back());
}

// The fields of a line taken by itself; none if it cannot be split.
std::vector<std::string> fields_of(std::string_view line, const TableFormat& format) {
  TableBlock block;
  block.text = line;
  try {
    return CsvTable(format, block).read_names();
  } catch (const InputError&) {
    return {};
  }
}

}  // namespace

TableFile::TableFile(const std::string& path, const TextRules& rules, Observer* observer, std::size_t block_bytes)
    : blocks_(path, observer, block_bytes), format_{.path = blocks_.path()} {
  blocks_.skip_lines(rules.skip_lines);
  tell_delimiter(path, rules);
  const std::string_view first = blocks_.first_line();
  is_empty_ = first.empty();
  if (is_empty_) check_end();
  if (is_empty_) return;
  if (const auto foreign = foreign_format(first))
    throw InputError(format_.path, 0, with_file(foreign_reason(*foreign), format_.path));
  const bool is_in_array = is_array(first);
  format_.is_keyed = is_in_array || trimmed(first).starts_with('{');
  if (is_in_array) blocks_.expect_array();
  if (!format_.is_keyed) skip_titles(rules);
  names_ = rows_ = {{}, blocks_.line(), blocks_.offset()};
  if (format_.is_keyed) return;
  format_.delimiter = delimiter_.value_or(most_frequent_delimiter(blocks_.first_line()));
  blocks_.expect_quotes(format_.delimiter);
  read_names();
}

void TableFile::tell_delimiter(const std::string& path, const TextRules& rules) {
  delimiter_ = named_delimiter(blocks_.first_line());
  if (delimiter_) blocks_.drop_lines(1);
  if (!delimiter_ && names_tab_separated_file(path)) delimiter_ = '\t';
  if (rules.delimiter) delimiter_ = rules.delimiter;
}

// Where names are further down than the first line, and the first line has none.
void TableFile::skip_titles(const TextRules& rules) {
  if (!rules.are_names) return;
  const std::vector<std::string_view> lines = blocks_.first_lines(kLinesLookedAt);
  const auto has_names = [&](std::string_view line) {
    TableFormat format = format_;
    format.delimiter = delimiter_.value_or(most_frequent_delimiter(line));
    format.names = fields_of(line, format);
    return !format.names.empty() && rules.are_names(format);
  };
  const auto found = std::ranges::find_if(lines, has_names);
  if (found == lines.begin() || found == lines.end()) return;
  blocks_.drop_lines(static_cast<std::size_t>(found - lines.begin()));
  titles_ = blocks_.line() - 1;
}

void TableFile::read_names() {
  first_is_next_ = blocks_.next(first_);
  if (!first_is_next_) return check_end();
  names_.text = first_.text;
  CsvTable table(format_, first_);
  format_.names = table.read_names();
  if (titles_ > 0) format_.names_line = first_.line;
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
