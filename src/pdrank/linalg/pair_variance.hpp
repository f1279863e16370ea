// How uncertain the difference of two scores is: d'H^-1 d with d = e_i - e_j, for scores whose precision is
// H = A' diag(h) A + shift I.
//
// Up to kMostExactItems items it is exact, by a dense factorisation. Above, with kSketchDraws random vectors y whose
// covariance is the inverse (precision_draws.hpp), it is the mean of (y_i - y_j)^2: unbiased, with a relative standard
// deviation of at most sqrt(2 / kSketchDraws), 18 % (Spielman and Srivastava 2011, "Graph sparsification by effective
// resistances").
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <vector>

#include "pdrank/core/observer.hpp"
#include "pdrank/data/graph.hpp"

namespace pdrank {

inline constexpr std::size_t kSketchDraws = 64;

class PairVariance {
 public:
  // `weight` by edge, not negative; the shift is positive, or the graph connected. If the observer asks to stop, it is
  // made of the draws there are. Where rounding would make H singular, the least shift that does not is added.
  PairVariance(const ComparisonGraph& graph, std::span<const double> weight, double shift, std::uint64_t seed,
               Observer* observer = nullptr);

  double operator()(std::uint32_t i, std::uint32_t j) const;

  bool exact() const { return inverse_.size() > 0; }

  // The following for exact ones alone.

  // An answer more about i and j: H + weight d d' (Sherman and Morrison 1950).
  void add(std::uint32_t i, std::uint32_t j, double weight);
  // H^-1 up to a constant in all entries, which no difference sees.
  const Eigen::MatrixXd& inverse() const { return inverse_; }

 private:
  void factorise(const ComparisonGraph& graph, std::span<const double> weight, double shift);
  void sketch(const ComparisonGraph& graph, std::span<const double> weight, double shift, std::uint64_t seed,
              Observer* observer);

  Eigen::MatrixXd inverse_;
  std::vector<float> draws_;  // kSketchDraws of a node after each other
  std::size_t drawn_ = 0;
};

}  // namespace pdrank
