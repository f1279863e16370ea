// A field of many nodes: sixteen equations at a time, which share every look at an edge. One of them is for the means,
// the others are for random vectors with covariance H^-1: H y = b with b = sum of sqrt(precision) z (e_i - e_j) +
// diagonal, z random signs; of the few pairs whose precision is negative, none. All go on from their last solution,
// which is close when the sites have moved little.
//
// Processes that share the work have a stretch of the nodes each. Of a direction that is followed, all have all; of
// residuals, images and right sides, each has its own stretch alone.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "pdrank/core/parallel.hpp"
#include "pdrank/core/work_sharing.hpp"
#include "pdrank/posterior/field.hpp"
#include "pdrank/posterior/lanes.hpp"
#include "pdrank/posterior/normal_numbers.hpp"

namespace pdrank {
namespace {

constexpr std::size_t kNodesTogether = 2048;
constexpr std::size_t kAhead = 12;  // neighbours; what is read then is asked for now

struct LaneSums {
  std::array<double, kLanes> value = {};
  void operator+=(const LaneSums& other) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) value[lane] += other.value[lane];
  }
};

enum class Noise { signs, coins };

class SampledField final : public Field {
 public:
  SampledField(const Answers& answers, std::uint64_t seed)
      : answers_(answers),
        seed_(seed),
        mean_(answers.nodes, 0.0),
        diagonal_(answers.nodes),
        pairs_of_(answers),
        other_(answers.pairs()),
        weight_(answers.pairs()),
        second_weight_(answers.pairs()) {
    for (std::size_t k = 0; k < other_.size(); ++k) other_[k] = answers_.first[pairs_of_.second_pair[k]];
    // Few nodes can have more draws, which leave less noise in the variances.
    const std::size_t batches = answers.nodes <= 4'000     ? 8
                                : answers.nodes <= 20'000  ? 4
                                : answers.nodes <= 100'000 ? 2
                                                           : 1;
    solution_.resize(batches, std::vector<Lanes>(answers.nodes, Lanes{}));
    known_.resize(batches, std::vector<Known>(answers.nodes));
    residual_.resize(answers.nodes);
    direction_.resize(answers.nodes);
    image_.resize(answers.nodes);
  }

  bool solve(const Sites& sites) override {
    load(sites);
    if (std::ranges::any_of(diagonal_, [](float value) { return !(value > 0); })) return false;
    for (std::size_t batch = 0; batch < solution_.size(); ++batch) {
      set_right_side(sites, batch == 0, seed_ + batch * kLanes, Noise::signs, image_);
      if (!solve_batch(solution_[batch], batch == 0 ? kMeanTolerance : kRoundTolerance, &known_[batch])) return false;
    }
    for (std::size_t node = 0; node < mean_.size(); ++node) mean_[node] = static_cast<double>(solution_[0][node][0]);
    return std::ranges::all_of(mean_, [](double value) { return std::isfinite(value); });
  }

  std::span<const double> mean() const override { return mean_; }

  // 1 / H_ii, and the variance of the mean given the neighbours.
  double variance(std::uint32_t node) const override {
    double squares = 0;
    for (std::size_t batch = 0; batch < known_.size(); ++batch)
      for (std::size_t lane = batch == 0 ? 1 : 0; lane < kLanes; ++lane) {
        const double value = static_cast<double>(known_[batch][node].gathered[lane]);
        squares += value * value;
      }
    const double diagonal = static_cast<double>(diagonal_[node]);
    return 1 / diagonal + squares / (drawn() * diagonal * diagonal);
  }

