// Newton's method for graphs of few nodes with edges between most of them, from scores close to the solution: whole
// steps, by Cholesky's factors of the Hessian A' diag(curvature) A + 2 gamma I. Where whole steps do not lead to the
// solution it gives up soon, with Termination::numerical_trouble and the best scores it has seen.
#pragma once

#include <memory>

#include "pdrank/solve/inner_solver.hpp"

namespace pdrank {

// Whether the graph is of that kind.
bool is_dense(const ComparisonGraph& graph);

// Keeps a reference to the tiles, which are those of a connected graph and of the problems to come.
std::unique_ptr<InnerSolver> make_dense_newton(const EdgeTiles& tiles);

}  // namespace pdrank
