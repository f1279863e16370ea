#include "pdrank/data/clusters.hpp"

#include <algorithm>
#include <numeric>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/options.hpp"

namespace pdrank {
namespace {

// Ids in the order of their names: id -> number.
std::vector<std::uint32_t> numbers_by_name(const ItemIndex& names) {
  std::vector<std::uint32_t> order(names.size()), number(names.size());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::sort(order, {}, [&](std::uint32_t id) { return names.name(id); });
  for (std::uint32_t k = 0; k < order.size(); ++k) number[order[k]] = k;
  return number;
}

}  // namespace

Clusters clusters_by(const Comparisons& data, const std::string& name) {
  const bool by_annotator = name == kAnnotatorCluster;
  if (by_annotator && !data.has_annotators()) throw InvalidArgument("cluster", name, "the data name no annotators");
  const ContextColumn* column = by_annotator ? nullptr : &context_named(data, name);
  const std::vector<std::uint32_t> number = numbers_by_name(column ? column->values : data.annotators);
  Clusters clusters{std::vector<std::uint32_t>(data.size()), static_cast<std::uint32_t>(number.size())};
  bool differ = false;
  for (std::size_t n = 0; n < data.size(); ++n) {
    const bool is_known = column ? !(*column)[n].empty() : data.annotator(n) != kNoAnnotator;
    const std::uint32_t id = column ? column->id[n] : data.annotator(n);
    clusters.of[n] = is_known ? number[id] : clusters.count++;
    differ = differ || clusters.of[n] != clusters.of[0];
  }
  if (!differ) throw InvalidArgument("cluster", name, "all answers have the same value of it");
  return clusters;
}

}  // namespace pdrank
