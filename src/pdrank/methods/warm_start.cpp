#include "pdrank/methods/warm_start.hpp"

#include "pdrank/core/result.hpp"

namespace pdrank {

std::vector<std::vector<double>> WarmStart::path_of(const ComparisonGraph& part, const Comparisons& data) const {
  std::vector<std::vector<double>> path(path_.size(), std::vector<double>(part.node_count(), kNone));
  for (std::size_t node = 0; node < part.node_count(); ++node) {
    const auto item = items_.find(data.items.name(part.item[node]));
    if (!item) continue;
    for (std::size_t round = 0; round < path.size(); ++round)
      if (*item < path_[round].size()) path[round][node] = path_[round][*item];
  }
  return path;
}

void WarmStart::keep(const ComparisonGraph& part, const Comparisons& data, std::span<const std::vector<double>> path) {
  if (path_.size() < path.size()) path_.resize(path.size());
  for (std::size_t node = 0; node < part.node_count(); ++node) {
    const std::uint32_t item = items_.intern(data.items.name(part.item[node]));
    for (std::size_t round = 0; round < path.size(); ++round) {
      path_[round].resize(items_.size(), kNone);
      path_[round][item] = path[round][node];
    }
  }
}

}  // namespace pdrank
