// A field of very many nodes: means by conjugate gradients, variances by belief propagation. Every pair tells each of
// its nodes how much the other node, without this pair, and the pair's site say about its score (Weiss and Freeman
// 2001). Variances are exact where no news comes back to a node by a short cycle, as among many items of which each is
// compared with few others. A pass takes a few operations a pair, where random vectors take sixteen lanes of conjugate
// gradients. Messages go on from where they were, which is close when the sites have moved little.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "pdrank/core/work_sharing.hpp"
#include "pdrank/posterior/field.hpp"
#include "pdrank/posterior/site_matrix.hpp"
#include "pdrank/posterior/site_noise.hpp"

namespace pdrank {
namespace {

class MessageField final : public Field {
 public:
  explicit MessageField(const Answers& answers)
      : answers_(answers),
        matrix_(answers),
        to_first_(answers.pairs(), 0.0f),
        to_second_(answers.pairs(), 0.0f),
        precision_(answers.nodes, 0.0f),
        solution_(answers.nodes, std::array{0.0f}),
        work_(answers.nodes),
        mean_(answers.nodes, 0.0) {}

  bool solve(const Sites& sites) override {
    matrix_.load(sites);
    set_pulls(matrix_, sites, work_.image);
    const Solved solved = matrix_.solve(solution_, work_, kTolerance);
    reached_ = solved == Solved::reached;
    if (solved == Solved::not_definite) return false;
    parallel_blocks(mean_.size(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t node = begin; node < end; ++node) mean_[node] = static_cast<double>(solution_[node][0]);
    });
    return find_precisions(sites) && std::ranges::all_of(mean_, [](double mean) { return std::isfinite(mean); });
  }

  bool reached() const override { return reached_; }
  std::span<const double> mean() const override { return mean_; }
  double variance(std::uint32_t node) const override { return 1 / static_cast<double>(precision_[node]); }

  double pair_variance(std::size_t pair) const override {
    ask_for(pair + SiteMatrix::kAhead);
    const float apart =
        1 / without(answers_.first[pair], to_first_[pair]) + 1 / without(answers_.second[pair], to_second_[pair]);
    return static_cast<double>(apart / (1 + matrix_.weight(pair) * apart));
  }

  double log_determinant() const override { return std::numeric_limits<double>::quiet_NaN(); }

  // By one random vector with the covariance of the field: over many nodes its squares average out.
  double off(const Sites& sites, std::uint64_t seed) const override {
    constexpr double kRoughly = 3e-3;
    SiteMatrix::Workspace<1> work(answers_.nodes);
    set_right_side(matrix_, sites, seed, work.image);
    NodeValues<1> x(answers_.nodes, std::array{0.0f});
    if (matrix_.solve(x, work, kRoughly) != Solved::reached) return 1;
    double ratios = 0;
    for (std::size_t node = 0; node < x.size(); ++node)
      ratios += static_cast<double>(x[node][0] * x[node][0] * precision_[node]);
    return std::abs(ratios / static_cast<double>(x.size()) - 1);
  }

  std::vector<std::vector<double>> solve_for(const std::vector<std::vector<double>>& sides) override {
    return solve_one_by_one(matrix_, sides, kTolerance, reached_);
  }

  ScoreDraws draw(const Sites& sites, std::size_t count, std::uint64_t seed) override {
    matrix_.load(sites);
    return draw_around(matrix_, sites, mean_, count, seed, reached_);
  }

 private:
  static constexpr double kTolerance = 3e-4;

  // What is needed of a pair soon.
  void ask_for(std::size_t pair) const {
    if (pair < answers_.pairs()) __builtin_prefetch(&precision_[answers_.second[pair]]);
  }

  // The precision of a node without one message.
  float without(std::uint32_t node, float message) const {
    constexpr float kLeastLeft = 1e-5f;
    return std::max(precision_[node] - message, kLeastLeft * precision_[node]);
  }

  bool find_precisions(const Sites& sites) {
    constexpr int kMostPasses = 100;
    constexpr double kStill = 1e-3;  // root mean square of the change, as a share
    add_up(sites);
    for (int pass = 0; pass < kMostPasses; ++pass) {
      send();
      if (add_up(sites) < kStill) break;
    }
    return std::ranges::all_of(precision_, [](float one) { return one > 0 && std::isfinite(one); });
  }

  double add_up(const Sites& sites) {
    const double moved = matrix_.sum_blocks<double>([&](std::size_t begin, std::size_t end) {
      double sum = 0;
      const PairsOfNodes& pairs = matrix_.pairs_of();
      for (std::size_t node = begin; node < end; ++node) {
        double now = sites.node_precision[node];
        for (std::size_t pair = pairs.first_begin[node]; pair < pairs.first_begin[node + 1]; ++pair)
          now += static_cast<double>(to_first_[pair]);
        for (std::size_t k = pairs.second_begin[node]; k < pairs.second_begin[node + 1]; ++k) {
          if (k + SiteMatrix::kAhead < pairs.second_pair.size())
            __builtin_prefetch(&to_second_[pairs.second_pair[k + SiteMatrix::kAhead]]);
          now += static_cast<double>(to_second_[pairs.second_pair[k]]);
        }
        const double share = static_cast<double>(precision_[node]) / now - 1;
        sum += share * share;
        precision_[node] = static_cast<float>(now);
      }
      return sum;
    });
    matrix_.complete(precision_);
    return std::sqrt(moved / static_cast<double>(std::max<std::size_t>(precision_.size(), 1)));
  }

  void send() {
    constexpr std::size_t kTogether = 8192, kFewest = 4;
    const SharedBlocks blocks((answers_.pairs() + kTogether - 1) / kTogether, kFewest);
    blocks.each([&](std::size_t block) {
      const std::size_t end = std::min(answers_.pairs(), (block + 1) * kTogether);
      for (std::size_t pair = block * kTogether; pair < end; ++pair) {
        ask_for(pair + SiteMatrix::kAhead);
        const float first = without(answers_.first[pair], to_first_[pair]),
                    second = without(answers_.second[pair], to_second_[pair]), weight = matrix_.weight(pair);
        to_first_[pair] = told(second, weight);
        to_second_[pair] = told(first, weight);
      }
    });
    blocks.complete(std::span(to_first_), kTogether);
    blocks.complete(std::span(to_second_), kTogether);
  }

  // The score of one node is that of the other and the difference.
  static float told(float other, float weight) {
    constexpr float kLeastLeft = 0.1f;  // where sites are negative
    return weight * other / std::max(other + weight, kLeastLeft * other);
  }

  const Answers& answers_;
  SiteMatrix matrix_;
  std::vector<float> to_first_, to_second_;  // by pair: what it adds to the precision of its nodes
  std::vector<float> precision_;             // by node
  NodeValues<1> solution_;
  SiteMatrix::Workspace<1> work_;
  std::vector<double> mean_;
  bool reached_ = true;
};

}  // namespace

std::unique_ptr<Field> make_message_field(const Answers& answers) { return std::make_unique<MessageField>(answers); }

}  // namespace pdrank