  // The same for the two nodes of a pair together.
  double pair_variance(std::size_t pair) const override {
    const std::uint32_t i = answers_.first[pair], j = answers_.second[pair];
    const float tau = weight_[pair], di = diagonal_[i], dj = diagonal_[j], det = di * dj - tau * tau;
    const float by_i = (dj - tau) / det, by_j = (di - tau) / det;
    float squares = 0;
    const std::uint32_t later = answers_.second[std::min(pair + kAhead, answers_.pairs() - 1)];
    for (std::size_t batch = 0; batch < known_.size(); ++batch) {
      __builtin_prefetch(&known_[batch][later].value);
      __builtin_prefetch(&known_[batch][later].gathered);
      const Known &at_i = known_[batch][i], &at_j = known_[batch][j];
      std::array<float, kLanes> value;
      for (std::size_t lane = 0; lane < kLanes; ++lane) {
        const float d = by_i * (at_i.gathered[lane] - tau * at_j.value[lane]) -
                        by_j * (at_j.gathered[lane] - tau * at_i.value[lane]);
        value[lane] = d * d;
      }
      if (batch == 0) value[0] = 0;
      for (const float v : value) squares += v;
    }
    return static_cast<double>((di + dj - 2 * tau) / det) + static_cast<double>(squares) / drawn();
  }

  double log_determinant() const override { return std::numeric_limits<double>::quiet_NaN(); }

  std::vector<std::vector<double>> solve_for(const std::vector<std::vector<double>>& sides) override {
    std::vector<std::vector<double>> solutions(sides.size(), std::vector<double>(answers_.nodes));
    for (std::size_t begin = 0; begin < sides.size(); begin += kLanes) {
      const std::size_t count = std::min(kLanes, sides.size() - begin);
      std::vector<Lanes> x(answers_.nodes, Lanes{});
      for (std::size_t node = 0; node < answers_.nodes; ++node) {
        image_[node] = {};
        for (std::size_t lane = 0; lane < count; ++lane)
          image_[node][lane] = static_cast<float>(sides[begin + lane][node]);
      }
      solve_batch(x, kMeanTolerance, nullptr);
      for (std::size_t node = 0; node < answers_.nodes; ++node)
        for (std::size_t lane = 0; lane < count; ++lane)
          solutions[begin + lane][node] = static_cast<double>(x[node][lane]);
    }
    return solutions;
  }

  ScoreDraws draw(const Sites& sites, std::size_t count, std::uint64_t seed) override {
    load(sites);
    ScoreDraws draws(answers_.nodes, count);
    std::vector<Lanes> batch(answers_.nodes);
    for (std::size_t done = 0; 2 * done < count; done += kLanes) {
      batch.assign(answers_.nodes, Lanes{});
      set_right_side(sites, false, mixed(seed) + done, Noise::coins, image_);
      solve_batch(batch, kDrawTolerance, nullptr);
      for (std::size_t lane = 0; lane < kLanes && 2 * (done + lane) < count; ++lane) {
        const std::size_t k = 2 * (done + lane);
        for (std::size_t node = 0; node < batch.size(); ++node) {
          const double y = static_cast<double>(batch[node][lane]);
          draws[k][node] = static_cast<float>(mean_[node] + y);
          if (k + 1 < count) draws[k + 1][node] = static_cast<float>(mean_[node] - y);
        }
      }
    }
    return draws;
  }

 private:
  static constexpr double kRoundTolerance = 3e-3, kMeanTolerance = 3e-4, kDrawTolerance = 1e-3;
  static constexpr int kMostIterations = 500;

  // What the variances are estimated from: draws, and the sums over neighbours of their values times weights.
  struct Known {
    Lanes value = {}, gathered = {};
  };

  double drawn() const { return static_cast<double>(solution_.size() * kLanes - 1); }

  SharedBlocks blocks() const {
    constexpr std::size_t kFewest = 4;
    return SharedBlocks((answers_.nodes + kNodesTogether - 1) / kNodesTogether, kFewest);
  }

  // body(begin, end) for the nodes of a block.
  template <class Body>
  auto on_nodes(Body&& body) const {
    return [&](std::size_t block) {
      return body(block * kNodesTogether, std::min<std::size_t>(answers_.nodes, (block + 1) * kNodesTogether));
    };
  }

  template <class Body>
  void for_blocks(Body&& body) const {
    blocks().each(on_nodes(body));
  }

  template <class Body>
  LaneSums sum_blocks(Body&& body) const {
    return sum_shared<LaneSums>(blocks(), on_nodes(body));
  }

