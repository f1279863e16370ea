// The seam between the rounds and what solves each of them.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "pdrank/core/observer.hpp"
#include "pdrank/solve/problem.hpp"
#include "pdrank/solve/termination.hpp"

namespace pdrank {

struct InnerReport {
  Termination status = Termination::not_run;
  int iterations = 0;
  double objective = 0;
  double kkt_residual = 0;
  EdgeTraffic traffic = {};
};

class InnerSolver {
 public:
  virtual ~InnerSolver() = default;

  // Moves `scores` from where they are to the minimiser of the problem. `observer` may be null; if it asks to stop, the
  // scores are the best so far.
  virtual InnerReport solve(const Subproblem& problem, const InnerCriteria& criteria, std::span<double> scores,
                            Observer* observer) = 0;
};

// Solvers keep references to the tiles, which are those of the problems to come, and to the sharing.

// Line-searched Newton method; directions by conjugate gradients. Where the graph is shared, the tiles, scores and
// weights are those that each process holds, and all solve together.
std::unique_ptr<InnerSolver> make_newton(const EdgeTiles& tiles, const Sharing& sharing = unshared());

// Primal-dual hybrid gradient method: under the cost rule the paper's, with an eigenvalue bound behind its step sizes
// that starts from `seed`; under the KKT rule with steps that follow the curvature.
std::unique_ptr<InnerSolver> make_pdhg(const EdgeTiles& tiles, std::uint64_t seed);

}  // namespace pdrank
