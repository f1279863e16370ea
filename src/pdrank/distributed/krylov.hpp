// Linear equations by PETSc's Krylov methods: conjugate gradients with the diagonal as preconditioner, unless PETSc's
// options say otherwise (-ksp_type, -pc_type gamg, -ksp_monitor, ..). How exactly they are solved, the caller says.
#pragma once

#include <cstddef>
#include <memory>

#include "pdrank/linalg/linear_solver.hpp"

namespace pdrank::distributed {

class TeamSharing;

// Keeps a reference to the sharing.
std::unique_ptr<LinearSolver> make_krylov_solver(const TeamSharing& sharing, std::size_t nodes);

}  // namespace pdrank::distributed
