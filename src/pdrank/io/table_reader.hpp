// Rows of named columns, whatever the file's format.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "pdrank/io/block_reader.hpp"
#include "pdrank/io/line_reader.hpp"
#include "pdrank/io/text.hpp"

namespace pdrank::io {

// One row that cannot be used. `reason` is short and stable (rows are counted by it), what() has the specifics.
class RowError : public std::runtime_error {
 public:
  // `line` is 0 where it is the row's own.
  RowError(std::string_view reason, const std::string& text, std::uint64_t line = 0)
      : std::runtime_error(text), reason_(reason), line_(line) {}

  const std::string& reason() const { return reason_; }
  std::uint64_t line() const { return line_; }

 private:
  std::string reason_;
  std::uint64_t line_;
};

// What has to be known to read a block of a table.
struct TableFormat {
  std::string path;       // as errors show it
  bool is_keyed = false;  // every row names its fields itself: JSON Lines
  char delimiter = ',';   // otherwise
  // The columns known so far: all of them for a table with a header, those of the rows so far for JSON Lines.
  std::vector<std::string> names = {};
};

// Reads the rows of one block.
class TableReader {
 public:
  TableReader(const TableFormat& format, TextBlock& block);
  virtual ~TableReader() = default;
  TableReader(const TableReader&) = delete;
  TableReader& operator=(const TableReader&) = delete;

  // Moves on to the next row that is not blank; false at the end. Throws RowError for a row that cannot be split into
  // fields; the next call goes on behind it. Throws InputError where nothing behind could be trusted.
  virtual bool next() = 0;

  // The format as it was, with the names of the rows so far.
  const TableFormat& format() const { return format_; }
  const std::vector<std::string>& names() const { return format_.names; }

  // The current row's fields by column, valid until next(); the text they point to as long as the block. One that a
  // JSON row does not have has no data().
  const std::vector<std::string_view>& fields() const { return fields_; }

  // One field of the current row. Throws RowError if it holds what a field cannot hold.
  std::string_view field(std::size_t column) const {
    const std::string_view value = fields_[column];
    if (value.data() == kNested || value.data() == kNulByte) refuse(column);
    return value;
  }

  std::uint64_t line() const { return lines_.line(); }
  const std::string& path() const { return format_.path; }

 protected:
  // Stand-ins for values of a JSON row that are an error only if they are asked for.
  static constexpr char kNested[] = "(nested)";
  static constexpr char kNulByte[] = "(NUL)";

  // What there is in a part of the block.
  ByteKinds kinds_of(std::string_view text) const {
    if (block_kinds_.nul || block_kinds_.non_ascii) return scan_bytes(text);
    return {.quote = block_kinds_.quote && text.find('"') != std::string_view::npos};
  }

  // Throws RowError if the current text, of which `kinds` tells, holds a NUL byte or is not UTF-8.
  void check_bytes(const ByteKinds& kinds) const;

  TableFormat format_;
  LineReader lines_;
  std::vector<std::string_view> fields_;
  std::string& unescaped_;  // has room for as much as the block's text, so that views into it stay

 private:
  [[noreturn]] void refuse(std::size_t column) const;

  ByteKinds block_kinds_;
};

std::unique_ptr<TableReader> read_table(const TableFormat& format, TextBlock& block);

}  // namespace pdrank::io
