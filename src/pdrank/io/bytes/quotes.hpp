// Where a record ends if its quoted fields may hold line breaks (RFC 4180), also for those who begin in its midst.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace pdrank::io {

// Where one stands in a record, between two bytes. Behind a quote inside a quoted field the next byte tells whether it
// was the closing one or the first half of a quote that is meant.
enum class RecordState : std::uint8_t { record_start, field_start, in_field, in_quotes, behind_quote };

// Finds out, over as many lines as it takes, whether a record ends inside a quoted field.
class QuoteScan {
 public:
  explicit QuoteScan(char delimiter, RecordState state = RecordState::record_start)
      : delimiter_(delimiter), state_(state) {}

  // Goes on from where the last call stopped; `text` begins with what the last call saw.
  bool is_open_after(std::string_view text);

  RecordState state() const { return state_; }
  std::size_t opened_at() const { return opened_at_; }

 private:
  void pass_quote(std::string_view text);

  char delimiter_;
  RecordState state_;
  std::size_t position_ = 0, opened_at_ = 0;
};

// In all of these, without a delimiter quotes mean nothing and a record is a line.

// Where one stands behind `text`, if it was `state` before it.
RecordState state_after(RecordState state, std::string_view text, std::optional<char> delimiter);

// Where in `text` the current record is over, or the one that begins there; npos if it is not.
std::size_t record_end(std::string_view text, std::optional<char> delimiter,
                       RecordState state = RecordState::record_start);

// How much of `text`, which begins with a record, is whole records, each with the line break that ends it.
std::size_t whole_records(std::string_view text, std::optional<char> delimiter);

}  // namespace pdrank::io
