#include "output_set.hpp"

#include <fmt/format.h>

#include <system_error>

#include "option_flags.hpp"
#include "pdrank/core/errors.hpp"

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

}  // namespace

void OutputSet::protect(const std::vector<std::string>& inputs) {
  for (const std::string& path : inputs)
    if (path != "-") taken_.push_back({identity(path), "is being read"});
}

Sink* OutputSet::open(const std::string& field, const std::string& path) {
  if (path.empty()) return nullptr;
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
