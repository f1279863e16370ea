// H of laplacian.hpp as a matrix, made invertible, for few nodes.
#pragma once

#include <Eigen/Core>

#include "pdrank/linalg/laplacian.hpp"

namespace pdrank {

struct LiftedLaplacian {
  Eigen::MatrixXd matrix;  // H + lift (projector on constant vectors)
  double lift;             // the mean of the diagonal of H without its shift
};

// The constant vector is an eigenvector of H, with the shift as its eigenvalue, which may be zero.
LiftedLaplacian lifted(const Laplacian& laplacian);

}  // namespace pdrank
