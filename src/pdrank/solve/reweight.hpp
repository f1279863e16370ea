// The rounds of PD-Rank (paper, "Approximation"; docs/MATH.md section 2):
//
//   minimise over x   sum_n c_n log(softplus(1 - a_n'x) + epsilon) + gamma |x|^2        (objective)
//   omega_n = 1 / (softplus(1 - a_n'x) + epsilon), omega = 1 in the first round          (weights)
//
// Each round minimises a majoriser of the objective that touches it at the current point, so the objective never rises.
#pragma once

#include <cstdint>
#include <vector>

#include "pdrank/core/observer.hpp"
#include "pdrank/data/graph.hpp"
#include "pdrank/solve/inner_solver.hpp"

namespace pdrank {

struct RoundsOptions {
  double gamma = 1e-4;    // ridge, positive
  double epsilon = 1e-2;  // bounds the weights by 1 / epsilon, positive
  SolverKind solver = SolverKind::newton;
  InnerCriteria inner;
  RoundCriteria rounds;
  std::uint64_t seed = 1;  // of the pdhg solver's step bound
};

struct RoundRecord {
  int round = 0;
  double objective = 0;  // after the round
  double kkt_residual = 0;
  int iterations = 0;
  RoundStatistics changes;
};

struct RoundsResult {
  Termination status = Termination::not_run;
  std::vector<double> scores;  // by node
  std::vector<double> weight;  // by edge: omega for those scores
  double objective = 0;
  double kkt_residual = 0;
  long iterations = 0;
  std::vector<RoundRecord> trace;
};

// Makes the inner solver for a graph; tests put their own here.
using InnerSolverFactory = std::unique_ptr<InnerSolver> (*)(const Incidence&, const RoundsOptions&);
std::unique_ptr<InnerSolver> make_inner_solver(const Incidence& incidence, const RoundsOptions& options);

// `graph` is connected. `observer` may be null.
RoundsResult solve_rounds(const ComparisonGraph& graph, const RoundsOptions& options, Observer* observer,
                          InnerSolverFactory make_solver = make_inner_solver);

}  // namespace pdrank
