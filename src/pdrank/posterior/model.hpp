// The model (docs/MATH.md, section 12). An answer about items i and j says "i" with probability
//
//     P(i beats j) = f + (1 - 2 f) sigmoid(x_i - x_j),
//
// where x are the scores, in log-odds, and f is the share of answers that are turned round. f = 0 is Bradley and
// Terry's law; scores that are far apart and f = delta are the paper's noise. A tie says that two items are close: its
// likelihood is 1 / cosh((x_i - x_j) / 2), Davidson's shape. Before any answer the scores are independent, of a law
// that is itself learned: one normal law, or a few of them mixed.
#pragma once

#include <cstddef>
#include <vector>

namespace pdrank {

inline constexpr std::size_t kMostShapeParts = 4;

// One of the normal laws that the scores are mixed from.
struct ShapePart {
  double share = 1, mean = 0, deviation = 1;
};

// How scores are spread before any answer: at most kMostShapeParts of them.
using ScoreShape = std::vector<ShapePart>;

// Standard deviation and mean of the mixture.
double spread(const ScoreShape& shape);
double centre(const ScoreShape& shape);

// What the answers are drawn by. Sources who are alike share a class.
struct Model {
  ScoreShape shape = {{1, 0, 1.5}};
  std::vector<double> flip = {0.02};  // f, by class; class 0 is what most sources are
};

}  // namespace pdrank
