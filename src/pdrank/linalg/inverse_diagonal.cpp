#include "pdrank/linalg/inverse_diagonal.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "pdrank/linalg/dense_laplacian.hpp"
#include "pdrank/linalg/precision_draws.hpp"

namespace pdrank {
namespace {

constexpr double kLeastCondition = 1e-13;  // of H, reciprocal: below, fewer than about three digits are right

// What was added to make H invertible is taken out of the inverse again.
std::vector<double> exact_diagonal(const Incidence& incidence, std::span<const double> weight, double shift) {
  const EdgeTiles tiles(incidence.graph());
  Laplacian laplacian(tiles);
  laplacian.set_weights(weight, shift);
  const auto [matrix, lift] = lifted(laplacian);
  const Eigen::LLT<Eigen::MatrixXd> factors(matrix);
  if (factors.info() != Eigen::Success || factors.rcond() < kLeastCondition) return {};
  const Eigen::VectorXd diagonal =
      factors.solve(Eigen::MatrixXd::Identity(matrix.rows(), matrix.cols())).diagonal().array() -
      1 / ((shift + lift) * static_cast<double>(matrix.rows()));
  return {diagonal.begin(), diagonal.end()};
}

std::vector<double> estimated_diagonal(const Incidence& incidence, std::span<const double> weight, double shift,
                                       std::uint64_t seed, Observer* observer) {
  PrecisionDraws draws(incidence, weight, shift, seed);
  const Laplacian& matrix = draws.matrix();
  const double count = static_cast<double>(incidence.node_count());
  std::vector<double> values(incidence.node_count(), 0.0), draw(values.size()), image(values.size());
  for (int k = 0; k < kDraws; ++k) {
    draws.draw(draw, observer);
    if (observer && observer->stop_requested()) return {};
    matrix.apply(draw, image);
    for (std::size_t node = 0; node < values.size(); ++node) {
      const double mean = draw[node] - image[node] / matrix.diagonal()[node];
      values[node] += mean * mean;
    }
  }
  for (std::size_t node = 0; node < values.size(); ++node) {
    const double diagonal = matrix.diagonal()[node];
    const double known = 2 * (1 - 1 / count) / diagonal - (diagonal - shift / count) / (diagonal * diagonal);
    values[node] = values[node] / kDraws + known;
  }
  return values;
}

}  // namespace

InverseDiagonal inverse_diagonal(const Incidence& incidence, std::span<const double> weight, double shift,
                                 std::uint64_t seed, Observer* observer) {
  InverseDiagonal result;
  result.exact = incidence.node_count() <= kMostExactItems;
  result.values = result.exact ? exact_diagonal(incidence, weight, shift)
                               : estimated_diagonal(incidence, weight, shift, seed, observer);
  if (!std::ranges::all_of(result.values, [](double value) { return value > 0 && std::isfinite(value); }))
    result.values.clear();
  return result;
}

}  // namespace pdrank