  // Values by node become known to all.
  template <class T>
  void complete(std::vector<T>& values) const {
    blocks().complete(std::span(values), kNodesTogether);
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

  // visit(pair, weight, sign) for the pairs of a node.
  template <class Visit>
  void for_each_pair(std::size_t node, Visit&& visit) const {
    for (std::size_t pair = pairs_of_.first_begin[node]; pair < pairs_of_.first_begin[node + 1]; ++pair)
      visit(pair, weight_[pair], 1.0f);
    for (std::size_t k = pairs_of_.second_begin[node]; k < pairs_of_.second_begin[node + 1]; ++k)
      visit(pairs_of_.second_pair[k], second_weight_[k], -1.0f);
  }

  static const std::array<float, 8>& eight_signs(std::size_t bits) {
    static const auto table = [] {
      std::array<std::array<float, 8>, 256> signs;
      for (std::size_t byte = 0; byte < 256; ++byte)
        for (std::size_t lane = 0; lane < 8; ++lane) signs[byte][lane] = (byte >> lane) & 1 ? 1.0f : -1.0f;
      return signs;
    }();
    return table[bits];
  }

  static void add_noise(std::uint64_t key, Noise noise, float size, Lanes& to) {
    if (noise == Noise::signs) {
      const std::uint64_t bits = mixed(key);
      static_assert(kLanes == 16);
      const std::array<float, 8>&low = eight_signs(bits & 0xff), &high = eight_signs((bits >> 8) & 0xff);
      for (std::size_t lane = 0; lane < 8; ++lane) {
        to[lane] += size * low[lane];
        to[lane + 8] += size * high[lane];
      }
    } else {
      for (std::size_t lane = 0; lane < kLanes; ++lane) to[lane] += size * coin_sum(mixed(key) + lane);
    }
  }

  void set_right_side(const Sites& sites, bool with_mean, std::uint64_t seed, Noise noise,
                      std::vector<Lanes>& side) const {
    for_blocks([&](std::size_t begin, std::size_t end) {
      for (std::size_t node = begin; node < end; ++node) {
        Lanes sum{};
        double pull = sites.node_pull[node];
        for_each_pair(node, [&](std::size_t pair, float weight, float sign) {
          add_noise(mixed(seed) ^ (2 * std::uint64_t{pair}), noise, sign * std::sqrt(std::max(weight, 0.0f)), sum);
          if (with_mean) pull += static_cast<double>(sign) * sites.pair_pull[pair];
        });
        add_noise(mixed(seed) ^ (2 * std::uint64_t{node} + 1), noise,
                  static_cast<float>(std::sqrt(sites.node_precision[node])), sum);
        if (with_mean) sum[0] = static_cast<float>(pull);
        side[node] = sum;
      }
    });
  }

  // The sum over the neighbours of a node of weight times their values.
  Lanes neighbours(const std::vector<Lanes>& x, std::size_t node) const {
    Lanes sum{};
    const std::uint32_t* others = answers_.second.data();
    for (std::size_t k = pairs_of_.first_begin[node]; k < pairs_of_.first_begin[node + 1]; ++k) {
      if (k + kAhead < answers_.pairs()) __builtin_prefetch(&x[others[k + kAhead]]);
      const Lanes& value = x[others[k]];
      const float weight = weight_[k];
      for (std::size_t lane = 0; lane < kLanes; ++lane) sum[lane] += weight * value[lane];
    }
    for (std::size_t k = pairs_of_.second_begin[node]; k < pairs_of_.second_begin[node + 1]; ++k) {
      if (k + kAhead < other_.size()) __builtin_prefetch(&x[other_[k + kAhead]]);
      const Lanes& value = x[other_[k]];
      const float weight = second_weight_[k];
      for (std::size_t lane = 0; lane < kLanes; ++lane) sum[lane] += weight * value[lane];
    }
    return sum;
  }

  // Solves H x = b, b in image_, from x on, until no lane's residual is above `tolerance` times that of x = 0, in the
  // norm of the preconditioner; false if H is not positive definite. `known`, if asked for, is what variances need.
  bool solve_batch(std::vector<Lanes>& x, double tolerance, std::vector<Known>* known) {
    const LaneSums size = sum_blocks([&](std::size_t begin, std::size_t end) {
      LaneSums sum;
      for (std::size_t node = begin; node < end; ++node)
        for (std::size_t lane = 0; lane < kLanes; ++lane)
          sum.value[lane] += static_cast<double>(image_[node][lane] * image_[node][lane] / diagonal_[node]);
      return sum;
    });
    LaneSums length = sum_blocks([&](std::size_t begin, std::size_t end) {
      LaneSums sum;
      for (std::size_t node = begin; node < end; ++node) {
        const Lanes around = neighbours(x, node);
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
          const float r = image_[node][lane] - diagonal_[node] * x[node][lane] + around[lane];
          residual_[node][lane] = r;
          direction_[node][lane] = r / diagonal_[node];
          sum.value[lane] += static_cast<double>(r * r / diagonal_[node]);
        }
      }
      return sum;
    });
    complete(direction_);
    for (int k = 0; k < kMostIterations && !small(length, size, tolerance); ++k) {
      if (!step(x, length)) return false;
    }
    complete(x);
    if (!known) return true;
    for_blocks([&](std::size_t begin, std::size_t end) {
      for (std::size_t node = begin; node < end; ++node) (*known)[node] = {x[node], neighbours(x, node)};
    });
    complete(*known);
    return true;
  }

