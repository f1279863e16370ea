// Small files, row by row, on the calling thread.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "pdrank/io/tables/table_reader.hpp"

namespace pdrank::io {

struct RowVisitor {
  // Finds the columns by the names of the format, which are on `line`; true if these are a row themselves. Of JSON
  // Lines the first row has the names. Throws InputError.
  std::function<bool(const TableFormat& format, std::uint64_t line)> recognise;
  // Called for every row. A RowError that it throws becomes an InputError with path and line.
  std::function<void(const TableReader& row)> visit;
};

// The number of rows. Throws InputError for an empty file.
std::uint64_t visit_rows(const std::string& path, const RowVisitor& visitor);

}  // namespace pdrank::io
