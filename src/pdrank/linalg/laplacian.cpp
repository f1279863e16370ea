#include "pdrank/linalg/laplacian.hpp"

#include <algorithm>

namespace pdrank {

void Laplacian::set_weights(std::span<const double> edge_weights, double shift) {
  tiles_.in_tile_order(edge_weights, weight_);
  std::ranges::fill(diagonal_, shift);
  const TiledEdge* edge = tiles_.edges().data();
  parallel_for(tiles_.block_count(), [&](std::size_t block) {
    tiles_.for_each_won_tile(block, [&](std::size_t begin, std::size_t end, std::size_t winners, std::size_t) {
      for (std::size_t k = begin; k < end; ++k) diagonal_[winners + edge[k].winner] += weight_[k];
    });
    tiles_.for_each_lost_tile(block, [&](std::size_t begin, std::size_t end, std::size_t, std::size_t losers) {
      for (std::size_t k = begin; k < end; ++k) diagonal_[losers + edge[k].loser] += weight_[k];
    });
  });
}

double Laplacian::apply(std::span<const double> x, std::span<double> out) const {
  const TiledEdge* edge = tiles_.edges().data();
  const double* weight = weight_.data();
  return tiles_.sum_over_blocks<double>([&](std::size_t block, std::size_t first, std::size_t last) {
    for (std::size_t node = first; node < last; ++node) out[node] = diagonal_[node] * x[node];
    tiles_.for_each_won_tile(block, [&](std::size_t begin, std::size_t end, std::size_t winners, std::size_t losers) {
      double* to = out.data() + winners;
      const double* from = x.data() + losers;
      for (std::size_t k = begin; k < end; ++k) to[edge[k].winner] -= weight[k] * from[edge[k].loser];
    });
    tiles_.for_each_lost_tile(block, [&](std::size_t begin, std::size_t end, std::size_t winners, std::size_t losers) {
      double* to = out.data() + losers;
      const double* from = x.data() + winners;
      for (std::size_t k = begin; k < end; ++k) to[edge[k].loser] -= weight[k] * from[edge[k].winner];
    });
    double product = 0;
    for (std::size_t node = first; node < last; ++node) product += x[node] * out[node];
    return product;
  });
}

}  // namespace pdrank
