#include "pdrank/data/clusters.hpp"

#include "pdrank/core/errors.hpp"
#include "pdrank/core/options.hpp"

namespace pdrank {

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
