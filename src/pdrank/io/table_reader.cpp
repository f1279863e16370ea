#include "pdrank/io/table_reader.hpp"

#include <fmt/format.h>

#include "pdrank/io/column_table.hpp"
#include "pdrank/io/csv_table.hpp"
#include "pdrank/io/json_table.hpp"

namespace pdrank::io {

void TableReader::refuse(std::size_t column) const {
  const char* value = fields_[column].data();
  const std::string name = quoted(names()[column]);
  if (value == kNulByte) throw RowError("NUL byte", fmt::format("NUL byte in the value of {}", name));
  if (value == kNotUtf8) throw RowError("invalid UTF-8", fmt::format("invalid UTF-8 in the value of {}", name));
  throw RowError("bad JSON", fmt::format("the value of {} is not a string, number or boolean", name));
}

std::unique_ptr<TableReader> read_table(const TableFormat& format, TableBlock& block) {
  if (format.in_memory) return std::make_unique<ColumnTable>(format, block);
  if (format.is_keyed) return std::make_unique<JsonTable>(format, block);
  return std::make_unique<CsvTable>(format, block);
}

}  // namespace pdrank::io
