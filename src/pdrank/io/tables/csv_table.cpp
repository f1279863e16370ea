#include "pdrank/io/tables/csv_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "pdrank/core/errors.hpp"
#include "pdrank/io/bytes/quotes.hpp"
#include "pdrank/io/text.hpp"

namespace pdrank::io {

const std::vector<std::string>& CsvTable::read_names() {
  try {
    lines_.next();
    split();
  } catch (const RowError& error) {
    throw InputError(path(), error.line() == 0 ? line() : error.line(),
                     error.what() + way_to_utf8(error.what(), path()));
  }
  format_.names.assign(fields_.begin(), fields_.end());
  return names();
}

bool CsvTable::next() {
  do {
    if (!lines_.next()) return false;
  } while (is_blank_row());
  split();
  if (fields_.size() != names().size())
    throw RowError("wrong number of fields",
                   fmt::format("wrong number of fields: {}, but {} has {}", fields_.size(),
                               format_.names_line == 1 ? "the first line" : fmt::format("line {}", format_.names_line),
                               names().size()));
  return true;
}

bool CsvTable::is_blank_row() const {
  const std::string_view text = lines_.text();
  return std::all_of(text.begin(), text.end(), [this](char c) { return is_blank(c) && c != format_.delimiter; });
}

void CsvTable::split() {
  fields_.clear();
  ByteKinds kinds = kinds_of(lines_.text());
  if (kinds.quote) {
    complete_record();
    kinds = kinds_of(lines_.text());
  }
  check_bytes(kinds);
  if (kinds.quote)
    split_quoted(lines_.text());
  else
    split_plain(lines_.text());
}

// Joins lines until no quoted field is left open.
void CsvTable::complete_record() {
  QuoteScan scan(format_.delimiter);
  while (scan.is_open_after(lines_.text())) {
    const LineReader::Joined joined = lines_.join();
    if (joined == LineReader::Joined::yes) continue;
    const std::string_view before = lines_.text().substr(0, scan.opened_at());
    const std::uint64_t opened = line() + count_line_breaks(before);
    const char* end = joined == LineReader::Joined::at_end ? "never closed" : "not closed within 1 MiB";
    throw InputError(path(), opened, fmt::format("quote opened on line {} is {}", opened, end));
  }
}

void CsvTable::split_plain(std::string_view text) {
  while (true) {
    const void* found = text.empty() ? nullptr : std::memchr(text.data(), format_.delimiter, text.size());
    if (found == nullptr) break;
    const auto length = static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
    fields_.push_back(trimmed(text.substr(0, length)));
    text.remove_prefix(length + 1);
  }
  fields_.push_back(trimmed(text));
}

void CsvTable::split_quoted(std::string_view text) {
  std::size_t position = 0;
  while (true) {
    const std::size_t start = position;
    while (position < text.size() && is_blank(text[position]) && text[position] != format_.delimiter) ++position;
    if (position < text.size() && text[position] == '"') {
      position = take_quoted_field(text, position);
    } else {
      position = std::min(text.find(format_.delimiter, start), text.size());
      fields_.push_back(trimmed(text.substr(start, position - start)));
    }
    if (position == text.size()) return;
    ++position;
  }
}

// Adds the quoted field that opens at `position`; returns where its delimiter, or the end, is.
std::size_t CsvTable::take_quoted_field(std::string_view text, std::size_t position) {
  const std::size_t start = position + 1;
  const std::size_t made_start = made_.size();
  std::size_t copied = start;
  std::size_t close = text.find('"', start);
  while (text.substr(close + 1).starts_with('"')) {
    made_.append(text, copied, close + 1 - copied);
    copied = close + 2;
    close = text.find('"', copied);
  }
  if (copied == start) {
    fields_.push_back(text.substr(start, close - start));
  } else {
    made_.append(text, copied, close - copied);
    fields_.push_back(std::string_view(made_).substr(made_start));
  }
  position = close + 1;
  while (position < text.size() && text[position] != format_.delimiter) {
    if (!is_blank(text[position]))
      throw RowError("bad quoting", fmt::format("text after the closing quote of field {}", fields_.size()));
    ++position;
  }
  return position;
}

}  // namespace pdrank::io
