#include "data_sets.hpp"

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "pdrank/core/parse_number.hpp"
#include "pdrank/core/result.hpp"
#include "pdrank/io/rows/read_comparisons.hpp"
#include "pdrank/io/rows/read_scores.hpp"
#include "pdrank/io/rows/row_visitor.hpp"

namespace pdrank::bench::accuracy {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kNotComparisons[] = {"truth",     "truth_by_task", "official_points", ".truth",
                                                ".official", ".items",        "sirt-items",      "sirt-sessions"};

// The file's name without .csv or .csv.gz; empty for other files.
std::string stem_of(const fs::path& path) {
  std::string name = path.filename().string();
  for (const std::string_view ending : {".csv.gz", ".csv"})
    if (name.ends_with(ending)) return name.substr(0, name.size() - ending.size());
  return "";
}

bool holds_comparisons(const fs::path& path) {
  const std::string stem = stem_of(path);
  if (stem.empty()) return false;
  if (std::ranges::any_of(kNotComparisons, [&](std::string_view end) { return stem.ends_with(end); })) return false;
  if (!stem.ends_with(".rankings")) return true;
  const fs::path pairs = path.parent_path() / (stem.substr(0, stem.rfind('.')) + ".pairs.csv");
  return !fs::exists(pairs) && !fs::exists(pairs.string() + ".gz");
}

// The folder, and the file's name where it says more.
std::string name_of(const fs::path& path) {
  const std::string folder = path.parent_path().filename().string(), stem = stem_of(path);
  return stem == "comparisons" ? folder : folder + "/" + stem.substr(0, stem.find('.'));
}

std::string truth_of(const fs::path& path) {
  const std::string stem = stem_of(path);
  for (const std::string& name : {stem.substr(0, stem.rfind('.')) + ".truth.csv", std::string("truth.csv")})
    if (fs::exists(path.parent_path() / name)) return (path.parent_path() / name).string();
  return "";
}

// Number of dots, or of moves to a solution: fewest first, as the folders' READMEs say.
bool is_named_by_true_order(const fs::path& path) {
  return path.parent_path().filename().string().starts_with("mturk-");
}

std::vector<double> truth_from_names(const ItemIndex& items) {
  std::vector<double> truth;
  for (ItemId item = 0; item < items.size(); ++item)
    truth.push_back(-parse_number<double>(items.name(item)).value_or(kNone));
  return truth;
}

std::vector<double> truth_from_file(const ItemIndex& items, const std::string& path) {
  std::vector<double> truth(items.size(), kNone);
  for (const ItemScore& line : read_scores(path))
    if (const auto item = items.find(line.item)) truth[*item] = line.score;
  return truth;
}

// By row, the number of the ranking that a pair comes from; empty if the file does not say.
std::vector<std::uint32_t> rankings_of_pairs(const std::string& path) {
  std::size_t column = 0;
  bool told = false;
  std::string last;
  std::vector<std::uint32_t> ranking;
  const auto recognise = [&](const io::TableFormat& format, std::uint64_t) {
    const auto at = std::ranges::find(format.names, "ranking");
    column = static_cast<std::size_t>(at - format.names.begin());
    told = at != format.names.end() && std::ranges::find(format.names, "winner") != format.names.end();
    return false;
  };
  io::visit_rows(path, {.recognise = recognise, .visit = [&](const io::TableReader& row) {
                          if (!told) return;
                          const bool same = !ranking.empty() && row.field(column) == last;
                          last = row.field(column);
                          ranking.push_back(ranking.empty() ? 1 : ranking.back() + (same ? 0 : 1));
                        }});
  return ranking;
}

// The pairs of a ranking as one row, as if they had been read from the ranking.
Comparisons with_rows(const Comparisons& data, std::span<const std::uint32_t> row) {
  Comparisons grouped;
  for (ItemId item = 0; item < data.items.size(); ++item) grouped.items.intern(data.items.name(item));
  for (AnnotatorId one = 0; one < data.annotators.size(); ++one) grouped.annotators.intern(data.annotators.name(one));
  for (std::size_t n = 0; n < data.size(); ++n) grouped.add(data[n], row[n]);
  return grouped;
}

}  // namespace

std::vector<DataSet> find_data_sets(const std::string& folder) {
  std::vector<DataSet> sets;
  if (!fs::is_directory(folder)) return sets;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    const fs::path& path = entry.path();
    if (!entry.is_regular_file() || !holds_comparisons(path)) continue;
    sets.push_back({name_of(path), path.string(), truth_of(path), is_named_by_true_order(path)});
  }
  std::ranges::sort(sets, {}, &DataSet::name);
  return sets;
}

LoadedSet load(const DataSet& set, std::size_t most) {
  LoadedSet loaded;
  Comparisons all = read_comparisons(set.path);
  loaded.comparisons_read = all.size();
  if (const std::vector<std::uint32_t> rankings = rankings_of_pairs(set.path); rankings.size() == all.size())
    all = with_rows(all, rankings);
  std::vector<std::uint8_t> keep(all.size(), 0);
  std::fill_n(keep.begin(), std::min(most, all.size()), std::uint8_t{1});
  loaded.data = all.size() > most ? select(all, keep) : std::move(all);
  if (set.named_by_true_order) loaded.truth = truth_from_names(loaded.data.items);
  if (!set.truth_path.empty()) loaded.truth = truth_from_file(loaded.data.items, set.truth_path);
  return loaded;
}

}  // namespace pdrank::bench::accuracy
