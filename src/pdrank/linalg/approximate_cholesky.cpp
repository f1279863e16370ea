#include "pdrank/linalg/approximate_cholesky.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

#include "pdrank/core/random.hpp"

namespace pdrank {
namespace {

constexpr std::uint32_t kNoNode = static_cast<std::uint32_t>(-1);

// Nodes by degree: those of the fewest edges come first, of equal ones the last to change. Degrees above kExact are
// told apart by powers of two alone, which is enough to leave them for later.
class ByDegree {
 public:
  explicit ByDegree(std::size_t nodes) : first_(kBuckets, kNoNode), before_(nodes), after_(nodes), bucket_(nodes) {}

  void add(std::uint32_t node, std::uint32_t degree) {
    const std::uint32_t bucket = bucket_for(degree), next = first_[bucket];
    bucket_[node] = bucket;
    before_[node] = kNoNode;
    after_[node] = next;
    if (next != kNoNode) before_[next] = node;
    first_[bucket] = node;
    least_ = std::min(least_, bucket);
  }

  void remove(std::uint32_t node) {
    if (before_[node] != kNoNode)
      after_[before_[node]] = after_[node];
    else
      first_[bucket_[node]] = after_[node];
    if (after_[node] != kNoNode) before_[after_[node]] = before_[node];
  }

  void change(std::uint32_t node, std::uint32_t degree) {
    if (bucket_for(degree) == bucket_[node]) return;
    remove(node);
    add(node, degree);
  }

  std::uint32_t take_first() {
    while (first_[least_] == kNoNode) ++least_;
    const std::uint32_t node = first_[least_];
    remove(node);
    return node;
  }

 private:
  static constexpr std::uint32_t kExact = 64, kBuckets = kExact + 33;
  static std::uint32_t bucket_for(std::uint32_t degree) {
    return degree < kExact ? degree : kExact + static_cast<std::uint32_t>(std::bit_width(degree));
  }

  std::vector<std::uint32_t> first_, before_, after_, bucket_;
  std::uint32_t least_ = 0;
};

}  // namespace

// Every edge is in the lists of both of its ends. Where a node is eliminated, the edge to a neighbour turns into that
// neighbour's new edge, in the place where it was, so that no list grows but those of who is joined to.
class Elimination {
 public:
  Elimination(const Laplacian& matrix, ApproximateCholesky& factor)
      : factor_(factor),
        ground_(static_cast<std::uint32_t>(matrix.size())),
        head_(matrix.size() + 1, kNoNode),
        degree_(matrix.size() + 1, 0),
        by_degree_(matrix.size()),
        place_(matrix.size() + 1, kNoNode),
        random_(1) {
    add_edges(matrix);
  }

  void run() {
    factor_.node_.reserve(ground_);
    factor_.pivot_.reserve(ground_);
    factor_.begin_.reserve(ground_ + std::size_t{1});
    factor_.begin_.push_back(0);
    for (std::uint32_t node = 0; node < ground_; ++node) by_degree_.add(node, degree_[node]);
    for (std::uint32_t k = 0; k < ground_; ++k) eliminate(by_degree_.take_first());
    place_[ground_] = ground_;
    for (ApproximateCholesky::Entry& entry : factor_.entries_) entry.neighbour = place_[entry.neighbour];
    factor_.values_.resize(ground_ + std::size_t{1});
  }

 private:
  struct End {
    std::uint32_t neighbour, next;
    double weight;  // 0 where the neighbour is gone
  };
  struct Neighbour {
    std::uint32_t node, end;
    double weight;
  };

  // The two ends of an edge are beside each other.
  static std::uint32_t other_end(std::uint32_t end) { return end ^ 1; }

  void put(std::uint32_t end, std::uint32_t owner, std::uint32_t neighbour, double weight) {
    ends_[end] = {neighbour, head_[owner], weight};
    head_[owner] = end;
  }

  void add_edge(std::uint32_t a, std::uint32_t b, double weight) {
    const auto end = static_cast<std::uint32_t>(ends_.size());
    ends_.resize(ends_.size() + 2);
    put(end, a, b, weight);
    put(other_end(end), b, a, weight);
    ++degree_[a];
    ++degree_[b];
  }

  void add_edges(const Laplacian& matrix) {
    const EdgeTiles& tiles = matrix.tiles();
    const std::span<const double> weight = matrix.weight(), diagonal = matrix.diagonal();
    ends_.reserve(2 * (tiles.edge_count() + matrix.size()));
    std::vector<double> sum(matrix.size(), 0.0);
    for (std::size_t block = 0; block < tiles.block_count(); ++block)
      tiles.for_each_won_tile(block, [&](std::size_t begin, std::size_t end, std::size_t winners, std::size_t losers) {
        for (std::size_t k = begin; k < end; ++k) {
          if (!(weight[k] > 0)) continue;
          const auto winner = static_cast<std::uint32_t>(winners + tiles.edges()[k].winner),
                     loser = static_cast<std::uint32_t>(losers + tiles.edges()[k].loser);
          add_edge(winner, loser, weight[k]);
          sum[winner] += weight[k];
          sum[loser] += weight[k];
        }
      });
    constexpr double kRounding = 1e-14;
    for (std::uint32_t node = 0; node < ground_; ++node)
      if (const double rest = diagonal[node] - sum[node]; rest > kRounding * diagonal[node])
        add_edge(node, ground_, rest);
  }

