#include "pdrank/solve/problem.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "pdrank/linalg/vector_ops.hpp"

namespace pdrank {
namespace {

// A sum that keeps the larger, for parallel_sum.
struct Largest {
  double value = 0;
  void operator+=(const Largest& other) { value = std::max(value, other.value); }
};

double largest_size(std::span<const double> values) {
  return parallel_sum<Largest>(values.size(),
                               [&](std::size_t begin, std::size_t end) {
                                 Largest largest;
                                 for (std::size_t k = begin; k < end; ++k) largest += {std::abs(values[k])};
                                 return largest;
                               })
      .value;
}

}  // namespace

struct Evaluation::Sums {
  double loss = 0, square = 0;
  Largest residual;
  void operator+=(const Sums& other) {
    loss += other.loss;
    square += other.square;
    residual += other.residual;
  }
};

Evaluation::Evaluation(const EdgeTiles& tiles)
    : tiles_(tiles),
      weight_(tiles.edge_count()),
      at_node_(tiles.node_count()),
      gradient_(tiles.node_count()),
      hessian_(tiles) {}

void Evaluation::begin(const Subproblem& problem) {
  gamma_ = problem.gamma;
  lead_ = problem.lead;
  tiles_.in_tile_order(problem.weight, weight_);
  traffic_ = {};
  traffic_.add(tiles_.edge_count() * (2 * sizeof(double) + sizeof(std::uint32_t)));
}

void Evaluation::at(std::span<const double> scores) {
  const double largest_ridge = 2 * gamma_ * largest_size(scores);
  const Sums sums = tiles_.sum_over_blocks<Sums>([&](std::size_t block, std::size_t first, std::size_t last) {
    return evaluate_block(block, first, last, scores, largest_ridge);
  });
  objective_ = sums.loss + gamma_ * sums.square;
  kkt_residual_ = sums.residual.value;
  traffic_.add(tiles_.edge_count() * (2 * (sizeof(TiledEdge) + sizeof(double)) + sizeof(double)));
}

Evaluation::Sums Evaluation::evaluate_block(std::size_t block, std::size_t first, std::size_t last,
                                            std::span<const double> scores, double largest_ridge) {
  Sums sums;
  for (std::size_t node = first; node < last; ++node) at_node_[node] = {0, 2 * gamma_};
  tiles_.for_each_won_tile(
      block, [&](auto... tile) { sums.loss += add_tile<End::winner>(tile..., scores, hessian_.weight().data()); });
  for (std::size_t node = first; node < last; ++node) gradient_[node] = std::exchange(at_node_[node].force, 0.0);
  tiles_.for_each_lost_tile(block, [&](auto... tile) { add_tile<End::loser>(tile..., scores, nullptr); });
  for (std::size_t node = first; node < last; ++node) {
    const double won = gradient_[node], lost = at_node_[node].force, forces = largest_ridge + won + lost;
    gradient_[node] = 2 * gamma_ * scores[node] - (won - lost);
    hessian_.diagonal()[node] = at_node_[node].curvature;
    if (forces > 0) sums.residual += {std::abs(gradient_[node]) / forces};
    sums.square += scores[node] * scores[node];
  }
  return sums;
}

// Adds forces and curvatures of a tile's edges to one of their ends. Keeps the curvatures if there is a place for them;
// returns the loss, for winners.
template <Evaluation::End side>
double Evaluation::add_tile(std::size_t begin, std::size_t end, std::size_t winners, std::size_t losers,
                            std::span<const double> scores, double* keep) {
  constexpr std::size_t kBatch = 512;  // stays in the first cache
  std::array<double, kBatch> margin, force, scratch;
  const double *winner_score = scores.data() + winners, *loser_score = scores.data() + losers;
  AtNode* sums = at_node_.data() + (side == End::winner ? winners : losers);
  double loss = 0;
  for (std::size_t batch = begin; batch < end; batch += kBatch) {
    const std::size_t size = std::min(kBatch, end - batch);
    const TiledEdge* edge = tiles_.edges().data() + batch;
    double* curvature = keep ? keep + batch : scratch.data();
    for (std::size_t k = 0; k < size; ++k)
      margin[k] = winner_score[edge[k].winner] - loser_score[edge[k].loser] + lead_;
    if constexpr (side == End::winner)
      loss += kernels::logistic(margin.data(), weight_.data() + batch, size, force.data(), curvature);
    else
      kernels::logistic_forces(margin.data(), weight_.data() + batch, size, force.data(), curvature);
    for (std::size_t k = 0; k < size; ++k) {
      AtNode& sum = sums[side == End::winner ? edge[k].winner : edge[k].loser];
      sum.force += force[k];
      sum.curvature += curvature[k];
    }
  }
  return loss;
}

double logistic_loss(const Subproblem& problem, std::span<const double> margin, std::span<double> force,
                     std::span<double> curvature) {
  return parallel_sum(margin.size(), [&](std::size_t begin, std::size_t end) {
    return kernels::logistic(margin.data() + begin, problem.weight.data() + begin, end - begin, force.data() + begin,
                             curvature.data() + begin);
  });
}

}  // namespace pdrank
