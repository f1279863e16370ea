#include "pdrank/linalg/edge_tiles.hpp"

#include <bit>
#include <utility>

namespace pdrank {
namespace {

// Of 32,768 nodes, a quarter of a megabyte, a core's second cache holds a few vectors. Less where there are edges
// enough to share out among threads; twice as many where there would be more tiles than edges.
constexpr unsigned kShift = 15;
constexpr std::size_t kBlocksToShareOut = 16;

unsigned shift_for(std::size_t nodes, std::size_t edges) {
  const std::size_t blocks = nodes >> kShift;
  if (blocks * blocks > edges) return kShift + 1;
  const std::size_t wanted = std::clamp<std::size_t>(edges / kMinBlockSize, 1, kBlocksToShareOut);
  return std::min(kShift, static_cast<unsigned>(std::bit_width((nodes - 1) / wanted)));
}

}  // namespace

EdgeTiles::EdgeTiles(const ComparisonGraph& graph)
    : graph_(graph),
      shift_(shift_for(graph.node_count(), graph.edge_count())),
      blocks_((graph.node_count() + (std::size_t{1} << shift_) - 1) >> shift_),
      tile_(blocks_ * blocks_ + 1, 0),
      edges_(graph.edge_count()) {
  parallel_for(blocks_, [&](std::size_t row) {
    for (std::size_t e = graph.first_edge[node(row)]; e < graph.first_edge[node(row + 1)]; ++e)
      ++tile_[row * blocks_ + (graph.loser[e] >> shift_)];
  });
  std::uint32_t total = 0;
  for (std::uint32_t& tile : tile_) total += std::exchange(tile, total);
  const std::uint32_t mask = (std::uint32_t{1} << shift_) - 1;
  for_each_place([&](std::size_t e, std::size_t place) {
    edges_[place] = {static_cast<std::uint16_t>(graph.winner[e] & mask),
                     static_cast<std::uint16_t>(graph.loser[e] & mask)};
  });
}

}  // namespace pdrank
