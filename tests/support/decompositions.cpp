#include "support/decompositions.hpp"

#include <Eigen/Dense>

namespace pdrank::dense {

template <class Scalar>
VectorOf<Scalar> solve(const MatrixOf<Scalar>& a, const VectorOf<Scalar>& b) {
  return a.fullPivLu().solve(b);
}

template <class Scalar>
VectorOf<Scalar> solve_positive(const MatrixOf<Scalar>& a, const VectorOf<Scalar>& b) {
  return a.ldlt().solve(b);
}

template <class Scalar>
MatrixOf<Scalar> inverse_positive(const MatrixOf<Scalar>& a) {
  return a.llt().solve(MatrixOf<Scalar>::Identity(a.rows(), a.cols()));
}

template <class Scalar>
Scalar log_determinant(const MatrixOf<Scalar>& a) {
  return 2 * MatrixOf<Scalar>(a.llt().matrixL()).diagonal().array().log().sum();
}

template <class Scalar>
VectorOf<Scalar> least_squares(const MatrixOf<Scalar>& a, const VectorOf<Scalar>& b) {
  return a.completeOrthogonalDecomposition().solve(b);
}

template <class Scalar>
MatrixOf<Scalar> pseudo_inverse(const MatrixOf<Scalar>& a) {
  return a.completeOrthogonalDecomposition().pseudoInverse();
}

SymmetricEigen::SymmetricEigen(const Eigen::MatrixXd& a) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(a);
  values = eigen.eigenvalues();
  vectors = eigen.eigenvectors();
}

template Eigen::VectorXd solve(const Eigen::MatrixXd&, const Eigen::VectorXd&);
template Eigen::VectorXd solve_positive(const Eigen::MatrixXd&, const Eigen::VectorXd&);
template Eigen::MatrixXd inverse_positive(const Eigen::MatrixXd&);
template double log_determinant(const Eigen::MatrixXd&);
template Eigen::VectorXd least_squares(const Eigen::MatrixXd&, const Eigen::VectorXd&);
template Eigen::MatrixXd pseudo_inverse(const Eigen::MatrixXd&);

using Matrix = MatrixOf<long double>;
using Vector = VectorOf<long double>;
template Vector solve(const Matrix&, const Vector&);
template Vector solve_positive(const Matrix&, const Vector&);
template Matrix inverse_positive(const Matrix&);
template long double log_determinant(const Matrix&);
template Matrix pseudo_inverse(const Matrix&);

}  // namespace pdrank::dense
