// A file of rows: its format, then block after block.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "pdrank/core/observer.hpp"
#include "pdrank/io/block_reader.hpp"
#include "pdrank/io/table_reader.hpp"

namespace pdrank::io {

class TableFile {
 public:
  // Told to be JSON Lines by its first byte and else CSV with the delimiter of its first line, which has the names.
  // Throws InputError if it cannot be opened or its first line cannot be split.
  explicit TableFile(const std::string& path, Observer* observer = nullptr, std::size_t block_bytes = kBlockBytes);

  // Whether there is no line that is not blank.
  bool is_empty() const { return is_empty_; }
  const TableFormat& format() const { return format_; }
  std::uint64_t names_line() const { return first_.line; }  // of a CSV file, before next()

  // Makes the line that the names came from the first row, for CSV files without a header.
  void take_names_as_row() { rows_ = {first_.text, first_.line}; }

  // The rest as BlockReader has it.
  bool next(TextBlock& block);
  void check_end() const { blocks_.check_end(); }
  void check_rest(std::uint64_t line) { blocks_.check_rest(line); }
  double share_read() const { return blocks_.share_read(); }

 private:
  struct Rows {
    std::string_view text;
    std::uint64_t line = 0;
  };

  void read_names();

  BlockReader blocks_;
  TableFormat format_;
  TextBlock first_;  // of a CSV file, from the names on
  Rows rows_;        // where the rows begin in it
  bool is_empty_ = false, first_is_next_ = false;
};

}  // namespace pdrank::io
