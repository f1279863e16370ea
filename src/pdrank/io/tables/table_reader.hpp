// Rows of named columns, whatever they are read from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "pdrank/io/tables/table_block.hpp"

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
  std::string path;              // as errors show it
  bool in_memory = false;        // a table that a caller has: its lines are rows
  bool is_keyed = false;         // every row names its fields itself: JSON Lines
  char delimiter = ',';          // otherwise
  std::uint64_t names_line = 1;  // where the names are, if titles are above them
  // The columns known so far: all of them for a table with a header, those of the rows so far for JSON Lines.
  std::vector<std::string> names = {};
  std::vector<std::string> nested = {};  // those of JSON Lines whose values were lists or objects, which are not read
};

// Reads the rows of one block.
class TableReader {
 public:
  virtual ~TableReader() = default;
  TableReader(const TableReader&) = delete;
  TableReader& operator=(const TableReader&) = delete;

  // Moves on to the next row that is not blank; false at the end. Throws RowError for a row that cannot be split into
  // fields; the next call goes on behind it. Throws InputError where nothing behind could be trusted.
  virtual bool next() = 0;

  // The 1-based line of the current row, in memory its number.
  virtual std::uint64_t line() const = 0;

  // The format as it was, with the names of the rows so far.
  const TableFormat& format() const { return format_; }
  const std::vector<std::string>& names() const { return format_.names; }

  // The current row's fields by column, valid until next(); the text they point to as long as the block. One that a
  // JSON row does not have, or that means nothing in a table in memory, has no data().
  const std::vector<std::string_view>& fields() const { return fields_; }

  // One field of the current row. Throws RowError if it holds what a field cannot hold.
  std::string_view field(std::size_t column) const {
    const std::string_view value = fields_[column];
    if (value.data() == kNested || value.data() == kNulByte || value.data() == kNotUtf8) refuse(column);
    return value;
  }

  const std::string& path() const { return format_.path; }

 protected:
  TableReader(const TableFormat& format, TableBlock& block) : format_(format), made_(block.made) { made_.clear(); }

  // Stand-ins for values that are an error only if they are asked for.
  static constexpr char kNested[] = "(nested)";
  static constexpr char kNulByte[] = "(NUL)";
  static constexpr char kNotUtf8[] = "(not UTF-8)";

  TableFormat format_;
  std::vector<std::string_view> fields_;
  std::string& made_;  // is given room before the first field, so that views into it stay

 private:
  [[noreturn]] void refuse(std::size_t column) const;
};

// An item's name in the current row. Throws RowError if it is empty or not there.
std::string_view item_name(const TableReader& table, std::size_t column);

// Throws RowError for a row that has the same item twice; `who` they are.
[[noreturn]] void refuse_same_item(std::string_view who, std::string_view item);

std::unique_ptr<TableReader> read_table(const TableFormat& format, TableBlock& block);

}  // namespace pdrank::io
