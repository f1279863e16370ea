// A file of rows: its format, then block after block.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "pdrank/core/observer.hpp"
#include "pdrank/io/block_reader.hpp"
#include "pdrank/io/table_source.hpp"

namespace pdrank::io {

class TableFile final : public TableSource {
 public:
  // Told to be JSON Lines by its first byte and else CSV with the delimiter of its first line, which has the names.
  // Throws InputError if it cannot be opened or its first line cannot be split.
  explicit TableFile(const std::string& path, Observer* observer = nullptr, std::size_t block_bytes = kBlockBytes);

  const TableFormat& format() const override { return format_; }
  // Whether there is no line that is not blank.
  bool is_empty() const override { return is_empty_; }
  // Both of a CSV file, before next().
  std::uint64_t names_line() const override { return first_.line; }
  void take_names_as_row() override { rows_ = {first_.text, first_.line}; }

  // The rest as BlockReader has it.
  bool next(TableBlock& block) override;
  void check_end() const override { blocks_.check_end(); }
  void check_rest(std::uint64_t line) override { blocks_.check_rest(line); }
  double share_read() const override { return blocks_.share_read(); }

 private:
  struct Rows {
    std::string_view text;
    std::uint64_t line = 0;
  };

  void read_names();

  BlockReader blocks_;
  TableFormat format_;
  TableBlock first_;  // of a CSV file, from the names on
  Rows rows_;         // where the rows begin in it
  bool is_empty_ = false, first_is_next_ = false;
};

}  // namespace pdrank::io
