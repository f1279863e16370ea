// JSON Lines: one object a line, a key = a column. Numbers keep the spelling of the file, null is an empty field.
#pragma once

#include <string>
#include <unordered_map>

#include "pdrank/io/tables/line_table.hpp"

namespace pdrank::io {

class JsonTable : public LineTable {
 public:
  JsonTable(const TableFormat& format, TableBlock& block);

  bool next() override;

 private:
  class Handler;

  void parse();
  std::string_view keep(const std::string& value);
  std::size_t column_of(const std::string& name);
  void note_nested(std::size_t column);

  std::unordered_map<std::string, std::size_t> columns_;
};

}  // namespace pdrank::io
