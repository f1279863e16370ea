// The margin of an answer, in one place for all who ask how well scores explain it.
#pragma once

#include <cstddef>
#include <span>

#include "pdrank/data/comparisons.hpp"

namespace pdrank {

// 1 if the winner stood first, -1 if the loser did, 0 if nobody knows.
constexpr double side_of_winner(Side first) { return first == Side::winner ? 1 : first == Side::loser ? -1 : 0; }

// How far the winner of comparison n is ahead: the difference of the two scores and, by who stood first, the order
// effect; all of it times `scale`. `score` is by item of the data.
inline double margin_of(const Comparisons& data, std::size_t n, std::span<const double> score, double order_effect,
                        double scale = 1) {
  return scale * (score[data.winner(n)] - score[data.loser(n)] + order_effect * side_of_winner(data.first(n)));
}

}  // namespace pdrank
