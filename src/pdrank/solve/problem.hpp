// One round's problem, for fixed weights (paper, "Approximation"; docs/MATH.md section 2):
//
//   minimise over x   F(x) = sum_n w_n softplus(1 - a_n'x) + gamma |x|^2,   w_n = c_n omega_n
//
// The constraint 1'x = 0 needs no work: A'v sums to zero over every component, so with gamma > 0 the minimiser has mean
// zero on each of them.
#pragma once

#include <span>
#include <vector>

#include "pdrank/linalg/incidence.hpp"

namespace pdrank {

struct Subproblem {
  const Incidence& incidence;
  std::span<const double> weight;  // by edge, positive
  double gamma;                    // positive
};

// Everything the solvers need to know about a point, kept together so that one pass over the edges gives all of it.
struct PointEvaluation {
  std::vector<double> force;      // by edge: w sigmoid(1 - margin), the pull that widens the gap
  std::vector<double> curvature;  // by edge: w sigmoid'(1 - margin)
  std::vector<double> gradient;   // by node: 2 gamma x - A' force
  std::vector<double> pull;       // by node: sum of the sizes of what the gradient adds up
  double objective = 0;
  double kkt_residual = 0;  // max |gradient| / max pull

  explicit PointEvaluation(const Incidence& incidence)
      : force(incidence.edge_count()),
        curvature(incidence.edge_count()),
        gradient(incidence.node_count()),
        pull(incidence.node_count()) {}
};

// Evaluates at `scores`, whose margins A x are given.
void evaluate(const Subproblem& problem, std::span<const double> scores, std::span<const double> margin,
              PointEvaluation& at);

// The objective alone; one pass over the edges.
double objective(const Subproblem& problem, std::span<const double> scores, std::span<const double> margin,
                 PointEvaluation& scratch);

}  // namespace pdrank
