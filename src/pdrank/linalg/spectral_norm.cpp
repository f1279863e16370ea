#include "pdrank/linalg/spectral_norm.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "pdrank/core/random.hpp"
#include "pdrank/linalg/laplacian.hpp"
#include "pdrank/linalg/vector_ops.hpp"

namespace pdrank {
namespace {

constexpr double kFailureProbability = 1e-12;
constexpr double kRelativeExcess = 0.02;  // x of the theorem: the bound is at most about 2 % too large

double degree_bound(const Incidence& incidence) {
  const ComparisonGraph& graph = incidence.graph();
  std::uint64_t largest = 0;
  for (EdgeId edge = 0; edge < graph.edge_count(); ++edge)
    largest = std::max(largest, incidence.degree(graph.winner[edge]) + incidence.degree(graph.loser[edge]));
  return static_cast<double>(largest);
}

// Uniform on the sphere: normal deviates (Box-Muller), scaled.
std::vector<double> random_direction(std::size_t size, std::uint64_t seed) {
  Random random(seed);
  std::vector<double> x(size);
  for (double& value : x) {
    const double radius = std::sqrt(-2 * std::log1p(-random.uniform()));
    value = radius * std::cos(2 * std::numbers::pi * random.uniform());
  }
  const double length = norm(x);
  for (double& value : x) value /= length;
  return x;
}

// As many steps as the theorem asks for.
int lanczos_steps(std::size_t size) {
  const double odds = 1.648 * std::sqrt(static_cast<double>(size)) / kFailureProbability;
  return static_cast<int>(std::ceil((std::log(odds) / std::sqrt(kRelativeExcess) + 1) / 2));
}

double largest_eigenvalue(const std::vector<double>& diagonal, const std::vector<double>& off_diagonal) {
  const auto size = static_cast<Eigen::Index>(diagonal.size());
  Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver;
  solver.computeFromTridiagonal(Eigen::Map<const Eigen::VectorXd>(diagonal.data(), size),
                                Eigen::Map<const Eigen::VectorXd>(off_diagonal.data(), size - 1),
                                Eigen::EigenvaluesOnly);
  return solver.eigenvalues().maxCoeff();
}

double largest_ritz_value(const Laplacian& matrix, std::uint64_t seed) {
  std::vector<double> current = random_direction(matrix.size(), seed);
  std::vector<double> previous(matrix.size(), 0.0), image(matrix.size());
  std::vector<double> diagonal, off_diagonal;
  const int steps = lanczos_steps(matrix.size());
  double beta = 0;
  for (int k = 0; k < steps; ++k) {
    const double alpha = matrix.apply(current, image);
    diagonal.push_back(alpha);
    for_each_index(image.size(), [&](std::size_t i) { image[i] -= alpha * current[i] + beta * previous[i]; });
    beta = norm(image);
    if (beta <= 1e-12 * diagonal.front() || k + 1 == steps) break;  // an invariant subspace: the value is exact
    off_diagonal.push_back(beta);
    previous.swap(current);
    for_each_index(image.size(), [&](std::size_t i) { current[i] = image[i] / beta; });
  }
  return largest_eigenvalue(diagonal, off_diagonal);
}

}  // namespace

SpectralBound spectral_bound(const Incidence& incidence, std::uint64_t seed) {
  SpectralBound bound;
  if (incidence.edge_count() == 0) return bound;
  const EdgeTiles tiles(incidence.graph());
  Laplacian matrix(tiles);
  matrix.set_weights(std::vector<double>(incidence.edge_count(), 1.0), 0.0);
  bound.lower = largest_ritz_value(matrix, seed);
  bound.upper = std::min(bound.lower / (1 - kRelativeExcess), degree_bound(incidence));
  return bound;
}

}  // namespace pdrank
