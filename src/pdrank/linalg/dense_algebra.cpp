#include "pdrank/linalg/dense_algebra.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>

namespace pdrank {

Eigen::MatrixXd solve_positive(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) { return a.llt().solve(b); }

Eigen::MatrixXd solve_symmetric(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) { return a.ldlt().solve(b); }

Eigen::MatrixXd inverse_of(const Eigen::MatrixXd& a) { return a.inverse(); }

Eigen::MatrixXd cholesky_factor(const Eigen::MatrixXd& a) { return a.llt().matrixL(); }

EigenParts eigen_parts(const Eigen::MatrixXd& a) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> parts(a);
  return {parts.eigenvalues(), parts.eigenvectors()};
}

}  // namespace pdrank
