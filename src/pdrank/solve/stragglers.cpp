#include "pdrank/solve/stragglers.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

#include "pdrank/linalg/vector_ops.hpp"

namespace pdrank {
namespace {

constexpr double kFar = 0.1;               // residual
constexpr double kFew = 8, kOneIn = 1000;  // so many, or one in so many nodes
constexpr double kMostEdges = 100'000;     // of all of them: each process looks at all
constexpr int kSweeps = 2;                 // some are neighbours
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
  if (!find(point) || !collect_edges(point, scores)) return false;
  for (int sweep = 0; sweep < kSweeps; ++sweep)
    for (auto first = edges_.begin(); first != edges_.end();) {
      const std::uint32_t node = first->node;
      const auto last = std::find_if(first, edges_.end(), [&](const Edge& edge) { return edge.node != node; });
      move({first, last}, point);
      first = last;
    }
  put_back(scores);
  centre(sharing_, scores);
  return true;
}

// One node, to where the pulls of its edges are in balance.
void Stragglers::move(std::span<const Edge> edges, const Evaluation& point) {
  const double ridge = 2 * point.gamma();
  const double pull = point.pull(edges.front().node);  // of an unshared graph, where nodes have their own numbers
  double& own = far_score_[edges.front().place];
  own = balance(own, [&](double score) {
    Pulls pulls;
    (score < 0 ? pulls.up : pulls.down) = ridge * std::abs(score);
    (score < 0 ? pulls.up_slope : pulls.down_slope) = score < 0 ? -ridge : ridge;
    (pull < 0 ? pulls.up : pulls.down) += std::abs(pull);
    for (const Edge& edge : edges) {
      const double other = edge.other_place == kNearby ? edge.other_score : far_score_[edge.other_place];
      const double margin = edge.sign * (score - other) + point.lead();
      const double share = 1 / (1 + std::exp(margin - 1)), slope = edge.sign * edge.weight * share * (1 - share);
      (edge.sign > 0 ? pulls.up : pulls.down) += edge.weight * share;
      (edge.sign > 0 ? pulls.up_slope : pulls.down_slope) -= slope;
    }
    return pulls;
  });
}

bool Stragglers::find(const Evaluation& point) {
  if (point.kkt_residual() <= kFar) return false;
  is_far_.assign(tiles_.node_count(), 0.0);
  const std::size_t here = parallel_sum<std::size_t>(sharing_.own(is_far_.size()), [&](auto begin, auto end) {
    std::size_t far = 0;
    for (std::size_t node = begin; node < end; ++node)
      if (point.kkt_residual(node) > kFar) is_far_[node] = 1, ++far;
    return far;
  });
  const auto nodes = static_cast<double>(sharing_.total(is_far_.size()));
  if (sum(sharing_, static_cast<double>(here)) > std::max(kFew, nodes / kOneIn)) return false;
  sharing_.refresh(is_far_);
  return true;
}

// All edges of all of them, whichever process holds them: each then moves all of them alike. False if they are many.
bool Stragglers::collect_edges(const Evaluation& point, std::span<const double> scores) {
  std::vector<std::vector<Edge>> found(tiles_.block_count());
  parallel_for(found.size(), [&](std::size_t block) {
    const auto add = [&](std::uint32_t node, std::uint32_t other, double sign, double weight) {
      found[block].push_back(
          {sharing_.number(node), sharing_.number(other), sign, weight, scores[node], scores[other]});
    };
    tiles_.for_each_won_tile(block, [&](std::size_t begin, std::size_t end, std::size_t winners, std::size_t losers) {
      for (std::size_t k = begin; k < end; ++k) {
        const auto winner = static_cast<std::uint32_t>(winners + tiles_.edges()[k].winner);
        const auto loser = static_cast<std::uint32_t>(losers + tiles_.edges()[k].loser);
        if (is_far_[winner] != 0) add(winner, loser, 1, point.weight()[k]);
        if (is_far_[loser] != 0) add(loser, winner, -1, point.weight()[k]);
      }
    });
  });
  std::size_t here = 0;
  for (const std::vector<Edge>& part : found) here += part.size();
  if (sum(sharing_, static_cast<double>(here)) > kMostEdges) return false;
  std::vector<std::byte> bytes;
  for (const std::vector<Edge>& part : found) {
    const auto of_part = std::as_bytes(std::span(part));
    bytes.insert(bytes.end(), of_part.begin(), of_part.end());
  }
  bytes = sharing_.everyones(std::move(bytes));
  edges_.resize(bytes.size() / sizeof(Edge));
  if (!bytes.empty()) std::memcpy(edges_.data(), bytes.data(), bytes.size());
  std::ranges::stable_sort(edges_, {}, &Edge::node);
  give_places();
  return true;
}

void Stragglers::give_places() {
  far_.clear();
  far_score_.clear();
  for (Edge& edge : edges_) {
    if (far_.empty() || far_.back() != edge.node) {
      far_.push_back(edge.node);
      far_score_.push_back(edge.score);
    }
    edge.place = static_cast<std::uint32_t>(far_.size() - 1);
  }
  for (Edge& edge : edges_) edge.other_place = place_of(edge.other);
}

std::uint32_t Stragglers::place_of(std::uint32_t node) const {
  const auto found = std::ranges::lower_bound(far_, node);
  return found != far_.end() && *found == node ? static_cast<std::uint32_t>(found - far_.begin()) : kNearby;
}

void Stragglers::put_back(std::span<double> scores) const {
  for (std::uint32_t node = 0; node < is_far_.size(); ++node)
    if (is_far_[node] != 0)
      if (const std::uint32_t place = place_of(sharing_.number(node)); place != kNearby)
        scores[node] = far_score_[place];
}

}  // namespace pdrank
