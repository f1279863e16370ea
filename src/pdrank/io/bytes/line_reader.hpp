// Lines of a block of text, as views into it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "pdrank/io/bytes/block_reader.hpp"

namespace pdrank::io {

class LineReader {
 public:
  enum class Joined { yes, at_end, too_long };

  // `path` is for errors.
  LineReader(const std::string& path, const TableBlock& block)
      : path_(path), block_(block.text), next_line_(block.line) {}

  // Moves on to the next line; false at the end. Throws InputError for a line above kMaxRecordBytes.
  bool next();

  // Adds the next line to the current text, with the line break between them.
  Joined join();

  // The current line (or joined lines) without its line break.
  std::string_view text() const { return text_; }
  std::uint64_t line() const { return line_; }  // 1-based number of its first line

  // What comes behind, and the number of its first line.
  std::string_view rest() const { return block_.substr(next_); }
  std::uint64_t next_line() const { return next_line_; }

 private:
  bool find_line_end();

  const std::string& path_;
  std::string_view block_, text_;
  std::size_t begin_ = 0;  // of the current record
  std::size_t stop_ = 0;   // its end, before the line break
  std::size_t next_ = 0;   // after the line break
  std::uint64_t line_ = 0, next_line_;
};

}  // namespace pdrank::io
