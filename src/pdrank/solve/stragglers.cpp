#include "pdrank/solve/stragglers.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "pdrank/linalg/vector_ops.hpp"

namespace pdrank {
namespace {

constexpr double kFar = 0.1;                    // residual
constexpr std::size_t kFew = 8, kOneIn = 1000;  // so many, or one in so many nodes
constexpr int kSweeps = 2;                      // some are neighbours
constexpr double kClose = 1e-3;
constexpr int kMostSteps = 50;
constexpr double kLongestStep = 8;

// What pulls a node up and down, and how that changes with its score: `up` falls, `down` rises.
struct Pulls {
  double up = 0, down = 0, up_slope = 0, down_slope = 0;
  bool balanced() const { return std::abs(up - down) <= kClose * (up + down); }

  // Newton's step towards log up = log down: in the tails of the loss pulls are exponentials, and this hits at once.
  double step() const {
    if (up == 0 || down == 0) return up > down ? 1 : -1;
    return std::clamp(std::log(up / down) / (down_slope / down - up_slope / up), -kLongestStep, kLongestStep);
  }
};

template <class PullsAt>
double balance(double score, const PullsAt& pulls_at) {
  double low = -std::numeric_limits<double>::infinity(), high = -low;
  for (int k = 0; k < kMostSteps; ++k) {
    const Pulls pulls = pulls_at(score);
    if (pulls.balanced()) break;
    (pulls.up > pulls.down ? low : high) = score;
    const double next = score + pulls.step();
    if (next > low && next < high)
      score = next;
    else if (std::isfinite(low + high))
      score = (low + high) / 2;
    else  // a step that rounding has eaten
      score += pulls.up > pulls.down ? 1 : -1;
  }
  return score;
}

}  // namespace

bool Stragglers::settle(const Evaluation& point, std::span<double> scores) {
  if (!find(point)) return false;
  collect_edges(point);
  for (int sweep = 0; sweep < kSweeps; ++sweep)
    for (auto first = edges_.begin(); first != edges_.end();) {
      const std::uint32_t node = first->node;
      const auto last = std::find_if(first, edges_.end(), [&](const Edge& edge) { return edge.node != node; });
      scores[node] = balance(scores[node], [&](double score) {
        const double ridge = 2 * point.gamma();
        Pulls pulls;
        (score < 0 ? pulls.up : pulls.down) = ridge * std::abs(score);
        (score < 0 ? pulls.up_slope : pulls.down_slope) = score < 0 ? -ridge : ridge;
        for (auto edge = first; edge != last; ++edge) {
          const double margin = edge->sign * (score - scores[edge->other]) + point.lead();
          const double share = 1 / (1 + std::exp(margin - 1)), slope = edge->sign * edge->weight * share * (1 - share);
          (edge->sign > 0 ? pulls.up : pulls.down) += edge->weight * share;
          (edge->sign > 0 ? pulls.up_slope : pulls.down_slope) -= slope;
        }
        return pulls;
      });
      first = last;
    }
  centre(scores);
  return true;
}

bool Stragglers::find(const Evaluation& point) {
  if (point.kkt_residual() <= kFar) return false;
  is_far_.resize(tiles_.node_count());
  const std::size_t count = parallel_sum<std::size_t>(is_far_.size(), [&](std::size_t begin, std::size_t end) {
    std::size_t far = 0;
    for (std::size_t node = begin; node < end; ++node) far += is_far_[node] = point.kkt_residual(node) > kFar;
    return far;
  });
  return count <= std::max(kFew, tiles_.node_count() / kOneIn);
}

void Stragglers::collect_edges(const Evaluation& point) {
  std::vector<std::vector<Edge>> found(tiles_.block_count());
  parallel_for(found.size(), [&](std::size_t block) {
    tiles_.for_each_won_tile(block, [&](std::size_t begin, std::size_t end, std::size_t winners, std::size_t losers) {
      for (std::size_t k = begin; k < end; ++k) {
        const auto winner = static_cast<std::uint32_t>(winners + tiles_.edges()[k].winner);
        const auto loser = static_cast<std::uint32_t>(losers + tiles_.edges()[k].loser);
        if (is_far_[winner]) found[block].push_back({winner, loser, 1, point.weight()[k]});
        if (is_far_[loser]) found[block].push_back({loser, winner, -1, point.weight()[k]});
      }
    });
  });
  edges_.clear();
  for (const auto& part : found) edges_.insert(edges_.end(), part.begin(), part.end());
  std::ranges::stable_sort(edges_, {}, &Edge::node);
}

}  // namespace pdrank
