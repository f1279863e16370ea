// H of a field (field.hpp) in single precision: products with several vectors, which share every look at a pair, and
// conjugate gradients for several right sides.
//
// Processes that share the work have a stretch of the nodes each. Of a direction that is followed, all have all; of
// residuals, images and right sides, each has its own stretch alone.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "pdrank/core/parallel.hpp"
#include "pdrank/core/work_sharing.hpp"
#include "pdrank/posterior/answers.hpp"
#include "pdrank/posterior/field.hpp"

namespace pdrank {

// How a solve ended: with residuals as small as was asked for; after as many steps as it may take; or not at all,
// because H is not positive definite.
enum class Solved { reached, not_reached, not_definite };

// N values of every node.
template <std::size_t N>
using NodeValues = std::vector<std::array<float, N>>;

class SiteMatrix {
 public:
  static constexpr std::size_t kAhead = 12;  // neighbours; what is read then is asked for now

  // Keeps a reference to the answers.
  explicit SiteMatrix(const Answers& answers)
      : answers_(answers),
        diagonal_(answers.nodes),
        pairs_of_(answers),
        other_(answers.pairs()),
        weight_(answers.pairs()),
        second_weight_(answers.pairs()) {
    for (std::size_t k = 0; k < other_.size(); ++k) other_[k] = answers_.first[pairs_of_.second_pair[k]];
  }

  void load(const Sites& sites) {
    parallel_blocks(weight_.size(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t pair = begin; pair < end; ++pair) weight_[pair] = static_cast<float>(sites.pair_precision[pair]);
    });
    for_blocks([&](std::size_t begin, std::size_t end) {
      for (std::size_t node = begin; node < end; ++node) {
        double sum = sites.node_precision[node];
        for (std::size_t pair = pairs_of_.first_begin[node]; pair < pairs_of_.first_begin[node + 1]; ++pair)
          sum += static_cast<double>(weight_[pair]);
        for (std::size_t k = pairs_of_.second_begin[node]; k < pairs_of_.second_begin[node + 1]; ++k) {
          second_weight_[k] = weight_[pairs_of_.second_pair[k]];
          sum += static_cast<double>(second_weight_[k]);
        }
        diagonal_[node] = static_cast<float>(sum);
      }
    });
    complete(diagonal_);
  }

  float diagonal(std::size_t node) const { return diagonal_[node]; }
  float weight(std::size_t pair) const { return weight_[pair]; }
  const PairsOfNodes& pairs_of() const { return pairs_of_; }

  // body(begin, end) for the nodes of every block.
  template <class Body>
  void for_blocks(Body&& body) const {
    blocks().each(on_nodes(body));
  }
  template <class Sum, class Body>
  Sum sum_blocks(Body&& body) const {
    return sum_shared<Sum>(blocks(), on_nodes(body));
  }
  // Values by node become known to all.
  template <class T>
  void complete(std::vector<T>& values) const {
    blocks().complete(std::span(values), kNodesTogether);
  }

  // visit(pair, weight, sign) for the pairs of a node.
  template <class Visit>
  void for_each_pair(std::size_t node, Visit&& visit) const {
    for (std::size_t pair = pairs_of_.first_begin[node]; pair < pairs_of_.first_begin[node + 1]; ++pair)
      visit(pair, weight_[pair], 1.0f);
    for (std::size_t k = pairs_of_.second_begin[node]; k < pairs_of_.second_begin[node + 1]; ++k)
      visit(pairs_of_.second_pair[k], second_weight_[k], -1.0f);
  }

  // The sum over the neighbours of a node of weight times their values.
  template <std::size_t N>
  std::array<float, N> neighbours(const NodeValues<N>& x, std::size_t node) const {
    std::array<float, N> sum{};
    const auto add = [&](const std::vector<std::uint32_t>& others, const std::vector<float>& weights, std::size_t begin,
                         std::size_t end) {
      for (std::size_t k = begin; k < end; ++k) {
        if (k + kAhead < others.size()) __builtin_prefetch(&x[others[k + kAhead]]);
        const std::array<float, N>& value = x[others[k]];
        const float weight = weights[k];
        for (std::size_t lane = 0; lane < N; ++lane) sum[lane] += weight * value[lane];
      }
    };
    add(answers_.second, weight_, pairs_of_.first_begin[node], pairs_of_.first_begin[node + 1]);
    add(other_, second_weight_, pairs_of_.second_begin[node], pairs_of_.second_begin[node + 1]);
    return sum;
  }

  // What conjugate gradients keep from step to step; `image` is the right side first.
  template <std::size_t N>
  struct Workspace {
    explicit Workspace(std::size_t nodes) : residual(nodes), direction(nodes), image(nodes) {}
    NodeValues<N> residual, direction, image;
  };

