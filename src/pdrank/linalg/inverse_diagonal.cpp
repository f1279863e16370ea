#include "pdrank/linalg/inverse_diagonal.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "pdrank/core/random.hpp"
#include "pdrank/linalg/conjugate_gradient.hpp"
#include "pdrank/linalg/dense_laplacian.hpp"
#include "pdrank/linalg/vector_ops.hpp"

namespace pdrank {
namespace {

constexpr double kDrawTolerance = 1e-6;  // slow waves hold much of the variance and little of the residual
constexpr int kMaxDrawIterations = 20'000;
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

class Draws {
 public:
  Draws(const Incidence& incidence, std::span<const double> weight, double shift, std::uint64_t seed)
      : incidence_(incidence),
        weight_(weight),
        shift_(shift),
        random_(seed),
        tiles_(incidence.graph()),
        matrix_(tiles_),
        conjugate_gradient_(incidence.node_count()),
        signed_root_(incidence.edge_count()),
        won_(incidence.node_count()),
        lost_(incidence.node_count()),
        draw_(incidence.node_count()),
        image_(incidence.node_count()) {
    matrix_.set_weights(weight, shift);
  }

  // Adds m_i^2 of one draw to `squares`.
  void add_draw(std::span<double> squares, Observer* observer) {
    for (std::size_t edge = 0; edge < signed_root_.size(); ++edge)
      signed_root_[edge] = sign() * std::sqrt(weight_[edge]);
    incidence_.gather(signed_root_, won_, lost_);
    for (std::size_t node = 0; node < draw_.size(); ++node) won_[node] += sign() * std::sqrt(shift_) - lost_[node];
    centre(won_);
    conjugate_gradient_.solve(matrix_, won_, kDrawTolerance, kMaxDrawIterations, draw_, observer);
    centre(draw_);
    matrix_.apply(draw_, image_);
    for (std::size_t node = 0; node < draw_.size(); ++node) {
      const double mean = draw_[node] - image_[node] / matrix_.diagonal()[node];
      squares[node] += mean * mean;
    }
  }

  double known_part(std::size_t node) const {
    const double diagonal = matrix_.diagonal()[node], count = static_cast<double>(draw_.size());
    return 2 * (1 - 1 / count) / diagonal - (diagonal - shift_ / count) / (diagonal * diagonal);
  }

 private:
  // Sixty-four of them from every number drawn.
  double sign() {
    if (signs_left_-- == 0) {
      signs_ = random_.bits();
      signs_left_ = 63;
    }
    const double value = (signs_ & 1) ? 1 : -1;
    signs_ >>= 1;
    return value;
  }

  const Incidence& incidence_;
  std::span<const double> weight_;
  double shift_;
  Random random_;
  std::uint64_t signs_ = 0;
  int signs_left_ = 0;
  EdgeTiles tiles_;
  Laplacian matrix_;
  ConjugateGradient conjugate_gradient_;
  std::vector<double> signed_root_, won_, lost_, draw_, image_;
};

std::vector<double> estimated_diagonal(const Incidence& incidence, std::span<const double> weight, double shift,
                                       std::uint64_t seed, Observer* observer) {
  Draws draws(incidence, weight, shift, seed);
  std::vector<double> values(incidence.node_count(), 0.0);
  for (int draw = 0; draw < kDraws; ++draw) {
    draws.add_draw(values, observer);
    if (observer && observer->stop_requested()) return {};
  }
  for (std::size_t node = 0; node < values.size(); ++node)
    values[node] = values[node] / kDraws + draws.known_part(node);
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
