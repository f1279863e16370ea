#include "pdrank/data/triangles.hpp"

#include <algorithm>
#include <atomic>
#include <numeric>

#include "pdrank/core/parallel.hpp"

namespace pdrank {
namespace {

constexpr std::size_t kEdgesBetweenQuestions = std::size_t{1} << 20;  // to the observer

// visit(sides) for every triangle with the edge as its first.
template <class Visit>
void for_each_triangle_of(const ComparisonGraph& graph, EdgeId edge, Visit&& visit) {
  const std::uint32_t u = graph.winner[edge], v = graph.loser[edge];
  EdgeId second = graph.first_edge[v], third = graph.first_edge[u];
  const EdgeId second_end = graph.first_edge[v + std::size_t{1}], third_end = graph.first_edge[u + std::size_t{1}];
  while (second < second_end && third < third_end) {
    const std::uint32_t a = graph.loser[second], b = graph.loser[third];
    if (a == b) visit(Triangles::Sides{second, third});
    second += a <= b;
    third += b <= a;
  }
}

// body(edge) for every edge, in parallel; false if the observer stopped it.
template <class Body>
bool for_each_edge(const ComparisonGraph& graph, Observer* observer, Body&& body) {
  const std::size_t edges = graph.edge_count();
  for (std::size_t start = 0; start < edges; start += kEdgesBetweenQuestions) {
    if (observer && observer->stop_requested()) return false;
    parallel_blocks(std::min(kEdgesBetweenQuestions, edges - start), [&](std::size_t begin, std::size_t end) {
      for (std::size_t edge = start + begin; edge < start + end; ++edge) body(static_cast<EdgeId>(edge));
    });
  }
  return true;
}

}  // namespace

std::optional<Triangles> find_triangles(const PairGraph& pairs, std::uint64_t limit, Observer* observer) {
  const ComparisonGraph& graph = pairs.graph;
  Triangles triangles;
  triangles.offset.assign(graph.edge_count() + std::size_t{1}, 0);
  std::atomic<std::uint64_t> found = 0;
  const bool counted = for_each_edge(graph, observer, [&](EdgeId edge) {
    if (found.load(std::memory_order_relaxed) > limit) return;
    std::uint64_t count = 0;
    for_each_triangle_of(graph, edge, [&](Triangles::Sides) { ++count; });
    found.fetch_add(count, std::memory_order_relaxed);
    triangles.offset[edge + std::size_t{1}] = count;
  });
  if (!counted || found > limit) return std::nullopt;

  std::partial_sum(triangles.offset.begin(), triangles.offset.end(), triangles.offset.begin());
  triangles.sides.resize(triangles.offset.back());
  const bool stored = for_each_edge(graph, observer, [&](EdgeId edge) {
    Triangles::Sides* next = triangles.sides.data() + triangles.offset[edge];
    for_each_triangle_of(graph, edge, [&](Triangles::Sides sides) { *next++ = sides; });
  });
  if (!stored) return std::nullopt;
  return triangles;
}

}  // namespace pdrank
