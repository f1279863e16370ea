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
#include "pdrank/io/byte_source.hpp"
#include "pdrank/io/table_block.hpp"

namespace pdrank::io {

inline constexpr std::size_t kMaxRecordBytes = std::size_t{1} << 20;

class BlockReader {
 public:
  explicit BlockReader(const std::string& path, Observer* observer = nullptr, std::size_t block_bytes = kBlockBytes);

  // The first line that is not blank, or the beginning of one that is too long; empty if there is none. A UTF-8
  // byte-order mark and blank lines before it are dropped. To be called once, first.
  std::string_view first_line();

  // From now on line breaks inside quoted fields do not end a record.
  void expect_quotes(char delimiter) { delimiter_ = delimiter; }

  // About `block_bytes` of whole records. The last block may end without a line break, inside a quoted field, or in the
  // midst of a record above kMaxRecordBytes, behind which nothing is read. False at the end, or where the input breaks
  // off, which check_end() tells. Throws Stopped if the observer says so.
  bool next(TableBlock& block);

  // Throws InputError if the input has not ended but broken off.
  void check_end() const;

  // Reads compressed input to its end, unseen, and throws InputError if it turns out to be broken: then what was wrong
  // with `line` is no fault of the line's. Nothing can be read afterwards.
  void check_rest(std::uint64_t line);

  std::uint64_t line() const { return line_; }  // of what comes next
  const std::string& path() const { return path_; }
  // How much of the input has been read, from 0 to 1; 0 where it is not known.
  double share_read() const;

 private:
  std::string_view pending() const { return {buffer_.data() + begin_, end_ - begin_}; }
  std::size_t whole_records_pending() const;
  bool read_more();
  void hand_over(std::size_t size, TableBlock& block);

  std::string path_;
  Observer* observer_;
  ByteSource source_;
  std::size_t block_bytes_;
  std::optional<char> delimiter_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0, end_ = 0;  // of what is pending in it
  std::uint64_t line_ = 1;
  bool ended_ = false;
  std::string failure_;  // why the input breaks off behind what is pending
};

}  // namespace pdrank::io
