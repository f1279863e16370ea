#include "pdrank/linalg/dense_laplacian.hpp"

namespace pdrank {

LiftedLaplacian lifted(const Laplacian& laplacian) {
  const EdgeTiles& tiles = laplacian.tiles();
  const auto size = static_cast<Eigen::Index>(laplacian.size());
  LiftedLaplacian result{Eigen::MatrixXd::Zero(size, size), 0};
  for (std::size_t block = 0; block < tiles.block_count(); ++block)
    tiles.for_each_won_tile(block, [&](std::size_t begin, std::size_t end, std::size_t winners, std::size_t losers) {
      for (std::size_t k = begin; k < end; ++k) {
        const auto i = static_cast<Eigen::Index>(winners + tiles.edges()[k].winner);
        const auto j = static_cast<Eigen::Index>(losers + tiles.edges()[k].loser);
        result.matrix(i, j) -= laplacian.weight()[k];
        result.matrix(j, i) -= laplacian.weight()[k];
        result.lift += 2 * laplacian.weight()[k];
      }
    });
  for (Eigen::Index node = 0; node < size; ++node)
    result.matrix(node, node) = laplacian.diagonal()[static_cast<std::size_t>(node)];
  result.lift /= static_cast<double>(size);
  result.matrix.array() += result.lift / static_cast<double>(size);
  return result;
}

}  // namespace pdrank
