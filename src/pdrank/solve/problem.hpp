// A weighted logistic problem on a connected graph (paper, "Approximation"; docs/MATH.md section 3):
//
//   minimise over x with 1'x = 0:   F(x) = sum_n w_n softplus(1 - y_n) + gamma |x|^2,   y_n = a_n'x + lead
//
// A round of PD-Rank has w_n = c_n omega_n and no lead. With a lead of 1 the loss is softplus(-a_n'x), the negative
// log-likelihood of Bradley and Terry. For gamma > 0 the constraint changes nothing but rounding: A'v sums to zero, so
// the minimiser has mean zero anyway. For gamma = 0 a minimiser exists if the graph is strongly connected (Ford 1957).
#pragma once

#include <span>
#include <vector>

#include "pdrank/core/result.hpp"
#include "pdrank/linalg/laplacian.hpp"

namespace pdrank {

struct Subproblem {
  const ComparisonGraph& graph;
  std::span<const double> weight;  // by edge, positive; Newton's method takes zero too, if gamma is positive
  double gamma;                    // not negative
  double lead = 0;
};

// Everything a solver needs to know about a point, from one pass over the edges. Every edge is looked at from both of
// its ends, which costs a second exponential and saves writing its force and reading that again.
class Evaluation {
 public:
  explicit Evaluation(const EdgeTiles& tiles);

  // The problem of the points to come.
  void begin(const Subproblem& problem);

  void at(std::span<const double> scores);

  double objective() const { return objective_; }
  // The largest |gradient| of a node, relative to the forces on that node (docs/MATH.md).
  double kkt_residual() const { return kkt_residual_; }
  const std::vector<double>& gradient() const { return gradient_; }  // by node: 2 gamma x - A' force
  const Laplacian& hessian() const { return hessian_; }
  const EdgeTraffic& traffic() const { return traffic_; }  // since begin()

 private:
  struct Sums;
  struct AtNode {  // sums over its edges, on the way; side by side because they are always changed together
    double force, curvature;
  };
  enum class End { winner, loser };

  template <End side>
  double add_tile(std::size_t begin, std::size_t end, std::size_t winners, std::size_t losers,
                  std::span<const double> scores, double* keep);
  Sums evaluate_block(std::size_t block, std::size_t first, std::size_t last, std::span<const double> scores,
                      double largest_ridge);

  const EdgeTiles& tiles_;
  double gamma_ = 0, lead_ = 0;
  std::vector<double> weight_;  // in the order of the tiles
  std::vector<AtNode> at_node_;
  std::vector<double> gradient_;
  Laplacian hessian_;
  double objective_ = 0, kkt_residual_ = 0;
  EdgeTraffic traffic_;
};

// sum w softplus(1 - y) for given margins y; by edge, force = w sigmoid(1 - y) and curvature = w sigmoid'(1 - y).
double logistic_loss(const Subproblem& problem, std::span<const double> margin, std::span<double> force,
                     std::span<double> curvature);

}  // namespace pdrank
