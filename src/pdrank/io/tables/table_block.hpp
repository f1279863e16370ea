// Some rows of a table that can be read by themselves, on any thread: text of a file, or rows of a batch in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "pdrank/io/tables/table.hpp"

namespace pdrank::io {

struct TableBlock {
  TableBlock() = default;
  TableBlock(TableBlock&&) = default;
  TableBlock& operator=(TableBlock&&) = default;

  std::uint64_t line = 1;  // 1-based number of its first line, or row

  std::string_view text;  // of a file; in `buffer`
  std::vector<char> buffer;

  std::shared_ptr<const TableBatch> batch;  // of a table in memory
  std::size_t begin = 0, end = 0;           // its rows

  std::string made;  // fields that are not there as they are meant: with escapes, or as numbers
};

}  // namespace pdrank::io
