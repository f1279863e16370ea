// The input as blocks of whole records, so that each can be read by itself, on any thread. Never more than a few blocks
// are in memory, whatever the size of the file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pdrank/core/observer.hpp"
#include "pdrank/io/bytes/array_lines.hpp"
#include "pdrank/io/bytes/byte_source.hpp"
#include "pdrank/io/bytes/quotes.hpp"
#include "pdrank/io/tables/table_block.hpp"

namespace pdrank::io {

inline constexpr std::size_t kMaxRecordBytes = std::size_t{1} << 20;

class BlockReader {
 public:
  explicit BlockReader(const std::string& path, Observer* observer = nullptr, std::size_t block_bytes = kBlockBytes);

  // Leaves out so many lines at the beginning. To be called first, if at all.
  void skip_lines(std::uint64_t count);

  // The next line that is not blank, or the beginning of one that is too long; empty if there is none. A UTF-8
  // byte-order mark and blank lines before it are dropped. Before any block.
  std::string_view first_line();

  // That line and up to `count` - 1 behind it, blank or not, as far as they come within kMaxRecordBytes.
  std::vector<std::string_view> first_lines(std::size_t count);

  // Leaves out so many of the lines that these calls have shown.
  void drop_lines(std::size_t count);

  // From now on line breaks inside quoted fields do not end a record.
  void expect_quotes(char delimiter) { delimiter_ = delimiter; }

  // From now on the objects of an array, which is what the text turned out to be, are records of one line each; lines
  // then count objects. Before anything is dropped of it.
  void expect_array();

  // From now on only records that begin before this byte of a plain file are handed out.
  void stop_before(std::uint64_t offset) { stop_ = offset; }

  // Goes to a byte of a plain file that is on line `line`, and from there, where a record in `state` is going on, to
  // the next one.
  void go_to(std::uint64_t offset, std::uint64_t line, RecordState state = RecordState::record_start);

  // About `block_bytes` of whole records. The last block may end without a line break, inside a quoted field, or in the
  // midst of a record above kMaxRecordBytes, behind which nothing is read. False at the end, or where the input breaks
  // off, which check_end() tells. Throws Stopped if the observer says so.
  bool next(TableBlock& block);

  // Throws InputError if the input has not ended but broken off.
  void check_end() const;

  // Reads compressed input to its end, unseen, and throws InputError if it turns out to be broken: then what was wrong
  // with `line` is no fault of the line's. Nothing can be read afterwards.
  void check_rest(std::uint64_t line);

  // Of what comes next.
  std::uint64_t line() const { return line_; }
  std::uint64_t offset() const { return offset_; }  // in bytes of text
  const std::string& path() const { return path_; }
  // How much of the input, or of the part that was asked for, has been read, from 0 to 1; 0 where it is not known.
  double share_read() const;

 private:
  struct Bytes {
    std::uint64_t done, total;
  };

  std::string_view pending() const { return {buffer_.data() + begin_, end_ - begin_}; }
  std::size_t whole_records_pending() const;
  void find_record(RecordState state);
  bool read_more();
  void drop_byte_order_mark();
  void drop(std::size_t size);
  Bytes bytes_read() const;
  void hand_over(std::size_t size, TableBlock& block);

  std::string path_;
  Observer* observer_;
  ByteSource source_;
  std::size_t block_bytes_;
  std::optional<char> delimiter_;
  std::optional<ArrayLines> array_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0, end_ = 0;                     // of what is pending in it
  std::uint64_t line_ = 1, offset_ = 0;                 // of its first byte
  std::uint64_t start_offset_ = 0, stop_ = kEndOfFile;  // of what was asked for
  bool ended_ = false;
  std::string failure_;  // why the input breaks off behind what is pending
};

}  // namespace pdrank::io
