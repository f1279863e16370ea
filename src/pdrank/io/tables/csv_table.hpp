// Tables with a delimiter: CSV, TSV, semicolons. Quotes as in RFC 4180; a quote inside an unquoted field is a plain
// character. The first record gives the names.
#pragma once

#include <string>

#include "pdrank/io/tables/line_table.hpp"

namespace pdrank::io {

class CsvTable : public LineTable {
 public:
  using LineTable::LineTable;

  bool next() override;

  // Moves on to the first record, instead of next(), and takes its fields for names. Throws InputError if it cannot be
  // split.
  const std::vector<std::string>& read_names();

  // What comes behind the current record, and the number of its first line.
  std::string_view rest() const { return lines_.rest(); }
  std::uint64_t next_line() const { return lines_.next_line(); }

 private:
  bool is_blank_row() const;
  void split();
  void complete_record();
  void split_plain(std::string_view text);
  void split_quoted(std::string_view text);
  std::size_t take_quoted_field(std::string_view text, std::size_t position);
};

}  // namespace pdrank::io
