#include "pdrank/io/quotes.hpp"

#include <algorithm>

#include "pdrank/io/text.hpp"

namespace pdrank::io {
namespace {

constexpr std::size_t kNone = std::string_view::npos;

// Where the record that begins at `start` is over; kNone if that is not in `text`.
std::size_t record_end(std::string_view text, std::size_t start, char delimiter) {
  QuoteScan scan(delimiter);
  std::size_t line_break = text.find('\n', start);
  while (line_break != kNone && scan.is_open_after(text.substr(start, line_break - start)))
    line_break = text.find('\n', line_break + 1);
  return line_break == kNone ? kNone : line_break + 1;
}

}  // namespace

bool QuoteScan::is_open_after(std::string_view text) {
  while (position_ < text.size()) {
    if (open_)
      find_close(text);
    else if (at_field_start_)
      pass_field_start(text);
    else
      find_delimiter(text);
  }
  return open_;
}

void QuoteScan::find_close(std::string_view text) {
  const std::size_t quote = std::min(text.find('"', position_), text.size());
  const bool is_doubled = text.substr(std::min(quote + 1, text.size())).starts_with('"');
  open_ = quote == text.size() || is_doubled;
  position_ = quote == text.size() ? quote : quote + (is_doubled ? 2 : 1);
}

void QuoteScan::pass_field_start(std::string_view text) {
  const char c = text[position_];
  if (c == '"') {
    open_ = true;
    opened_at_ = position_;
  }
  at_field_start_ = c == delimiter_ || is_blank(c);
  ++position_;
}

void QuoteScan::find_delimiter(std::string_view text) {
  position_ = std::min(text.find(delimiter_, position_), text.size());
  at_field_start_ = position_ < text.size();
  position_ += at_field_start_ ? 1 : 0;
}

// Only records with a quote in them have to be walked through; the others end with their line.
std::size_t whole_records(std::string_view text, char delimiter) {
  std::size_t end = 0;
  for (std::size_t quote = text.find('"'); quote != kNone; quote = text.find('"', end)) {
    const std::size_t start = std::max(end, text.rfind('\n', quote) + 1);  // kNone + 1 = 0
    const std::size_t next = record_end(text, start, delimiter);
    if (next == kNone) return start;
    end = next;
  }
  return std::max(end, text.rfind('\n') + 1);
}

}  // namespace pdrank::io
