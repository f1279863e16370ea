#include "pdrank/io/bytes/foreign_format.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace pdrank::io {
namespace {

struct Beginning {
  std::string_view bytes;
  ForeignFormat format;
};

constexpr std::array kBeginnings = {
    Beginning{"PAR1", ForeignFormat::parquet},
    Beginning{"ARROW1", ForeignFormat::arrow},
    Beginning{"FEA1", ForeignFormat::feather},
    Beginning{"ORC", ForeignFormat::orc},
    Beginning{"\xd0\xcf\x11\xe0", ForeignFormat::old_excel},
    Beginning{"SQLite format 3", ForeignFormat::sqlite},
    Beginning{"\xff\xfe", ForeignFormat::utf16},
    Beginning{"\xfe\xff", ForeignFormat::utf16},
};

// A line for the shell that makes FILE.csv of FILE with pandas.
std::string by_pandas(std::string_view what, std::string_view read) {
  return fmt::format(
      "this is {}, which pdrank reads only in Python; convert it with: python3 -c \"import pandas; "
      "pandas.{}('FILE').to_csv('FILE.csv', index=False)\"",
      what, read);
}

}  // namespace

std::optional<ForeignFormat> foreign_format(std::string_view first_bytes) {
  for (const Beginning& beginning : kBeginnings)
    if (first_bytes.starts_with(beginning.bytes)) return beginning.format;
  return std::nullopt;
}

std::string foreign_reason(ForeignFormat format) {
  switch (format) {
    case ForeignFormat::parquet:
      return by_pandas("a Parquet file", "read_parquet");
    case ForeignFormat::arrow:
      return by_pandas("an Arrow file", "read_feather");
    case ForeignFormat::feather:
      return by_pandas("a Feather file", "read_feather");
    case ForeignFormat::orc:
      return by_pandas("an ORC file", "read_orc");
    case ForeignFormat::excel:
      return by_pandas("an Excel file", "read_excel");
    case ForeignFormat::old_excel:
      return by_pandas("an old Excel file", "read_excel");
    case ForeignFormat::sqlite:
      return "this is an SQLite database; write the table to a file with: sqlite3 -header -csv FILE "
             "\"SELECT * FROM votes\" > votes.csv";
    case ForeignFormat::utf16:
      break;
  }
  return "this is UTF-16 text; convert it with: iconv -f utf-16 -t utf-8 FILE > FILE.csv";
}

std::string way_to_utf8(std::string_view complaint, std::string_view path) {
  if (!complaint.starts_with("invalid UTF-8: byte")) return {};
  return with_file(
      "; if the file is in Windows-1252 or Latin-1, convert it with: iconv -f windows-1252 -t utf-8 FILE > FILE.csv",
      path);
}

std::string with_file(std::string reason, std::string_view path) {
  constexpr std::string_view kStands = "FILE";
  const auto is_plain = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::string_view("_-./").find(c) != std::string_view::npos;
  };
  if (path.find('.') == path.npos || path.starts_with('-') || !std::ranges::all_of(path, is_plain)) return reason;
  for (std::size_t at = 0; (at = reason.find(kStands, at)) != reason.npos; at += path.size())
    reason.replace(at, kStands.size(), path);
  return reason;
}

}  // namespace pdrank::io