  static bool small(const LaneSums& length, const LaneSums& size, double tolerance) {
    for (std::size_t lane = 0; lane < kLanes; ++lane)
      if (length.value[lane] > tolerance * tolerance * size.value[lane]) return false;
    return true;
  }

  // One iteration of conjugate gradients in every lane. False where H turns out not to be positive definite.
  bool step(std::vector<Lanes>& x, LaneSums& length) {
    const LaneSums curvature = sum_blocks([&](std::size_t begin, std::size_t end) {
      LaneSums sum;
      for (std::size_t node = begin; node < end; ++node) {
        const Lanes around = neighbours(direction_, node);
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
          const float q = diagonal_[node] * direction_[node][lane] - around[lane];
          image_[node][lane] = q;
          sum.value[lane] += static_cast<double>(q * direction_[node][lane]);
        }
      }
      return sum;
    });
    if (std::ranges::any_of(curvature.value, [](double value) { return value < 0; })) return false;
    Lanes along{};
    for (std::size_t lane = 0; lane < kLanes; ++lane)
      along[lane] = curvature.value[lane] > 0 ? static_cast<float>(length.value[lane] / curvature.value[lane]) : 0.0f;
    const LaneSums left = sum_blocks([&](std::size_t begin, std::size_t end) {
      LaneSums sum;
      for (std::size_t node = begin; node < end; ++node)
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
          x[node][lane] += along[lane] * direction_[node][lane];
          const float r = residual_[node][lane] - along[lane] * image_[node][lane];
          residual_[node][lane] = r;
          sum.value[lane] += static_cast<double>(r * r / diagonal_[node]);
        }
      return sum;
    });
    Lanes keep{};
    for (std::size_t lane = 0; lane < kLanes; ++lane)
      keep[lane] = length.value[lane] > 0 ? static_cast<float>(left.value[lane] / length.value[lane]) : 0.0f;
    for_blocks([&](std::size_t begin, std::size_t end) {
      for (std::size_t node = begin; node < end; ++node)
        for (std::size_t lane = 0; lane < kLanes; ++lane)
          direction_[node][lane] = residual_[node][lane] / diagonal_[node] + keep[lane] * direction_[node][lane];
    });
    complete(direction_);
    length = left;
    return true;
  }

  const Answers& answers_;
  std::uint64_t seed_;
  std::vector<double> mean_;
  std::vector<float> diagonal_;
  PairsOfNodes pairs_of_;
  std::vector<std::uint32_t> other_;                 // by place in second_pair: the first node of the pair
  std::vector<float> weight_, second_weight_;        // by pair; by place in second_pair
  std::vector<std::vector<Lanes>> solution_;         // by batch; the first lane of the first are the means
  std::vector<std::vector<Known>> known_;            // of the same
  std::vector<Lanes> residual_, direction_, image_;  // of the batch at work
};

}  // namespace

std::unique_ptr<Field> make_sampled_field(const Answers& answers, std::uint64_t seed) {
  return std::make_unique<SampledField>(answers, seed);
}

}  // namespace pdrank
