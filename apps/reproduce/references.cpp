#include "reproduce/references.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "pdrank/core/errors.hpp"
#include "pdrank/io/rows/read_comparisons.hpp"
#include "reproduce/files.hpp"

namespace pdrank::reproduce {
namespace {

namespace fs = std::filesystem;

// "ref", digits, ".csv".
bool is_reference(const std::string& name) {
  if (!name.starts_with("ref") || !name.ends_with(".csv")) return false;
  const std::string number = name.substr(3, name.size() - 7);
  return !number.empty() && number.find_first_not_of("0123456789") == std::string::npos;
}

std::vector<std::string> reference_paths(const std::string& folder) {
  std::vector<std::string> paths;
  if (!is_folder(folder)) return paths;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
    if (is_reference(entry->path().filename().string())) paths.push_back(entry->path().string());
  if (error) throw InputError(folder, 0, error.message());
  std::ranges::sort(paths);
  return paths;
}

// FNV-1a; every text ends with a zero.
std::uint64_t fingerprint_of(const Comparisons& data) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  const auto add = [&](std::string_view text) {
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    hash *= 0x100000001b3u;
  };
  for (std::size_t n = 0; n < data.size(); ++n) {
    add(data.items.name(data.winner(n)));
    add(data.items.name(data.loser(n)));
    add(fmt::format("{} {} {}", data.tie(n), data.weight(n), data.annotator(n)));
  }
  return hash;
}

std::unique_ptr<Oracle> oracle_of(const Comparisons& data, const std::string& path) {
  if (data.items.size() < 2) throw InputError(path, 0, "has fewer than two items");
  try {
    return make_replay_oracle(data);
  } catch (const InvalidArgument& error) {
    throw InputError(path, 0, fmt::format("has no answer for {}: {}", error.value(), error.rule()));
  }
}

}  // namespace

std::vector<Reference> read_references(const std::string& folder, const std::string& set) {
  std::vector<Reference> references;
  for (const std::string& path : reference_paths(path_in(folder, set))) {
    const Comparisons data = read_comparisons(path);
    references.push_back({.name = set + "/" + fs::path(path).stem().string(),
                          .comparisons = data.size(),
                          .fingerprint = fingerprint_of(data),
                          .oracle = oracle_of(data, path)});
  }
  return references;
}

}  // namespace pdrank::reproduce
