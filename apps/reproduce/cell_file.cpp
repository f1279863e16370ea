#include "reproduce/cell_file.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <optional>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/option_name.hpp"
#include "pdrank/core/parse_number.hpp"
#include "pdrank/core/result.hpp"
#include "pdrank/io/tables/csv_table.hpp"
#include "pdrank/io/write/csv_line.hpp"
#include "reproduce/files.hpp"

namespace pdrank::reproduce {
namespace {

namespace fs = std::filesystem;

std::string header_of(const std::string& settings, const std::vector<std::string>& columns) {
  io::CsvLine line;
  line.add("point").add("trial");
  for (const std::string& column : columns) line.add(column);
  return fmt::format("# {}\n{}", settings, line.end());
}

template <class Number>
Number number_of(std::string_view field) {
  const std::optional<Number> number = parse_number<Number>(field);
  if (!number) throw io::RowError("not a number", std::string(field));
  return *number;
}

CellFile::Cell cell_of(const std::vector<std::string_view>& fields) {
  CellFile::Cell cell = {std::string(fields[0]), number_of<std::uint64_t>(fields[1]), {}};
  for (std::size_t k = 2; k < fields.size(); ++k)
    cell.numbers.push_back(fields[k].empty() ? kNone : number_of<double>(fields[k]));
  return cell;
}

}  // namespace

CellFile::CellFile(const std::string& path, const std::string& settings, const std::vector<std::string>& columns)
    : path_(path) {
  const std::string header = header_of(settings, columns);
  make_folder(fs::path(path).parent_path().string());
  const bool is_new = !is_there(path);
  std::string text = contents(path);
  const bool torn_header = text.size() < header.size() && header.starts_with(text);  // of a run that hardly began
  if (!torn_header && !text.starts_with(header))
    throw InputError(path, 1,
                     fmt::format("was made with other settings or by another version; choose another {}, or remove it",
                                 option_named("output")));
  text.resize(torn_header ? 0 : text.rfind('\n') + 1);
  if (!torn_header) read(text);
  if (!is_new) shorten_file(path, text.size());
  out_.open(path, std::ios::binary | std::ios::app);
  if (torn_header) write(header);
}

// The settings are on the first line, the names of the columns on the second.
void CellFile::read(std::string_view text) {
  io::TableBlock block;
  block.text = text.substr(text.find('\n') + 1);
  block.line = 2;
  io::CsvTable table({.path = path_}, block);
  table.read_names();
  try {
    while (table.next()) found_.push_back(cell_of(table.fields()));
  } catch (const io::RowError&) {
    throw InputError(path_, table.line(), "is damaged; remove the line, or the file to begin again");
  }
}

void CellFile::append(const Cell& cell) {
  io::CsvLine line;
  line.add(cell.point).add(cell.trial);
  for (const double number : cell.numbers) line.add(number);
  const std::lock_guard lock(mutex_);
  write(line.end());
}

void CellFile::write(std::string_view text) {
  out_ << text << std::flush;
  if (!out_) throw InputError(path_, 0, "cannot be written");
}

}  // namespace pdrank::reproduce
