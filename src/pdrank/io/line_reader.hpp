// Lines of a byte source, as views into one buffer. The buffer holds a block and the current record, never the file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pdrank/core/observer.hpp"
#include "pdrank/io/byte_source.hpp"

namespace pdrank::io {

inline constexpr std::size_t kMaxRecordBytes = std::size_t{1} << 20;

class LineReader {
 public:
  enum class Joined { yes, at_end, too_long };

  explicit LineReader(const std::string& path, Observer* observer = nullptr, std::size_t block_bytes = kBlockBytes);

  // Moves on to the next line; false at the end. A UTF-8 byte-order mark at the very start is skipped.
  // Throws InputError for a line above kMaxRecordBytes or input that breaks off, Stopped if the observer says so.
  bool next();

  // Adds the next line to the current text, with the line break between them.
  Joined join();

  // Reads compressed input to its end, unseen, and throws InputError if it turns out to be broken: then what was wrong
  // with the current line is no fault of the line's. Nothing can be read afterwards.
  void check_rest();

  // The current line (or joined lines) without its line break. Valid until the next call of next() or join().
  std::string_view text() const;
  std::uint64_t line() const { return line_; }  // 1-based number of its first line
  const std::string& path() const { return path_; }

 private:
  bool find_line_end();
  bool read_more();
  void skip_byte_order_mark();

  std::string path_;
  Observer* observer_;
  ByteSource source_;
  std::size_t block_bytes_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;    // of the current record
  std::size_t stop_ = 0;     // its end, before the line break
  std::size_t next_ = 0;     // after the line break
  std::size_t scanned_ = 0;  // no line break in [next_, scanned_)
  std::size_t filled_ = 0;
  std::uint64_t line_ = 0, next_line_ = 1;
};

}  // namespace pdrank::io
