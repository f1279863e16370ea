#include "told_rates.hpp"

#include "pdrank/data/components.hpp"
#include "pdrank/data/graph.hpp"
#include "pdrank/methods/posterior_answers.hpp"
#include "pdrank/metrics/draws.hpp"
#include "pdrank/posterior/find_posterior.hpp"

namespace pdrank::bench::accuracy {

std::vector<double> scores_with_told_rates(const Comparisons& data, std::span<const double> reliability,
                                           std::uint64_t seed) {
  const MergedComparisons merged = merge(data, TieRule::half);
  const Components parts = weak_components(merged.graph);
  PosteriorOptions options;
  options.seed = seed;
  const NamedAnswers named = name_answers(data, merged);
  options.known_flips.resize(reliability.size());
  for (std::size_t annotator = 0; annotator < reliability.size(); ++annotator)
    options.known_flips[named.source[annotator]] = 1 - reliability[annotator];
  const Posterior posterior = find_posterior(named.answers, options, nullptr);
  std::vector<std::uint32_t> part(named.node.size());
  for (std::size_t node = 0; node < part.size(); ++node) part[named.node[node]] = parts.of_item[node];
  const std::vector<RankRange> ranges = rank_ranges(posterior.draws, part, 0.9);
  std::vector<double> scores(data.items.size());
  for (std::uint32_t node = 0; node < merged.graph.node_count(); ++node)
    scores[merged.graph.item[node]] = -ranges[named.node[node]].mean;
  return scores;
}

}  // namespace pdrank::bench::accuracy
