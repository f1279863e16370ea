// An upper bound on |A|_S^2, the largest eigenvalue of A'A, for the steps of the primal-dual method. A value below the
// true one would break convergence, so what Lanczos finds (always from below) is raised to a bound.
#pragma once

#include <cstdint>

#include "pdrank/linalg/incidence.hpp"

namespace pdrank {

struct SpectralBound {
  double lower = 0;  // the largest Ritz value: attained by some vector
  double upper =
      0;  // the smaller of two bounds: Lanczos with failure probability 1e-12, and max over edges of d_i + d_j
};

// A'A is the Laplacian of the graph with every directed edge counted once.
//
// Lanczos from a random start, k steps: lambda > ritz / (1 - x) has probability at most
// 1.648 sqrt(n) exp(-sqrt(x) (2k - 1)) (Kuczynski and Wozniakowski 1992, Theorem 4.2 a).
// Degrees: lambda <= max d_i + d_j over edges (Anderson and Morley 1985), always.
SpectralBound spectral_bound(const Incidence& incidence, std::uint64_t seed);

}  // namespace pdrank
