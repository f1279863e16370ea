#include "pdrank/io/tables/table_reader.hpp"

#include <fmt/format.h>

#include "pdrank/io/tables/column_table.hpp"
#include "pdrank/io/tables/csv_table.hpp"
#include "pdrank/io/tables/json_table.hpp"

namespace pdrank::io {

void TableReader::refuse(std::size_t column) const {
  const char* value = fields_[column].data();
  const std::string name = io::quoted(names()[column]);
  if (value == kNulByte) throw RowError("NUL byte", fmt::format("NUL byte in the value of {}", name));
  if (value == kNotUtf8) throw RowError("invalid UTF-8", fmt::format("invalid UTF-8 in the value of {}", name));
  throw RowError("bad JSON",
                 fmt::format("the value of {} is a list or an object, which is not read: it must be a text, number or "
                             "boolean",
                             name));
}

std::string_view item_name(const TableReader& table, std::size_t column) {
  const std::string_view name = table.field(column);
  if (name.data() == nullptr)
    throw RowError("missing key", fmt::format("no value for {}", io::quoted(table.names()[column])));
  if (name.empty()) throw RowError("empty item name", "empty item name");
  return name;
}

void refuse_same_item(std::string_view who, std::string_view item) {
  throw RowError("winner and loser are the same item", fmt::format("{} are the same item {}", who, quoted(item)));
}

std::unique_ptr<TableReader> read_table(const TableFormat& format, TableBlock& block) {
  if (format.in_memory) return std::make_unique<ColumnTable>(format, block);
  if (format.is_keyed) return std::make_unique<JsonTable>(format, block);
  return std::make_unique<CsvTable>(format, block);
}

}  // namespace pdrank::io
