// Factorisations of small dense matrices. Eigen's are templates that take long to compile: they are compiled here,
// once.
#pragma once

#include <Eigen/Core>

namespace pdrank {

// X of A X = B. A is symmetric: positive definite, or not quite.
Eigen::MatrixXd solve_positive(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b);
Eigen::MatrixXd solve_symmetric(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b);

Eigen::MatrixXd inverse_of(const Eigen::MatrixXd& a);

// Lower triangular L with L L' = A, which is positive definite.
Eigen::MatrixXd cholesky_factor(const Eigen::MatrixXd& a);

// Of a symmetric matrix: its eigenvalues, the smallest first, and their vectors as columns.
struct EigenParts {
  Eigen::VectorXd values;
  Eigen::MatrixXd vectors;
};
EigenParts eigen_parts(const Eigen::MatrixXd& a);

}  // namespace pdrank
