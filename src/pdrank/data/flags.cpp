#include "pdrank/data/flags.hpp"

#include "pdrank/core/parallel.hpp"

namespace pdrank {

std::vector<ItemFlags> flag_items(const ComparisonGraph& graph, const Bridges& bridges, double few) {
  std::vector<double> won(graph.node_count(), 0.0), lost(graph.node_count(), 0.0);
  const auto add_counts = [&](const std::vector<std::uint32_t>& node, std::vector<double>& sum) {
    for (EdgeId edge = 0; edge < graph.edge_count(); ++edge) sum[node[edge]] += graph.count[edge];
  };
  parallel_invoke([&] { add_counts(graph.winner, won); }, [&] { add_counts(graph.loser, lost); });
  const std::vector<std::uint8_t> hanging = hanging_nodes(bridges, few);
  std::vector<ItemFlags> flags(graph.node_count());
  for (std::uint32_t node = 0; node < graph.node_count(); ++node) {
    flags[node] = flag_item(won[node], lost[node], few);
    flags[node].bridge = hanging[node] != 0;
  }
  return flags;
}

ItemFlags flag_item(double won, double lost, double few) {
  return {.unbeaten = won > 0 && lost == 0, .winless = lost > 0 && won == 0, .few = is_fewer(won + lost, few)};
}

std::vector<std::string> flag_words(const ItemFlags& flags) {
  std::vector<std::string> words;
  if (flags.unbeaten) words.emplace_back("unbeaten");
  if (flags.winless) words.emplace_back("winless");
  if (flags.bridge) words.emplace_back("bridge");
  if (flags.few) words.emplace_back("few");
  return words;
}

}  // namespace pdrank