  // The neighbours of a node, each once, the lightest first; of several edges one is kept.
  void collect_neighbours(std::uint32_t node) {
    neighbours_.clear();
    for (std::uint32_t end = head_[node]; end != kNoNode; end = ends_[end].next)
      if (ends_[end].weight > 0) neighbours_.push_back({ends_[end].neighbour, end, ends_[end].weight});
    if (neighbours_.size() > 1)
      std::ranges::sort(neighbours_, {}, [](const Neighbour& n) { return std::pair(n.node, n.end); });
    std::size_t kept = 0;
    for (const Neighbour& one : neighbours_) {
      if (kept > 0 && neighbours_[kept - 1].node == one.node) {
        neighbours_[kept - 1].weight += one.weight;
        ends_[other_end(one.end)].weight = 0;
        --degree_[one.node];
      } else {
        neighbours_[kept++] = one;
      }
    }
    neighbours_.resize(kept);
    if (kept > 1) std::ranges::sort(neighbours_, {}, [](const Neighbour& n) { return std::pair(n.weight, n.node); });
  }

  void eliminate(std::uint32_t node) {
    collect_neighbours(node);
    place_[node] = static_cast<std::uint32_t>(factor_.node_.size());
    factor_.node_.push_back(node);
    double left = 0;  // of the node's weight
    if (!neighbours_.empty()) {
      up_to_.clear();
      for (const Neighbour& one : neighbours_) up_to_.push_back(left += one.weight);
      double scale = 1;
      for (std::size_t k = 0; k + 1 < neighbours_.size(); ++k) {
        const double share = neighbours_[k].weight * scale / left;
        factor_.entries_.push_back({neighbours_[k].node, static_cast<float>(share)});
        join(neighbours_[k], heavier_than(k), share * (1 - share) * left);
        scale *= 1 - share;
        left *= (1 - share) * (1 - share);
      }
      const Neighbour& last = neighbours_.back();
      factor_.entries_.push_back({last.node, 1});
      left = last.weight * scale;
      ends_[other_end(last.end)].weight = 0;
      --degree_[last.node];
    }
    for (const Neighbour& one : neighbours_)
      if (one.node != ground_) by_degree_.change(one.node, degree_[one.node]);
    factor_.pivot_.push_back(left);
    factor_.begin_.push_back(factor_.entries_.size());
  }

  // One of the neighbours after the k-th, in proportion to their weights.
  std::uint32_t heavier_than(std::size_t k) {
    const double at = up_to_[k] + random_.uniform() * (up_to_.back() - up_to_[k]);
    const auto found = std::upper_bound(up_to_.begin() + static_cast<std::ptrdiff_t>(k) + 1, up_to_.end() - 1, at);
    return neighbours_[static_cast<std::size_t>(found - up_to_.begin())].node;
  }

  // The edge of a neighbour to the node becomes one to `other`.
  void join(const Neighbour& one, std::uint32_t other, double weight) {
    End& own = ends_[other_end(one.end)];
    own.weight = weight;
    if (!(weight > 0)) {
      --degree_[one.node];
      return;
    }
    own.neighbour = other;
    put(one.end, other, one.node, weight);
    ++degree_[other];
  }

  ApproximateCholesky& factor_;
  std::uint32_t ground_;
  std::vector<std::uint32_t> head_;    // by node: the first of its ends
  std::vector<std::uint32_t> degree_;  // with repetitions
  ByDegree by_degree_;
  std::vector<std::uint32_t> place_;  // in the order of elimination
  Random random_;
  std::vector<End> ends_;
  std::vector<Neighbour> neighbours_;
  std::vector<double> up_to_;  // sums of their weights
};

ApproximateCholesky::ApproximateCholesky(const Laplacian& matrix) { Elimination(matrix, *this).run(); }

void ApproximateCholesky::solve(std::span<const double> right_side, std::span<double> out) {
  const std::size_t count = node_.size();
  double* y = values_.data();
  for (std::size_t k = 0; k < count; ++k) y[k] = right_side[node_[k]];
  for (std::size_t k = 0; k < count; ++k) {
    if (begin_[k] == begin_[k + 1]) continue;
    double own = y[k];
    const std::size_t last = begin_[k + 1] - 1;
    for (std::size_t e = begin_[k]; e < last; ++e) {
      const double given = static_cast<double>(entries_[e].share) * own;
      y[entries_[e].neighbour] += given;
      own -= given;
    }
    y[entries_[last].neighbour] += own;
    y[k] = own;
  }
  y[count] = 0;
  for (std::size_t k = count; k-- > 0;) {
    if (begin_[k] == begin_[k + 1]) {
      y[k] = 0;
    } else {
      std::size_t e = begin_[k + 1] - 1;
      double own = y[k] / pivot_[k] + y[entries_[e].neighbour];
      while (e-- > begin_[k]) own += static_cast<double>(entries_[e].share) * (y[entries_[e].neighbour] - own);
      y[k] = own;
    }
    out[node_[k]] = y[k];
  }
}

}  // namespace pdrank
