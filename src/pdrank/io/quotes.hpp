// Where a record ends if its quoted fields may hold line breaks (RFC 4180).
#pragma once

#include <cstddef>
#include <string_view>

namespace pdrank::io {

// Finds out, over as many lines as it takes, whether a record ends inside a quoted field.
class QuoteScan {
 public:
  explicit QuoteScan(char delimiter) : delimiter_(delimiter) {}

  // Goes on from where the last call stopped; `text` begins with what the last call saw.
  bool is_open_after(std::string_view text);

  std::size_t opened_at() const { return opened_at_; }

 private:
  void find_close(std::string_view text);
  void pass_field_start(std::string_view text);
  void find_delimiter(std::string_view text);

  char delimiter_;
  bool open_ = false, at_field_start_ = true;
  std::size_t position_ = 0, opened_at_ = 0;
};

// How much of `text`, which begins with a record, is whole records, each with the line break that ends it.
std::size_t whole_records(std::string_view text, char delimiter);

}  // namespace pdrank::io
