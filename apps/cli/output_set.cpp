#include "output_set.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <system_error>

#include "option_flags.hpp"
#include "pdrank/core/errors.hpp"
#include "pdrank/io/write/output_ending.hpp"

namespace pdrank::cli {
namespace {

// One spelling for each file; devices such as /dev/null may be used by several.
std::filesystem::path identity(const std::string& path) {
  if (OutputFile::is_stdout(path)) return "-";
  std::error_code error;
  const std::filesystem::path resolved = std::filesystem::weakly_canonical(path, error);
  return error ? std::filesystem::path(path) : resolved;
}

bool may_be_shared(const std::filesystem::path& path) {
  std::error_code error;
  return std::filesystem::is_character_file(path, error);
}

// A line for the shell.
std::string by_python(std::string_view ending, std::string_view path) {
  return fmt::format("; Python writes it: python3 -c \"import pdrank; pdrank.rank('FILE').to_{}('{}')\"",
                     ending == "xlsx" ? "excel" : ending, path);
}

// A name without an ending is anything, as is what stands for a device.
void check_ending(const std::string& field, const std::string& path, const Endings& endings) {
  const std::string ending = ending_of(path).format;
  if (ending.empty() || OutputFile::is_stdout(path) || path.starts_with("/dev/")) return;
  if (std::ranges::find(endings, ending) != endings.end()) return;
  std::vector<std::string> known;
  for (const std::string_view one : endings) known.push_back(fmt::format(".{}", one));
  const bool is_python = &endings == &kRankEndings && (ending == "parquet" || ending == "xlsx");
  throw InvalidArgument(field, fmt::format("'{}'", path),
                        fmt::format("a file is written as its ending says, which must be one of {}, with .gz or .zst "
                                    "behind it if you like{}",
                                    fmt::join(known, ", "), is_python ? by_python(ending, path) : ""));
}

}  // namespace

void OutputSet::protect(const std::vector<std::string>& inputs) {
  for (const std::string& path : inputs)
    if (path != "-") taken_.push_back({identity(path), "is being read"});
}

Sink* OutputSet::open(const std::string& field, const std::string& path, const Endings& endings) {
  if (path.empty()) return nullptr;
  check_ending(field, path, endings);
  const std::filesystem::path file = identity(path);
  if (!may_be_shared(file)) {
    for (const Taken& other : taken_)
      if (other.path == file) throw InvalidArgument(field, fmt::format("'{}'", path), "that file " + other.what);
    taken_.push_back({file, fmt::format("is already taken by {}", flag_name(field))});
  }
  uses_stdout_ |= OutputFile::is_stdout(path);
  files_.push_back(std::make_unique<OutputFile>(path));
  return files_.back().get();
}

void OutputSet::finish() {
  for (const auto& file : files_) file->finish();
}

std::vector<std::string> OutputSet::temporaries() const {
  std::vector<std::string> names;
  for (const auto& file : files_)
    if (!file->temporary().empty()) names.push_back(file->temporary());
  return names;
}

void OutputSet::commit() {
  finish();
  for (const auto& file : files_) file->commit();
}

}  // namespace pdrank::cli
