// JSON Lines: one object a line, a key = a column. Numbers keep the spelling of the file, null is an empty field.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <deque>
#include <string>

#include "pdrank/io/table_reader.hpp"

namespace pdrank::io {

class JsonTable : public TableReader {
 public:
  // `lines` stands on the first line that is not blank.
  explicit JsonTable(LineReader lines) : TableReader(std::move(lines)) {}

  bool next() override;
  bool is_keyed() const override { return true; }

 private:
  class Handler;

  void parse();
  std::size_t column_of(const std::string& name);

  bool stands_on_row_ = true;
  absl::flat_hash_map<std::string, std::size_t> columns_;
  std::deque<std::string> values_;  // by column; a deque never moves its strings
};

}  // namespace pdrank::io
