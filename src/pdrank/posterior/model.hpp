// The model (docs/MATH.md, section 12). An answer about items i and j says "i" with probability
//
//     P(i beats j) = f + (1 - 2 f) sigmoid(x_i - x_j),
//
// where x are the scores, in log-odds, and f is the share of answers that are turned round. f = 0 is Bradley and
// Terry's law; scores that are far apart and f = delta are the paper's noise. A tie says that two items are close: its
// likelihood is 1 / cosh((x_i - x_j) / 2), half a win each way, unless ties have a law of their own (margin_law.hpp).
// Where it is known who stood first, and the like, the difference x_i - x_j gets an offset. Before any answer the
// scores are independent, of a law that is itself learned: one normal law, or a few of them mixed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace pdrank {

inline constexpr std::size_t kMostShapeParts = 4;

// One of the normal laws that the scores are mixed from.
struct ShapePart {
  double share = 1, mean = 0, deviation = 1;
};

// How scores are spread before any answer: at most kMostShapeParts of them.
using ScoreShape = std::vector<ShapePart>;

inline ScoreShape one_part(double deviation) {
  ShapePart part;
  part.deviation = deviation;
  return ScoreShape(1, part);
}

// Standard deviation and mean of the mixture.
double spread(const ScoreShape& shape);
double centre(const ScoreShape& shape);

// What the answers are drawn by. Sources who are alike share a class.
struct Model {
  ScoreShape shape = one_part(1.5);
  std::vector<double> flip = {0.02};  // f, by class; class 0 is what most sources are
  // Of answers whose circumstances are known (circumstances.hpp):
  std::vector<double> effect = {};   // by effect, in log-odds
  std::vector<bool> in_use = {};     // by effect; one that is not stays 0
  std::uint32_t alike = 1;           // so many classes, from 0 on, share f with class 0
  std::vector<double> follows = {};  // by class: how far f goes with that of class 0; empty: that of most alone goes
  std::vector<double> lean = {};     // by class: beyond what effect 0 has, in favour of what stands first; empty: none
  std::vector<double> cut = {};  // strength k is between cut[k - 1] and cut[k], ties within +-cut[0]; empty: no ties
  double link_variance = 0.1;    // of the difference of linked scores, a unit of length apart
  double davidson = 0;           // Davidson's rate of ties, which then have no cuts; 0: none
};

}  // namespace pdrank
