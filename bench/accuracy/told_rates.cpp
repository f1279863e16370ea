#include "told_rates.hpp"

#include "pdrank/data/components.hpp"
#include "pdrank/data/graph.hpp"
#include "pdrank/metrics/draws.hpp"
#include "pdrank/posterior/posterior.hpp"

namespace pdrank::bench::accuracy {

std::vector<double> scores_with_told_rates(const Comparisons& data, std::span<const double> reliability,
                                           std::uint64_t seed) {
  const MergedComparisons merged = merge(data, TieRule::half);
  const Components parts = weak_components(merged.graph);
  PosteriorOptions options;
  options.seed = seed;
  for (const double rate : reliability) options.known_flips.push_back(1 - rate);
  const std::vector<double> start(merged.graph.node_count(), 0.0);
  const Answers answers(merge_by_source(data, merged), merged.graph.node_count(), data.annotators.size());
  const Posterior posterior = sample_posterior(answers, start, options, nullptr);
  const std::vector<RankRange> ranges = rank_ranges(posterior.positions, parts.of_item, 0.9);
  std::vector<double> scores(data.items.size());
  for (std::uint32_t node = 0; node < merged.graph.node_count(); ++node)
    scores[merged.graph.item[node]] = -ranges[node].mean;
  return scores;
}

}  // namespace pdrank::bench::accuracy
