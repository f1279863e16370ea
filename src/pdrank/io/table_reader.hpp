// Rows of named columns, whatever the file's format.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pdrank/core/observer.hpp"
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

class TableReader {
 public:
  explicit TableReader(LineReader lines) : lines_(std::move(lines)) {}
  virtual ~TableReader() = default;
  TableReader(const TableReader&) = delete;
  TableReader& operator=(const TableReader&) = delete;

  // Moves on to the next row that is not blank; false at the end. Throws RowError for a row that cannot be split into
  // fields; the next call goes on behind it. Throws InputError where nothing behind could be trusted.
  virtual bool next() = 0;

  // Makes the line that names() came from the first row, for files without a header.
  virtual void take_names_as_row() {}

  // Whether every row names its fields itself.
  virtual bool is_keyed() const { return false; }

  // The columns known so far: all of them for a table with a header, those of the rows so far for JSON Lines.
  const std::vector<std::string>& names() const { return names_; }

  // The current row's fields by column, valid until next(). One that a JSON row does not have has no data().
  const std::vector<std::string_view>& fields() const { return fields_; }

  // One field of the current row. Throws RowError if it holds what a field cannot hold.
  std::string_view field(std::size_t column) const {
    const std::string_view value = fields_[column];
    if (value.data() == kNested || value.data() == kNulByte) refuse(column);
    return value;
  }

  // As LineReader::check_rest.
  void check_rest() { lines_.check_rest(); }

  std::uint64_t line() const { return lines_.line(); }
  const std::string& path() const { return lines_.path(); }

 protected:
  // Stand-ins for values of a JSON row that are an error only if they are asked for.
  static constexpr char kNested[] = "(nested)";
  static constexpr char kNulByte[] = "(NUL)";

  // Throws RowError if the current text, of which `kinds` tells, holds a NUL byte or is not UTF-8.
  void check_bytes(const ByteKinds& kinds) const;

  LineReader lines_;
  std::vector<std::string> names_;
  std::vector<std::string_view> fields_;

 private:
  [[noreturn]] void refuse(std::size_t column) const;
};

// Opens a file, told to be JSON Lines by its first byte and else CSV with the delimiter of its first line.
// Returns nothing for a file without any line that is not blank.
std::unique_ptr<TableReader> open_table(const std::string& path, Observer* observer = nullptr,
                                        std::size_t block_bytes = kBlockBytes);

}  // namespace pdrank::io
