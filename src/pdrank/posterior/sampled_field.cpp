// A field of many nodes: sixteen equations at a time, which share every look at an edge. One of them is for the means,
// the others are for random vectors with covariance H^-1: H y = b with b = sum of sqrt(precision) z (e_i - e_j) +
// diagonal, z random signs; of the few pairs whose precision is negative, none. All go on from their last solution,
// which is close when the sites have moved little.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "pdrank/posterior/field.hpp"
#include "pdrank/posterior/lanes.hpp"
#include "pdrank/posterior/site_matrix.hpp"
#include "pdrank/posterior/site_noise.hpp"

namespace pdrank {
namespace {

class SampledField final : public Field {
 public:
  SampledField(const Answers& answers, std::uint64_t seed)
      : answers_(answers), seed_(seed), mean_(answers.nodes, 0.0), matrix_(answers), work_(answers.nodes) {
    // Few nodes can have more draws, which leave less noise in the variances.
    const std::size_t batches = answers.nodes <= 4'000     ? 8
                                : answers.nodes <= 20'000  ? 4
                                : answers.nodes <= 100'000 ? 2
                                                           : 1;
    solution_.resize(batches, std::vector<Lanes>(answers.nodes, Lanes{}));
    known_.resize(batches, std::vector<Known>(answers.nodes));
  }

  bool solve(const Sites& sites) override {
    matrix_.load(sites);
    reached_ = true;
    for (std::size_t batch = 0; batch < solution_.size(); ++batch) {
      set_right_side(matrix_, sites, batch == 0, seed_ + batch * kLanes, Noise::signs, work_.image);
      const Solved solved = matrix_.solve(solution_[batch], work_, batch == 0 ? kMeanTolerance : kRoundTolerance);
      if (solved == Solved::not_definite) return false;
      reached_ &= solved == Solved::reached;
      know(solution_[batch], known_[batch]);
    }
    parallel_blocks(mean_.size(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t node = begin; node < end; ++node) mean_[node] = static_cast<double>(solution_[0][node][0]);
    });
    return std::ranges::all_of(mean_, [](double value) { return std::isfinite(value); });
  }

  bool reached() const override { return reached_; }
  std::span<const double> mean() const override { return mean_; }

  // 1 / H_ii, and the variance of the mean given the neighbours.
  double variance(std::uint32_t node) const override {
    double squares = 0;
    for (std::size_t batch = 0; batch < known_.size(); ++batch)
      for (std::size_t lane = batch == 0 ? 1 : 0; lane < kLanes; ++lane) {
        const double value = static_cast<double>(known_[batch][node].gathered[lane]);
        squares += value * value;
      }
    const double diagonal = static_cast<double>(matrix_.diagonal(node));
    return 1 / diagonal + squares / (drawn() * diagonal * diagonal);
  }

  // The same for the two nodes of a pair together.
  double pair_variance(std::size_t pair) const override {
    const std::uint32_t i = answers_.first[pair], j = answers_.second[pair];
    const float tau = matrix_.weight(pair), di = matrix_.diagonal(i), dj = matrix_.diagonal(j),
                det = di * dj - tau * tau;
    const float by_i = (dj - tau) / det, by_j = (di - tau) / det;
    float squares = 0;
    const std::uint32_t later = answers_.second[std::min(pair + SiteMatrix::kAhead, answers_.pairs() - 1)];
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
    return solve_one_by_one(matrix_, sides, kMeanTolerance, reached_);
  }

  ScoreDraws draw(const Sites& sites, std::size_t count, std::uint64_t seed) override {
    matrix_.load(sites);
    return draw_around(matrix_, sites, mean_, count, seed, reached_);
  }

 private:
  static constexpr double kRoundTolerance = 3e-3, kMeanTolerance = 3e-4;

  // What the variances are estimated from: draws, and the sums over neighbours of their values times weights.
  struct Known {
    Lanes value = {}, gathered = {};
  };

  double drawn() const { return static_cast<double>(solution_.size() * kLanes - 1); }

  void know(const std::vector<Lanes>& x, std::vector<Known>& known) const {
    matrix_.for_blocks([&](std::size_t begin, std::size_t end) {
      for (std::size_t node = begin; node < end; ++node) known[node] = {x[node], matrix_.neighbours(x, node)};
    });
    matrix_.complete(known);
  }

  const Answers& answers_;
  std::uint64_t seed_;
  std::vector<double> mean_;
  SiteMatrix matrix_;
  std::vector<std::vector<Lanes>> solution_;  // by batch; the first lane of the first are the means
  std::vector<std::vector<Known>> known_;     // of the same
  SiteMatrix::Workspace<kLanes> work_;        // of the batch at work
  bool reached_ = true;
};

}  // namespace

std::unique_ptr<Field> make_sampled_field(const Answers& answers, std::uint64_t seed) {
  return std::make_unique<SampledField>(answers, seed);
}

}  // namespace pdrank
