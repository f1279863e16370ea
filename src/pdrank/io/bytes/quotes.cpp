#include "pdrank/io/bytes/quotes.hpp"

#include <algorithm>

#include "pdrank/io/text.hpp"

namespace pdrank::io {
namespace {

using enum RecordState;

constexpr std::size_t kNowhere = std::string_view::npos;

// Behind text without quotes. Its end tells: blanks leave the start of a field what it is.
RecordState after_plain(RecordState state, std::string_view text, char delimiter) {
  if (state == in_quotes || text.empty()) return state;
  if (text.back() == '\n') return record_start;
  for (; !text.empty(); text.remove_suffix(1)) {
    if (text.back() == delimiter || text.back() == '\n') return field_start;
    if (!is_blank(text.back())) return in_field;
  }
  return state == record_start || state == field_start ? field_start : in_field;
}

RecordState after_quote(RecordState state) {
  if (state == in_field) return in_field;
  return state == in_quotes ? behind_quote : in_quotes;
}

}  // namespace

bool QuoteScan::is_open_after(std::string_view text) {
  while (position_ < text.size()) pass_quote(text);
  return state_ == in_quotes;
}

// Goes on behind the next quote, or to the end.
void QuoteScan::pass_quote(std::string_view text) {
  const std::size_t quote = std::min(text.find('"', position_), text.size());
  state_ = after_plain(state_, text.substr(position_, quote - position_), delimiter_);
  position_ = quote;
  if (quote == text.size()) return;
  if (state_ == record_start || state_ == field_start) opened_at_ = quote;
  state_ = after_quote(state_);
  ++position_;
}

RecordState state_after(RecordState state, std::string_view text, std::optional<char> delimiter) {
  if (!delimiter) return text.empty() ? state : text.ends_with('\n') ? record_start : in_field;
  QuoteScan scan(*delimiter, state);
  scan.is_open_after(text);
  return scan.state();
}

std::size_t record_end(std::string_view text, std::optional<char> delimiter, RecordState state) {
  std::size_t line_break = text.find('\n');
  if (delimiter) {
    QuoteScan scan(*delimiter, state);
    while (line_break != kNowhere && scan.is_open_after(text.substr(0, line_break)))
      line_break = text.find('\n', line_break + 1);
  }
  return line_break == kNowhere ? kNowhere : line_break + 1;
}

// Only records with a quote in them have to be walked through; the others end with their line.
std::size_t whole_records(std::string_view text, std::optional<char> delimiter) {
  std::size_t end = 0;
  std::size_t quote = delimiter ? text.find('"') : kNowhere;
  for (; quote != kNowhere; quote = text.find('"', end)) {
    const std::size_t start = std::max(end, text.rfind('\n', quote) + 1);  // kNowhere + 1 = 0
    const std::size_t size = record_end(text.substr(start), delimiter);
    if (size == kNowhere) return start;
    end = start + size;
  }
  return std::max(end, text.rfind('\n') + 1);
}

}  // namespace pdrank::io
