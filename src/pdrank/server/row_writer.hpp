// Rows of named columns as CSV, TSV, JSON Lines or a JSON array.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pdrank::server {

enum class RowFormat { csv, tsv, jsonl, json };

class RowWriter {
 public:
  RowWriter(RowFormat format, std::vector<std::string> columns);

  // The fields of a row, in the order of the columns; then end().
  RowWriter& add(std::string_view text);
  RowWriter& add(double number);  // NaN: as add_empty()
  RowWriter& add(std::int64_t number);
  RowWriter& add_empty();
  void end();

  // All of it; nothing may be added after that.
  std::string finish();

 private:
  bool is_json() const { return format_ == RowFormat::json || format_ == RowFormat::jsonl; }
  void begin_field();
  void write_text(std::string_view text);

  RowFormat format_;
  std::vector<std::string> columns_;
  std::size_t field_ = 0, rows_ = 0;
  std::string text_;
};

}  // namespace pdrank::server
