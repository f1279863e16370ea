// Rows of a table in memory.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "pdrank/io/tables/table_reader.hpp"

namespace pdrank::io {

class ColumnTable : public TableReader {
 public:
  ColumnTable(const TableFormat& format, TableBlock& block);

  bool next() override;
  std::uint64_t line() const override { return line_; }

 private:
  struct Used {
    const TableColumn* column;
    std::size_t position;  // among the names
    bool is_plain;         // needs no look at its bytes
  };

  static std::string_view checked(std::string_view text);

  const TableBlock& block_;
  std::vector<Used> used_;
  std::size_t next_;
  std::uint64_t line_ = 0;
};

}  // namespace pdrank::io
