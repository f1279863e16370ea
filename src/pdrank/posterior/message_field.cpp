// A field of very many nodes, by belief propagation: every pair tells each of its nodes what the other node, without
// this pair, and the pair's site say about its score (Weiss and Freeman 2001). Means become those of the field;
// variances are exact where no news comes back to a node by a short cycle, as among many items of which each is
// compared with few others. A pass takes a few operations a pair, where random vectors take sixteen lanes of conjugate
// gradients. Messages go on from where they were, which is close when the sites have moved little.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "pdrank/core/parallel.hpp"
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
        to_first_(answers.pairs()),
        to_second_(answers.pairs()),
        nodes_(answers.nodes),
        mean_(answers.nodes, 0.0) {}

  bool solve(const Sites& sites) override {
    constexpr int kMostPasses = 100;
    constexpr double kStill = 1e-3;  // of means, in deviations
    matrix_.load(sites);
    add_up(sites);
    for (int pass = 0; pass < kMostPasses; ++pass) {
      send(sites);
      if (add_up(sites) < kStill) break;
    }
    return std::ranges::all_of(nodes_, [](const Belief& node) {
      return node.precision > 0 && std::isfinite(node.precision) && std::isfinite(node.pull);
    });
  }

  std::span<const double> mean() const override { return mean_; }
  double variance(std::uint32_t node) const override { return 1 / nodes_[node].precision; }

  double pair_variance(std::size_t pair) const override {
    ask_for(pair + SiteMatrix::kAhead);
    const double apart = 1 / without(answers_.first[pair], to_first_[pair]).precision +
                         1 / without(answers_.second[pair], to_second_[pair]).precision;
    return apart / (1 + static_cast<double>(matrix_.weight(pair)) * apart);
  }

  double log_determinant() const override { return std::numeric_limits<double>::quiet_NaN(); }

  // By one random vector with the covariance of the field: over many nodes its squares average out.
  double off(const Sites& sites, std::uint64_t seed) const override {
    constexpr double kTolerance = 3e-3;
    SiteMatrix::Workspace<1> work(answers_.nodes);
    set_right_side(matrix_, sites, seed, work.image);
    NodeValues<1> x(answers_.nodes, std::array{0.0f});
    if (!matrix_.solve(x, work, kTolerance)) return 1;
    double ratios = 0;
    for (std::size_t node = 0; node < nodes_.size(); ++node)
      ratios += static_cast<double>(x[node][0] * x[node][0]) * nodes_[node].precision;
    return std::abs(ratios / static_cast<double>(nodes_.size()) - 1);
  }

  std::vector<std::vector<double>> solve_for(const std::vector<std::vector<double>>& sides) override {
    constexpr double kTolerance = 3e-4;
    return solve_one_by_one(matrix_, sides, kTolerance);
  }

  ScoreDraws draw(const Sites& sites, std::size_t count, std::uint64_t seed) override {
    matrix_.load(sites);
    return draw_around(matrix_, sites, mean_, count, seed);
  }

 private:
  static constexpr std::size_t kPairsTogether = 8192;

  // A precision, and that times a mean.
  struct Message {
    float precision = 0, pull = 0;
  };
  struct Belief {
    double precision = 0, pull = 0;
  };

  // What is needed of a pair soon.
  void ask_for(std::size_t pair) const {
    if (pair < answers_.pairs()) __builtin_prefetch(&nodes_[answers_.second[pair]]);
  }

  // What is known of a node without one message.
  Belief without(std::uint32_t node, const Message& message) const {
    constexpr double kLeastLeft = 1e-6;
    const Belief& all = nodes_[node];
    return {std::max(all.precision - static_cast<double>(message.precision), kLeastLeft * all.precision),
            all.pull - static_cast<double>(message.pull)};
  }

  // Returns the root mean square of the change of the means, in deviations.
  double add_up(const Sites& sites) {
    const double moved = matrix_.sum_blocks<double>([&](std::size_t begin, std::size_t end) {
      double sum = 0;
      for (std::size_t node = begin; node < end; ++node) {
        Belief now{sites.node_precision[node], sites.node_pull[node]};
        const auto add = [&](const Message& message) {
          now.precision += static_cast<double>(message.precision);
          now.pull += static_cast<double>(message.pull);
        };
        const PairsOfNodes& pairs = matrix_.pairs_of();
        for (std::size_t pair = pairs.first_begin[node]; pair < pairs.first_begin[node + 1]; ++pair)
          add(to_first_[pair]);
        for (std::size_t k = pairs.second_begin[node]; k < pairs.second_begin[node + 1]; ++k) {
          if (k + SiteMatrix::kAhead < pairs.second_pair.size())
            __builtin_prefetch(&to_second_[pairs.second_pair[k + SiteMatrix::kAhead]]);
          add(to_second_[pairs.second_pair[k]]);
        }
        const double mean = now.pull / now.precision, step = mean - mean_[node];
        sum += step * step * now.precision;
        nodes_[node] = now;
        mean_[node] = mean;
      }
      return sum;
    });
    matrix_.complete(nodes_);
    matrix_.complete(mean_);
    return std::sqrt(moved / static_cast<double>(std::max<std::size_t>(mean_.size(), 1)));
  }

  void send(const Sites& sites) {
    constexpr std::size_t kFewest = 4;
    const SharedBlocks blocks((answers_.pairs() + kPairsTogether - 1) / kPairsTogether, kFewest);
    blocks.each([&](std::size_t block) {
      const std::size_t end = std::min(answers_.pairs(), (block + 1) * kPairsTogether);
      for (std::size_t pair = block * kPairsTogether; pair < end; ++pair) {
        ask_for(pair + SiteMatrix::kAhead);
        const Belief first = without(answers_.first[pair], to_first_[pair]),
                     second = without(answers_.second[pair], to_second_[pair]);
        const auto weight = static_cast<double>(matrix_.weight(pair));
        to_first_[pair] = told(second, weight, sites.pair_pull[pair]);
        to_second_[pair] = told(first, weight, -sites.pair_pull[pair]);
      }
    });
    blocks.complete(std::span(to_first_), kPairsTogether);
    blocks.complete(std::span(to_second_), kPairsTogether);
  }

  // The score of one node is that of the other and the difference.
  static Message told(const Belief& other, double weight, double pull) {
    constexpr double kLeastLeft = 0.1;  // where sites are negative
    const double both = std::max(other.precision + weight, kLeastLeft * other.precision);
    return {static_cast<float>(weight * other.precision / both),
            static_cast<float>((pull * other.precision + weight * other.pull) / both)};
  }

  const Answers& answers_;
  SiteMatrix matrix_;
  std::vector<Message> to_first_, to_second_;  // by pair
  std::vector<Belief> nodes_;
  std::vector<double> mean_;
};

}  // namespace

std::unique_ptr<Field> make_message_field(const Answers& answers) { return std::make_unique<MessageField>(answers); }

}  // namespace pdrank
