// Rows that are lines of text, whatever their format: what CSV and JSON Lines have in common.
#pragma once

#include <cstdint>
#include <string_view>

#include "pdrank/io/bytes/line_reader.hpp"
#include "pdrank/io/tables/table_reader.hpp"
#include "pdrank/io/text.hpp"

namespace pdrank::io {

class LineTable : public TableReader {
 public:
  LineTable(const TableFormat& format, TableBlock& block);

  std::uint64_t line() const final { return lines_.line(); }

 protected:
  // What there is in a part of the block.
  ByteKinds kinds_of(std::string_view text) const {
    if (block_kinds_.nul || block_kinds_.non_ascii) return scan_bytes(text);
    return {.quote = block_kinds_.quote && text.find('"') != std::string_view::npos};
  }

  // Throws RowError if the current text, of which `kinds` tells, holds a NUL byte or is not UTF-8.
  void check_bytes(const ByteKinds& kinds) const;

  LineReader lines_;

 private:
  ByteKinds block_kinds_;
};

}  // namespace pdrank::io