  // Solves H x = b, b in work.image, from x on, until no lane's residual is above `tolerance` times that of x = 0, in
  // the norm of the preconditioner.
  template <std::size_t N>
  Solved solve(NodeValues<N>& x, Workspace<N>& work, double tolerance) const {
    if (std::ranges::any_of(diagonal_, [](float value) { return !(value > 0); })) return Solved::not_definite;
    using Sums = LaneSums<N>;
    const Sums size = sum_blocks<Sums>([&](std::size_t begin, std::size_t end) {
      Sums sum;
      for (std::size_t node = begin; node < end; ++node)
        for (std::size_t lane = 0; lane < N; ++lane)
          sum.value[lane] += static_cast<double>(work.image[node][lane] * work.image[node][lane] / diagonal_[node]);
      return sum;
    });
    Sums length = sum_blocks<Sums>([&](std::size_t begin, std::size_t end) {
      Sums sum;
      for (std::size_t node = begin; node < end; ++node) {
        const std::array<float, N> around = neighbours(x, node);
        for (std::size_t lane = 0; lane < N; ++lane) {
          const float r = work.image[node][lane] - diagonal_[node] * x[node][lane] + around[lane];
          work.residual[node][lane] = r;
          work.direction[node][lane] = r / diagonal_[node];
          sum.value[lane] += static_cast<double>(r * r / diagonal_[node]);
        }
      }
      return sum;
    });
    complete(work.direction);
    for (int k = 0; k < kMostIterations && !is_small(length, size, tolerance); ++k)
      if (!step(x, work, length)) return Solved::not_definite;
    complete(x);
    return is_small(length, size, tolerance) ? Solved::reached : Solved::not_reached;
  }

 private:
  static constexpr std::size_t kNodesTogether = 2048;
  static constexpr int kMostIterations = 500;

  template <std::size_t N>
  struct LaneSums {
    std::array<double, N> value = {};
    void operator+=(const LaneSums& other) {
      for (std::size_t lane = 0; lane < N; ++lane) value[lane] += other.value[lane];
    }
  };

  SharedBlocks blocks() const {
    constexpr std::size_t kFewest = 4;
    return SharedBlocks((answers_.nodes + kNodesTogether - 1) / kNodesTogether, kFewest);
  }

  template <class Body>
  auto on_nodes(Body&& body) const {
    return [&](std::size_t block) {
      return body(block * kNodesTogether, std::min<std::size_t>(answers_.nodes, (block + 1) * kNodesTogether));
    };
  }

  template <std::size_t N>
  static bool is_small(const LaneSums<N>& length, const LaneSums<N>& size, double tolerance) {
    for (std::size_t lane = 0; lane < N; ++lane)
      if (length.value[lane] > tolerance * tolerance * size.value[lane]) return false;
    return true;
  }

  // One iteration of conjugate gradients in every lane. False where H turns out not to be positive definite.
  template <std::size_t N>
  bool step(NodeValues<N>& x, Workspace<N>& work, LaneSums<N>& length) const {
    using Sums = LaneSums<N>;
    const Sums curvature = sum_blocks<Sums>([&](std::size_t begin, std::size_t end) {
      Sums sum;
      for (std::size_t node = begin; node < end; ++node) {
        const std::array<float, N> around = neighbours(work.direction, node);
        for (std::size_t lane = 0; lane < N; ++lane) {
          const float q = diagonal_[node] * work.direction[node][lane] - around[lane];
          work.image[node][lane] = q;
          sum.value[lane] += static_cast<double>(q * work.direction[node][lane]);
        }
      }
      return sum;
    });
    if (std::ranges::any_of(curvature.value, [](double value) { return value < 0; })) return false;
    std::array<float, N> along{}, keep{};
    for (std::size_t lane = 0; lane < N; ++lane)
      along[lane] = curvature.value[lane] > 0 ? static_cast<float>(length.value[lane] / curvature.value[lane]) : 0.0f;
    const Sums left = sum_blocks<Sums>([&](std::size_t begin, std::size_t end) {
      Sums sum;
      for (std::size_t node = begin; node < end; ++node)
        for (std::size_t lane = 0; lane < N; ++lane) {
          x[node][lane] += along[lane] * work.direction[node][lane];
          const float r = work.residual[node][lane] - along[lane] * work.image[node][lane];
          work.residual[node][lane] = r;
          sum.value[lane] += static_cast<double>(r * r / diagonal_[node]);
        }
      return sum;
    });
    for (std::size_t lane = 0; lane < N; ++lane)
      keep[lane] = length.value[lane] > 0 ? static_cast<float>(left.value[lane] / length.value[lane]) : 0.0f;
    for_blocks([&](std::size_t begin, std::size_t end) {
      for (std::size_t node = begin; node < end; ++node)
        for (std::size_t lane = 0; lane < N; ++lane)
          work.direction[node][lane] =
              work.residual[node][lane] / diagonal_[node] + keep[lane] * work.direction[node][lane];
    });
    complete(work.direction);
    length = left;
    return true;
  }

  const Answers& answers_;
  std::vector<float> diagonal_;
  PairsOfNodes pairs_of_;
  std::vector<std::uint32_t> other_;           // by place in second_pair: the first node of the pair
  std::vector<float> weight_, second_weight_;  // by pair; by place in second_pair
};

}  // namespace pdrank
