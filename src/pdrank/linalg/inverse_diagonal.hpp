// The diagonal of the inverse of H = A' diag(h) A + shift I on the vectors of mean zero: the variances of scores whose
// precision is H.
//
// Up to kMostExactItems items it is exact, by a dense factorisation. Above, it is estimated from random vectors y whose
// covariance it is (precision_draws.hpp). With m_i = y_i - (H y)_i / H_ii, the mean of y_i given its neighbours,
//
//   var y_i = var m_i + 2 (1 - 1/n) / H_ii - (H_ii - shift / n) / H_ii^2        (about var m_i + 1 / H_ii)
//
// and only var m_i, the smaller part, need be estimated (Siden, Lindgren, Bolin, Villani 2018, "simple
// Rao-Blackwellized Monte Carlo"). kDraws draws leave a relative standard deviation of at most sqrt(2 / kDraws) in that
// part.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pdrank/core/observer.hpp"
#include "pdrank/linalg/incidence.hpp"

namespace pdrank {

inline constexpr std::size_t kMostExactItems = 1000;
inline constexpr int kDraws = 32;

struct InverseDiagonal {
  std::vector<double> values;  // by node; empty if the observer asked to stop or rounding ate H
  bool exact = false;
};

// `weight` by edge, positive; shift >= 0. The graph is connected.
InverseDiagonal inverse_diagonal(const Incidence& incidence, std::span<const double> weight, double shift,
                                 std::uint64_t seed, Observer* observer);

}  // namespace pdrank
