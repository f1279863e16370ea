// Eigen's decompositions for dense twins, of matrices of double and of long double. They are compiled once, in
// decompositions.cpp, because their templates take longer to compile than the tests that use them.
#pragma once

#include <Eigen/Core>

namespace pdrank::dense {

template <class Scalar>
using MatrixOf = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>;
template <class Scalar>
using VectorOf = Eigen::Matrix<Scalar, Eigen::Dynamic, 1>;

// a x = b, for any matrix that can be inverted.
template <class Scalar>
VectorOf<Scalar> solve(const MatrixOf<Scalar>& a, const VectorOf<Scalar>& b);

// The same for one that is positive definite, as those of the next two are.
template <class Scalar>
VectorOf<Scalar> solve_positive(const MatrixOf<Scalar>& a, const VectorOf<Scalar>& b);

template <class Scalar>
MatrixOf<Scalar> inverse_positive(const MatrixOf<Scalar>& a);

template <class Scalar>
Scalar log_determinant(const MatrixOf<Scalar>& a);

// The x of least norm of those for which |a x - b| is least.
template <class Scalar>
VectorOf<Scalar> least_squares(const MatrixOf<Scalar>& a, const VectorOf<Scalar>& b);

template <class Scalar>
MatrixOf<Scalar> pseudo_inverse(const MatrixOf<Scalar>& a);

// Of a symmetric matrix; values ascend.
struct SymmetricEigen {
  explicit SymmetricEigen(const Eigen::MatrixXd& a);

  Eigen::VectorXd values;
  Eigen::MatrixXd vectors;  // a column each
};

}  // namespace pdrank::dense
