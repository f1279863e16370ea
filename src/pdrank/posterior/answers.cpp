#include "pdrank/posterior/answers.hpp"

#include <algorithm>
#include <numeric>

namespace pdrank {
namespace {

std::vector<SourcedEdge> of_one_source(const ComparisonGraph& graph) {
  std::vector<SourcedEdge> edges;
  for (EdgeId edge = 0; edge < graph.edge_count(); ++edge)
    edges.push_back({0, graph.winner[edge], graph.loser[edge], graph.count[edge]});
  std::ranges::sort(edges, {}, &SourcedEdge::key);
  return edges;
}

}  // namespace

Answers::Answers(const std::vector<SourcedEdge>& edges, std::uint32_t nodes, std::uint32_t sources) {
  for (const SourcedEdge& edge : edges) {
    source.push_back(edge.source);
    winner.push_back(edge.winner);
    loser.push_back(edge.loser);
    times.push_back(static_cast<float>(edge.count));
  }
  index(nodes, sources);
}

Answers::Answers(const ComparisonGraph& graph) : Answers(of_one_source(graph), graph.node_count(), 1) {}

void Answers::index(std::uint32_t nodes, std::uint32_t sources) {
  first_of_source_.assign(sources + 1, 0);
  weight_of_source_.assign(sources, 0);
  first_end_.assign(nodes + 1, 0);
  for (std::size_t k = 0; k < size(); ++k) {
    ++first_of_source_[source[k] + 1];
    weight_of_source_[source[k]] += static_cast<double>(times[k]);
    ++first_end_[winner[k] + 1];
    ++first_end_[loser[k] + 1];
  }
  std::partial_sum(first_of_source_.begin(), first_of_source_.end(), first_of_source_.begin());
  std::partial_sum(first_end_.begin(), first_end_.end(), first_end_.begin());
  ends_.resize(2 * size());
  std::vector<std::size_t> next(first_end_.begin(), first_end_.end() - 1);
  for (std::size_t k = 0; k < size(); ++k) {
    ends_[next[winner[k]]++] = {loser[k], source[k], times[k], true};
    ends_[next[loser[k]]++] = {winner[k], source[k], times[k], false};
  }
}

}  // namespace pdrank
