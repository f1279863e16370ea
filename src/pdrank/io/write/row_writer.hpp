// Records as CSV, TSV, JSON Lines or a JSON array: one row each, their fields the columns.
#pragma once

#include "pdrank/io/write/csv_line.hpp"
#include "pdrank/io/write/json_writer.hpp"
#include "pdrank/io/write/sink.hpp"

namespace pdrank::io {

enum class RowFormat { csv, tsv, jsonl, json };

template <HasFields Record>
class RowWriter {
 public:
  RowWriter(RowFormat format, Sink& sink)
      : format_(format), sink_(sink), line_(format == RowFormat::tsv ? '\t' : ','), array_(sink) {
    if (format_ == RowFormat::json)
      array_.begin_array();
    else if (format_ != RowFormat::jsonl)
      sink_.write(line_.template header_of<Record>());
  }

  void add(const Record& record) {
    if (format_ == RowFormat::json) return array_.value(record);
    if (format_ != RowFormat::jsonl) return sink_.write(line_.line_of(record));
    JsonWriter(sink_, true).value(record);
    sink_.write("\n");
  }

  // Nothing may be added after that.
  void finish() {
    if (format_ != RowFormat::json) return;
    array_.end_array();
    sink_.write("\n");
  }

 private:
  RowFormat format_;
  Sink& sink_;
  CsvLine line_;
  JsonWriter array_;
};

}  // namespace pdrank::io
