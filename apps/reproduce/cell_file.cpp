#include "reproduce/cell_file.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <optional>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/option_name.hpp"
#include "pdrank/core/parse_number.hpp"
#include "pdrank/core/result.hpp"
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

std::vector<std::string_view> split(std::string_view line) {
  std::vector<std::string_view> fields;
  while (true) {
    const std::size_t comma = line.find(',');
    fields.push_back(line.substr(0, comma));
    if (comma == std::string_view::npos) return fields;
    line.remove_prefix(comma + 1);
  }
}

std::optional<CellFile::Cell> parse(std::string_view line, std::size_t columns) {
  const std::vector<std::string_view> fields = split(line);
  if (fields.size() != columns + 2) return std::nullopt;
  const auto trial = parse_number<std::uint64_t>(fields[1]);
  if (!trial) return std::nullopt;
  CellFile::Cell cell = {std::string(fields[0]), *trial, {}};
  for (std::size_t k = 2; k < fields.size(); ++k) {
    const auto number = fields[k].empty() ? kNone : parse_number<double>(fields[k]);
    if (!number) return std::nullopt;
    cell.numbers.push_back(*number);
  }
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
  if (!torn_header) read(std::string_view(text).substr(header.size()), columns.size());
  if (!is_new) shorten_file(path, text.size());
  out_.open(path, std::ios::binary | std::ios::app);
  if (torn_header) write(header);
}

void CellFile::read(std::string_view text, std::size_t columns) {
  for (std::uint64_t number = 3; !text.empty(); ++number) {
    const std::size_t end = text.find('\n');
    std::optional<Cell> cell = parse(text.substr(0, end), columns);
    if (!cell) throw InputError(path_, number, "is damaged; remove the line, or the file to begin again");
    found_.push_back(*std::move(cell));
    text.remove_prefix(end + 1);
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
