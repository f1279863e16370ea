#include "pdrank/io/csv_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "pdrank/core/errors.hpp"
#include "pdrank/io/text.hpp"

namespace pdrank::io {
namespace {

// Finds out, over as many lines as it takes, whether a record ends inside a quoted field.
class QuoteScan {
 public:
  explicit QuoteScan(char delimiter) : delimiter_(delimiter) {}

  // Goes on from where the last call stopped; `text` begins with what the last call saw.
  bool is_open_after(std::string_view text) {
    for (; position_ < text.size(); ++position_) {
      const char c = text[position_];
      if (open_) {
        if (c == '"' && text.substr(position_ + 1).starts_with('"'))
          ++position_;
        else if (c == '"')
          open_ = false;
      } else if (c == delimiter_) {
        at_field_start_ = true;
      } else if (c == '"' && at_field_start_) {
        open_ = true;
        at_field_start_ = false;
        opened_at_ = position_;
      } else if (!is_blank(c)) {
        at_field_start_ = false;
      }
    }
    return open_;
  }

  std::size_t opened_at() const { return opened_at_; }

 private:
  char delimiter_;
  bool open_ = false, at_field_start_ = true;
  std::size_t position_ = 0, opened_at_ = 0;
};

}  // namespace

CsvTable::CsvTable(LineReader lines, char delimiter) : TableReader(std::move(lines)), delimiter_(delimiter) {
  try {
    split();
  } catch (const RowError& error) {
    throw InputError(path(), error.line() == 0 ? line() : error.line(), error.what());
  }
  names_.assign(fields_.begin(), fields_.end());
}

bool CsvTable::next() {
  if (names_are_next_row_) {
    names_are_next_row_ = false;
    return true;
  }
  do {
    if (!lines_.next()) return false;
  } while (is_blank_row());
  split();
  if (fields_.size() != names_.size())
    throw RowError("wrong number of fields",
                   fmt::format("wrong number of fields: {}, but the first line has {}", fields_.size(), names_.size()));
  return true;
}

bool CsvTable::is_blank_row() const {
  const std::string_view text = lines_.text();
  return std::all_of(text.begin(), text.end(), [this](char c) { return is_blank(c) && c != delimiter_; });
}

void CsvTable::split() {
  fields_.clear();
  ByteKinds kinds = scan_bytes(lines_.text());
  if (kinds.quote) {
    complete_record();
    kinds = scan_bytes(lines_.text());
  }
  check_bytes(kinds);
  if (kinds.quote)
    split_quoted(lines_.text());
  else
    split_plain(lines_.text());
}

// Joins lines until no quoted field is left open.
void CsvTable::complete_record() {
  QuoteScan scan(delimiter_);
  while (scan.is_open_after(lines_.text())) {
    const LineReader::Joined joined = lines_.join();
    if (joined == LineReader::Joined::yes) continue;
    const std::string_view before = lines_.text().substr(0, scan.opened_at());
    const std::uint64_t opened = line() + static_cast<std::uint64_t>(std::count(before.begin(), before.end(), '\n'));
    const char* end = joined == LineReader::Joined::at_end ? "never closed" : "not closed within 1 MiB";
    throw InputError(path(), opened, fmt::format("quote opened on line {} is {}", opened, end));
  }
}

void CsvTable::split_plain(std::string_view text) {
  while (true) {
    const void* found = text.empty() ? nullptr : std::memchr(text.data(), delimiter_, text.size());
    if (found == nullptr) break;
    const auto length = static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
    fields_.push_back(trimmed(text.substr(0, length)));
    text.remove_prefix(length + 1);
  }
  fields_.push_back(trimmed(text));
}

void CsvTable::split_quoted(std::string_view text) {
  unescaped_.clear();
  unescaped_.reserve(text.size());  // fields_ points into it: it must not move
  std::size_t position = 0;
  while (true) {
    const std::size_t start = position;
    while (position < text.size() && is_blank(text[position]) && text[position] != delimiter_) ++position;
    if (position < text.size() && text[position] == '"') {
      position = take_quoted_field(text, position);
    } else {
      position = std::min(text.find(delimiter_, start), text.size());
      fields_.push_back(trimmed(text.substr(start, position - start)));
    }
    if (position == text.size()) return;
    ++position;
  }
}

// Adds the quoted field that opens at `position`; returns where its delimiter, or the end, is.
std::size_t CsvTable::take_quoted_field(std::string_view text, std::size_t position) {
  const std::size_t start = position + 1;
  const std::size_t unescaped_start = unescaped_.size();
  std::size_t copied = start;
  std::size_t close = text.find('"', start);
  while (text.substr(close + 1).starts_with('"')) {
    unescaped_.append(text, copied, close + 1 - copied);
    copied = close + 2;
    close = text.find('"', copied);
  }
  if (copied == start) {
    fields_.push_back(text.substr(start, close - start));
  } else {
    unescaped_.append(text, copied, close - copied);
    fields_.push_back(std::string_view(unescaped_).substr(unescaped_start));
  }
  position = close + 1;
  while (position < text.size() && text[position] != delimiter_) {
    if (!is_blank(text[position]))
      throw RowError("bad quoting", fmt::format("text after the closing quote of field {}", fields_.size()));
    ++position;
  }
  return position;
}

}  // namespace pdrank::io
