// Dense twins of sparse things, in extended precision.
#pragma once

#include <Eigen/Core>
#include <cstdint>

#include "support/decompositions.hpp"
#include "support/rows.hpp"

namespace pdrank::dense {

using Matrix = MatrixOf<long double>;
using Vector = VectorOf<long double>;

// won(i, j): answers for i against j, a tie half of one.
inline Matrix count_wins(std::uint32_t items, const zoo::Rows& rows) {
  Matrix won = Matrix::Zero(items, items);
  for (const Comparison& row : rows) {
    won(row.winner, row.loser) += row.tie() ? row.weight / 2 : row.weight;
    if (row.tie()) won(row.loser, row.winner) += row.weight / 2;
  }
  return won;
}

}  // namespace pdrank::dense
