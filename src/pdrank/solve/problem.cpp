#include "pdrank/solve/problem.hpp"

#include <algorithm>
#include <array>
#include <cmath>

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

// What both halves of an evaluation find, the first one the loss, the second one the rest.
struct Evaluation::Sums {
  double loss = 0, square = 0, pulled = 0;
  Largest residual;
  void operator+=(const Sums& other) {
    loss += other.loss;
    square += other.square;
    pulled += other.pulled;
    residual += other.residual;
  }
};

Evaluation::Evaluation(const EdgeTiles& tiles, const Sharing& sharing)
    : tiles_(tiles),
      sharing_(sharing),
      force_(tiles.edge_count()),
      won_(tiles.node_count()),
      lost_(tiles.node_count()),
      gradient_(tiles.node_count()),
      hessian_(tiles) {}

void Evaluation::begin(const Subproblem& problem) {
  gamma_ = problem.gamma;
  lead_ = problem.lead;
  weight_ = problem.weight;
  pull_ = problem.pull;
  traffic_ = {};
}

void Evaluation::at(std::span<const double> scores) {
  largest_ridge_ = 2 * gamma_ * sharing_.largest(largest_size(scores));
  Sums sums = tiles_.sum_over_blocks<Sums>(
      [&](std::size_t block, std::size_t first, std::size_t last) { return evaluate_won(block, first, last, scores); });
  sums += tiles_.sum_over_blocks<Sums>([&](std::size_t block, std::size_t first, std::size_t last) {
    add_lost(block, first, last);
    return sharing_.is_shared() ? Sums() : finish(first, last, scores);
  });
  if (sharing_.is_shared()) sums += finish_shared(scores);
  objective_ = sum(sharing_, sums.loss + gamma_ * sums.square + sums.pulled);
  kkt_residual_ = sharing_.largest(sums.residual.value);
  // First the ends and the weight are read, force and curvature written; then the ends and those two read.
  traffic_.add(tiles_.edge_count() * (2 * sizeof(TiledEdge) + 5 * sizeof(double)));
}

// Forces and curvatures of the edges that nodes of the block have won, and their sums.
Evaluation::Sums Evaluation::evaluate_won(std::size_t block, std::size_t first, std::size_t last,
                                          std::span<const double> scores) {
  Sums sums;
  for (std::size_t node = first; node < last; ++node) won_[node] = {0, 0};
  tiles_.for_each_won_tile(block, [&](auto... tile) { sums.loss += evaluate_tile(tile..., scores); });
  return sums;
}

double Evaluation::evaluate_tile(std::size_t begin, std::size_t end, std::size_t winners, std::size_t losers,
                                 std::span<const double> scores) {
  constexpr std::size_t kBatch = 512;  // stays in the first cache
  std::array<double, kBatch> margin;
  const double *winner_score = scores.data() + winners, *loser_score = scores.data() + losers;
  AtNode* sums = won_.data() + winners;
  double loss = 0;
  for (std::size_t batch = begin; batch < end; batch += kBatch) {
    const std::size_t size = std::min(kBatch, end - batch);
    const TiledEdge* edge = tiles_.edges().data() + batch;
    double *force = force_.data() + batch, *curvature = hessian_.weight().data() + batch;
    for (std::size_t k = 0; k < size; ++k)
      margin[k] = winner_score[edge[k].winner] - loser_score[edge[k].loser] + lead_;
    loss += kernels::logistic(margin.data(), weight_.data() + batch, size, force, curvature);
    for (std::size_t k = 0; k < size; ++k) sums[edge[k].winner] += {force[k], curvature[k]};
  }
  return loss;
}

// The sums of those that nodes of the block have lost.
void Evaluation::add_lost(std::size_t block, std::size_t first, std::size_t last) {
  for (std::size_t node = first; node < last; ++node) lost_[node] = {0, 0};
  const double *force = force_.data(), *curvature = hessian_.weight().data();
  tiles_.for_each_lost_tile(block, [&](std::size_t begin, std::size_t end, std::size_t, std::size_t losers) {
    const TiledEdge* edge = tiles_.edges().data();
    AtNode* sums = lost_.data() + losers;
    for (std::size_t k = begin; k < end; ++k) sums[edge[k].loser] += {force[k], curvature[k]};
  });
}

// What follows from both.
Evaluation::Sums Evaluation::finish(std::size_t first, std::size_t last, std::span<const double> scores) {
  Sums sums;
  for (std::size_t node = first; node < last; ++node) {
    const AtNode &won = won_[node], &lost = lost_[node];
    gradient_[node] = 2 * gamma_ * scores[node] + pull(node) - (won.force - lost.force);
    hessian_.diagonal()[node] = won.curvature + lost.curvature + 2 * gamma_;
    sums.residual += {kkt_residual(node)};
    sums.square += scores[node] * scores[node];
    sums.pulled += pull(node) * scores[node];
  }
  return sums;
}

// Own nodes have their sums once the other processes have sent what they hold of them.
Evaluation::Sums Evaluation::finish_shared(std::span<const double> scores) {
  static_assert(sizeof(AtNode) == 2 * sizeof(double));
  for (std::vector<AtNode>* sums : {&won_, &lost_})
    sharing_.collect({reinterpret_cast<double*>(sums->data()), 2 * sums->size()}, 2);
  const std::size_t own = sharing_.own(scores.size());
  std::ranges::fill(hessian_.diagonal().subspan(own), 0.0);
  return parallel_sum<Sums>(own, [&](std::size_t begin, std::size_t end) { return finish(begin, end, scores); });
}

double loss_and_derivatives(std::span<const double> margin, std::span<const double> weight, std::span<double> force,
                            std::span<double> curvature) {
  return parallel_sum(margin.size(), [&](std::size_t begin, std::size_t end) {
    return kernels::logistic(margin.data() + begin, weight.data() + begin, end - begin, force.data() + begin,
                             curvature.data() + begin);
  });
}

}  // namespace pdrank
