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

#include "pdrank/linalg/incidence.hpp"

namespace pdrank {

struct Subproblem {
  const Incidence& incidence;
  std::span<const double> weight;  // by edge, positive; Newton's method takes zero too, if gamma is positive
  double gamma;                    // not negative
  double lead = 0;

  // y at `scores`.
  void margins(std::span<const double> scores, std::span<double> margin) const {
    incidence.margins(scores, margin, lead);
  }
};

// Everything the solvers need to know about a point, kept together so that one pass over the edges and one over the
// nodes give all of it.
struct PointEvaluation {
  std::vector<double> force;      // by edge: w sigmoid(1 - margin), the pull that widens the gap
  std::vector<double> curvature;  // by edge: w sigmoid'(1 - margin)
  std::vector<double> won, lost;  // by node: forces summed over the edges it won, and lost
  std::vector<double> gradient;   // by node: 2 gamma x - A' force
  double objective = 0;
  double kkt_residual = 0;  // the largest |gradient| of a node, relative to the forces on that node (docs/MATH.md)

  explicit PointEvaluation(const Incidence& incidence)
      : force(incidence.edge_count()),
        curvature(incidence.edge_count()),
        won(incidence.node_count()),
        lost(incidence.node_count()),
        gradient(incidence.node_count()) {}
};

// Evaluates at `scores`, whose margins are given.
void evaluate(const Subproblem& problem, std::span<const double> scores, std::span<const double> margin,
              PointEvaluation& at);

// The objective alone, and the forces; one pass over the edges.
double objective(const Subproblem& problem, std::span<const double> scores, std::span<const double> margin,
                 PointEvaluation& scratch);

}  // namespace pdrank
