// A few nodes that are far from balance when all others are close to it: a step of Newton's method carries them about
// one unit along the exponential tail of the loss, and would be made on all edges for their sake. Instead each of them
// is moved to where the objective is least with all others fixed (Gauss-Seidel), which looks at their own edges only.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pdrank/solve/problem.hpp"

namespace pdrank {

class Stragglers {
 public:
  // Keeps a reference to the tiles.
  explicit Stragglers(const EdgeTiles& tiles) : tiles_(tiles) {}

  // Moves them; the objective falls. False, and nothing is moved, if there are none or more than a few.
  // `point` is the evaluation at the scores.
  bool settle(const Evaluation& point, std::span<double> scores);

 private:
  struct Edge {
    std::uint32_t node, other;
    double sign;  // 1 if the node has won
    double weight;
  };

  bool find(const Evaluation& point);
  void collect_edges(const Evaluation& point);

  const EdgeTiles& tiles_;
  std::vector<std::uint8_t> is_far_;  // by node
  std::vector<Edge> edges_;           // by node, every edge of one
};

}  // namespace pdrank
