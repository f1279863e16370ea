// Random vectors whose covariance is the inverse of H = A' diag(h) A + shift I on the vectors of mean zero: solutions
// of
//
//   H y = b,   b = A' diag(h)^1/2 s + shift^1/2 s', centred, s and s' random signs,
//
// because b has covariance H there.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pdrank/core/observer.hpp"
#include "pdrank/core/random.hpp"
#include "pdrank/linalg/conjugate_gradient.hpp"
#include "pdrank/linalg/incidence.hpp"

namespace pdrank {

class PrecisionDraws {
 public:
  // Keeps references to both. `weight` by edge, not negative; the shift is positive, or the graph connected.
  PrecisionDraws(const Incidence& incidence, std::span<const double> weight, double shift, std::uint64_t seed);

  // The next one, by conjugate gradients; worth nothing if the observer asked to stop.
  void draw(std::span<double> y, Observer* observer);

  const Laplacian& matrix() const { return matrix_; }

 private:
  double sign();

  const Incidence& incidence_;
  std::span<const double> weight_;
  double shift_;
  Random random_;
  std::uint64_t signs_ = 0;
  int signs_left_ = 0;
  EdgeTiles tiles_;
  Laplacian matrix_;
  ConjugateGradient conjugate_gradient_;
  std::vector<double> signed_root_, won_, lost_;
};

}  // namespace pdrank
