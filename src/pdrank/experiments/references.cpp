#include "pdrank/experiments/references.hpp"

#include <algorithm>
#include <filesystem>

#include "pdrank/io/read_comparisons.hpp"

namespace pdrank::experiments {
namespace {

namespace fs = std::filesystem;

// "ref", digits, ".csv".
bool is_reference(const std::string& name) {
  if (!name.starts_with("ref") || !name.ends_with(".csv")) return false;
  const std::string number = name.substr(3, name.size() - 7);
  return !number.empty() && number.find_first_not_of("0123456789") == std::string::npos;
}

}  // namespace

std::vector<Reference> read_references(const std::string& folder, const std::string& set) {
  std::vector<Reference> references;
  const fs::path place = fs::path(folder) / set;
  if (!fs::is_directory(place)) return references;
  std::vector<fs::path> paths;
  for (const fs::directory_entry& entry : fs::directory_iterator(place))
    if (is_reference(entry.path().filename().string())) paths.push_back(entry.path());
  std::ranges::sort(paths);
  for (const fs::path& path : paths) {
    const Comparisons data = read_comparisons(path.string());
    references.push_back({set + "/" + path.stem().string(), data.size(), make_replay_oracle(data)});
  }
  return references;
}

}  // namespace pdrank::experiments
