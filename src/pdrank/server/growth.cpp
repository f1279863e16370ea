#include "pdrank/server/growth.hpp"

#include <algorithm>
#include <unordered_set>

#include "pdrank/data/disjoint_sets.hpp"

namespace pdrank::server {
namespace {

// The parts of the data as ids of items, the largest first.
std::vector<std::vector<storage::Id>> parts_of(const Comparisons& data, const Catalog& catalog) {
  const auto count = static_cast<std::uint32_t>(data.items.size());
  DisjointSets sets(count);
  for (std::size_t n = 0; n < data.size(); ++n) sets.join(data.winner(n), data.loser(n));
  std::vector<std::vector<storage::Id>> parts(count);  // by head
  for (std::uint32_t item = 0; item < count; ++item)
    if (const storage::Item* known = catalog.named(data.items.name(item))) parts[sets.head(item)].push_back(known->id);
  std::erase_if(parts, [](const auto& part) { return part.empty(); });
  std::ranges::stable_sort(parts, std::greater(), [](const auto& part) { return part.size(); });
  return parts;
}

}  // namespace

std::vector<Shown> growing_pairs(const Comparisons& data, const Catalog& catalog, std::size_t count, Random& random) {
  const std::vector<std::vector<storage::Id>> parts = parts_of(data, catalog);
  std::unordered_set<storage::Id> asked;
  std::vector<storage::Id> inside, outside, never_asked;
  for (const std::vector<storage::Id>& part : parts) {
    asked.insert(part.begin(), part.end());
    if (inside.empty())
      inside = part;
    else
      outside.push_back(part[random.below(part.size())]);
  }
  for (const storage::Id id : catalog.enabled())
    if (!asked.contains(id)) never_asked.push_back(id);
  random.shuffle(std::span(never_asked));
  outside.insert(outside.end(), never_asked.begin(), never_asked.end());
  std::vector<Shown> pairs;
  for (const storage::Id id : outside) {
    if (pairs.size() >= count) break;
    if (!inside.empty()) pairs.push_back({inside[random.below(inside.size())], id});
    if (parts.empty()) inside.push_back(id);
  }
  return pairs;
}

}  // namespace pdrank::server
