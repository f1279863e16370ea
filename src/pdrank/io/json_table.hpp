// JSON Lines: one object a line, a key = a column. Numbers keep the spelling of the file, null is an empty field.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <string>

#include "pdrank/io/table_reader.hpp"

namespace pdrank::io {

class JsonTable : public TableReader {
 public:
  JsonTable(const TableFormat& format, TextBlock& block);

  bool next() override;

 private:
  class Handler;

  void parse();
  std::string_view keep(const std::string& value);
  std::size_t column_of(const std::string& name);

  absl::flat_hash_map<std::string, std::size_t> columns_;
};

}  // namespace pdrank::io
