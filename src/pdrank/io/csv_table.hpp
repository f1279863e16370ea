// Tables with a delimiter: CSV, TSV, semicolons. Quotes as in RFC 4180; a quote inside an unquoted field is a plain
// character. The first record gives the names.
#pragma once

#include <string>

#include "pdrank/io/table_reader.hpp"

namespace pdrank::io {

class CsvTable : public TableReader {
 public:
  // `lines` stands on the first line that is not blank. Throws InputError if that cannot be split.
  CsvTable(LineReader lines, char delimiter);

  bool next() override;
  void take_names_as_row() override { names_are_next_row_ = true; }

 private:
  bool is_blank_row() const;
  void split();
  void complete_record();
  void split_plain(std::string_view text);
  void split_quoted(std::string_view text);
  std::size_t take_quoted_field(std::string_view text, std::size_t position);

  char delimiter_;
  bool names_are_next_row_ = false;
  std::string unescaped_;  // quoted fields that had "" in them
};

}  // namespace pdrank::io
