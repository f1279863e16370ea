#include "pdrank/linalg/pair_variance.hpp"

#include <Eigen/Cholesky>
#include <algorithm>

#include "pdrank/core/errors.hpp"
#include "pdrank/linalg/dense_laplacian.hpp"
#include "pdrank/linalg/inverse_diagonal.hpp"
#include "pdrank/linalg/precision_draws.hpp"
#include "pdrank/linalg/vector_ops.hpp"

namespace pdrank {

PairVariance::PairVariance(const ComparisonGraph& graph, std::span<const double> weight, double shift,
                           std::uint64_t seed, Observer* observer) {
  if (graph.node_count() <= kMostExactItems)
    factorise(graph, weight, shift);
  else
    sketch(graph, weight, shift, seed, observer);
}

void PairVariance::factorise(const ComparisonGraph& graph, std::span<const double> weight, double shift) {
  const EdgeTiles tiles(graph);
  Laplacian laplacian(tiles);
  laplacian.set_weights(weight, shift);
  Eigen::MatrixXd matrix = lifted(laplacian).matrix;
  Eigen::LLT<Eigen::MatrixXd> factors(matrix);
  if (!matrix.allFinite()) throw InvalidArgument("weight", "infinite", "the sum of an item's weights must be a number");
  for (double more = 1e-15 * matrix.diagonal().maxCoeff(); factors.info() != Eigen::Success; more *= 10) {
    matrix.diagonal().array() += more;
    factors.compute(matrix);
  }
  inverse_ = factors.solve(Eigen::MatrixXd::Identity(matrix.rows(), matrix.cols()));
}

void PairVariance::sketch(const ComparisonGraph& graph, std::span<const double> weight, double shift,
                          std::uint64_t seed, Observer* observer) {
  const Incidence incidence(graph);
  PrecisionDraws source(incidence, weight, shift, seed);
  std::vector<double> y(graph.node_count());
  draws_.resize(y.size() * kSketchDraws);
  for (; drawn_ < kSketchDraws; ++drawn_) {
    source.draw(y, observer);
    if (observer && observer->stop_requested()) return;
    if (observer) observer->on_progress({"solving", drawn_, kSketchDraws});
    for_each_index(y.size(),
                   [&](std::size_t node) { draws_[node * kSketchDraws + drawn_] = static_cast<float>(y[node]); });
  }
}

double PairVariance::operator()(std::uint32_t i, std::uint32_t j) const {
  if (exact()) return std::max(0.0, inverse_(i, i) + inverse_(j, j) - 2 * inverse_(i, j));
  const float* a = draws_.data() + i * kSketchDraws;
  const float* b = draws_.data() + j * kSketchDraws;
  float squares = 0;
  for (std::size_t k = 0; k < drawn_; ++k) squares += (a[k] - b[k]) * (a[k] - b[k]);
  return drawn_ > 0 ? double{squares} / static_cast<double>(drawn_) : 0;
}

void PairVariance::add(std::uint32_t i, std::uint32_t j, double weight) {
  const Eigen::VectorXd image = inverse_.col(i) - inverse_.col(j);
  const double variance = image[i] - image[j];
  inverse_.noalias() -= (weight / (1 + weight * variance)) * image * image.transpose();
}

}  // namespace pdrank
