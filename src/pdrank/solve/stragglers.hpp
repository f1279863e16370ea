// A few nodes that are far from balance when all others are close to it: a step of Newton's method carries them about
// one unit along the exponential tail of the loss, and would be made on all edges for their sake. Instead each of them
// is moved to where the objective is least with all others fixed (Gauss-Seidel), which looks at their own edges only.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "pdrank/solve/problem.hpp"

namespace pdrank {

class Stragglers {
 public:
  // Keeps references to the tiles and the sharing.
  Stragglers(const EdgeTiles& tiles, const Sharing& sharing) : tiles_(tiles), sharing_(sharing) {}

  // Moves them; the objective falls. False, and nothing is moved, if there are none or more than a few.
  // `point` is the evaluation at the scores.
  bool settle(const Evaluation& point, std::span<double> scores);

 private:
  static constexpr std::uint32_t kNearby = std::numeric_limits<std::uint32_t>::max();

  // An edge of a node that is far from balance; nodes are numbers in the whole graph.
  struct Edge {
    std::uint32_t node, other;
    double sign;  // 1 if the node has won
    double weight;
    double score, other_score;                       // as they are found
    std::uint32_t place = 0, other_place = kNearby;  // in far_
  };

  bool find(const Evaluation& point);
  bool collect_edges(const Evaluation& point, std::span<const double> scores);
  void give_places();
  std::uint32_t place_of(std::uint32_t node) const;
  void move(std::span<const Edge> edges, const Evaluation& point);
  void put_back(std::span<double> scores) const;

  const EdgeTiles& tiles_;
  const Sharing& sharing_;
  std::vector<double> is_far_;      // by node: 0 or 1
  std::vector<Edge> edges_;         // by node, every edge of one
  std::vector<std::uint32_t> far_;  // the nodes that are, ascending,
  std::vector<double> far_score_;   // and where they are by now
};

}  // namespace pdrank
