#include "pdrank/linalg/precision_draws.hpp"

#include <cmath>

#include "pdrank/linalg/vector_ops.hpp"

namespace pdrank {
namespace {

constexpr double kDrawTolerance = 1e-6;  // slow waves hold much of the variance and little of the residual
constexpr int kMaxDrawIterations = 20'000;

}  // namespace

PrecisionDraws::PrecisionDraws(const Incidence& incidence, std::span<const double> weight, double shift,
                               std::uint64_t seed)
    : incidence_(incidence),
      weight_(weight),
      shift_(shift),
      random_(seed),
      tiles_(incidence.graph()),
      matrix_(tiles_),
      conjugate_gradient_(incidence.node_count()),
      signed_root_(incidence.edge_count()),
      won_(incidence.node_count()),
      lost_(incidence.node_count()) {
  matrix_.set_weights(weight, shift);
}

void PrecisionDraws::draw(std::span<double> y, Observer* observer) {
  for (std::size_t edge = 0; edge < signed_root_.size(); ++edge) signed_root_[edge] = sign() * std::sqrt(weight_[edge]);
  incidence_.gather(signed_root_, won_, lost_);
  for (std::size_t node = 0; node < y.size(); ++node) won_[node] += sign() * std::sqrt(shift_) - lost_[node];
  centre(won_);
  conjugate_gradient_.solve(matrix_, won_, kDrawTolerance, kMaxDrawIterations, y, observer);
  centre(y);
}

// Sixty-four of them from every number drawn.
double PrecisionDraws::sign() {
  if (signs_left_-- == 0) {
    signs_ = random_.bits();
    signs_left_ = 63;
  }
  const double value = (signs_ & 1) ? 1 : -1;
  signs_ >>= 1;
  return value;
}

}  // namespace pdrank
