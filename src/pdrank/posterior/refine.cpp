#include "pdrank/posterior/refine.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "pdrank/core/parallel.hpp"
#include "pdrank/linalg/kernels.hpp"
#include "pdrank/posterior/normal_numbers.hpp"

namespace pdrank {
namespace {

constexpr std::size_t kLanes = kernels::kPadding;  // draws that are swept together
using Lanes = std::array<float, kLanes>;

// The pairs of every node, with the sign that its score has in them.
struct Neighbours {
  std::vector<std::uint32_t> begin, pair;  // by node; pairs as second have the top bit set
  static constexpr std::uint32_t kSecond = 1u << 31;

  explicit Neighbours(const Answers& answers) : begin(answers.nodes + std::size_t{1}, 0), pair(2 * answers.pairs()) {
    for (std::size_t p = 0; p < answers.pairs(); ++p) {
      ++begin[answers.first[p] + std::size_t{1}];
      ++begin[answers.second[p] + std::size_t{1}];
    }
    for (std::size_t node = 0; node < answers.nodes; ++node) begin[node + 1] += begin[node];
    std::vector<std::uint32_t> next(begin.begin(), begin.end() - 1);
    for (std::uint32_t p = 0; p < answers.pairs(); ++p) {
      pair[next[answers.first[p]]++] = p;
      pair[next[answers.second[p]]++] = p | kSecond;
    }
  }
};

class Sweeper {
 public:
  Sweeper(const Propagation& propagation, const Model& model)
      : propagation_(propagation), model_(model), answers_(propagation.answers()), neighbours_(answers_) {
    for (std::size_t node = 0; node < answers_.nodes; ++node)
      list_node_pull_.push_back(propagation.sites().list_pull.empty() ? 0 : propagation.sites().list_pull[node]);
  }

  void sweep(std::vector<Lanes>& x, NormalNumbers& numbers) const {
    for (std::uint32_t node = 0; node < answers_.nodes; ++node) move(node, x, numbers);
  }

 private:
  struct Conditional {
    float precision;
    Lanes mean;
  };

  // The law of a score given its neighbours, by the sites.
  Conditional given_neighbours(std::uint32_t node, const std::vector<Lanes>& x) const {
    const Sites& sites = propagation_.sites();
    double precision = sites.node_precision[node], pull = sites.node_pull[node] + list_node_pull_[node];
    Lanes around{};
    for (std::size_t k = neighbours_.begin[node]; k < neighbours_.begin[node + std::size_t{1}]; ++k) {
      const bool second = neighbours_.pair[k] & Neighbours::kSecond;
      const std::size_t pair = neighbours_.pair[k] & ~Neighbours::kSecond;
      const double tau = sites.precision_of(pair);
      precision += tau;
      pull += second ? -sites.pair_pull[pair] : sites.pair_pull[pair];
      const Lanes& other = x[second ? answers_.first[pair] : answers_.second[pair]];
      const auto weight = static_cast<float>(tau);
      for (std::size_t lane = 0; lane < kLanes; ++lane) around[lane] += weight * other[lane];
    }
    const double least = 0.3 / propagation_.variances()[node];  // sites of answers in conflict may leave too little
    const double used = std::max(precision, least);
    Conditional law{static_cast<float>(used), {}};
    for (std::size_t lane = 0; lane < kLanes; ++lane)
      law.mean[lane] = static_cast<float>((pull + static_cast<double>(around[lane])) / used);
    return law;
  }

  static double log_shape(const ScoreShape& shape, double x) {
    if (shape.size() == 1) {
      const double z = (x - shape[0].mean) / shape[0].deviation;
      return -z * z / 2;
    }
    double sum = 0;
    for (const ShapePart& part : shape) {
      const double z = (x - part.mean) / part.deviation;
      sum += part.share / part.deviation * std::exp(-z * z / 2);
    }
    return std::log(std::max(sum, 1e-300));
  }

  void move(std::uint32_t node, std::vector<Lanes>& x, NormalNumbers& numbers) const {
    constexpr float kWider = 1.15f;  // than the site law, whose tails may be too short
    const Conditional law = given_neighbours(node, x);
    const float deviation = kWider / std::sqrt(law.precision);
    const Lanes now = x[node];
    Lanes then, ratio;
    std::array<double, kLanes> log_ratio;
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const float z = numbers();
      then[lane] = law.mean[lane] + deviation * z;
      const double before = static_cast<double>((now[lane] - law.mean[lane]) / deviation);
      log_ratio[lane] = log_shape(model_.shape, static_cast<double>(then[lane])) -
                        log_shape(model_.shape, static_cast<double>(now[lane])) +
                        (static_cast<double>(z) * static_cast<double>(z) - before * before) / 2;
    }
    ratio.fill(1.0f);
    int held = 0;  // factors in `ratio`
    const auto settle = [&] {
      for (std::size_t lane = 0; lane < kLanes; ++lane) log_ratio[lane] += std::log(static_cast<double>(ratio[lane]));
      ratio.fill(1.0f);
      held = 0;
    };
    if (!propagation_.sites().list_pull.empty()) add_lists(node, now, then, x, log_ratio);
    for (std::size_t k = neighbours_.begin[node]; k < neighbours_.begin[node + std::size_t{1}]; ++k) {
      const bool second = neighbours_.pair[k] & Neighbours::kSecond;
      const std::size_t pair = neighbours_.pair[k] & ~Neighbours::kSecond;
      const Lanes& other = x[second ? answers_.first[pair] : answers_.second[pair]];
      for (std::size_t row = answers_.begin[pair]; row < answers_.begin[pair + 1]; ++row) {
        const auto flip = static_cast<float>(model_.flip[answers_.source[row]]);
        const float won = second ? answers_.lost[row] : answers_.won[row], lost = second ? answers_.won[row] : answers_.lost[row];
        if (won + lost == 1.0f && (won == 1.0f || lost == 1.0f)) {
          kernels::flip_ratio(flip, won == 1.0f ? 1.0f : -1.0f, now.data(), then.data(), other.data(), ratio.data());
          if (++held == 10) settle();  // each is within 1 / flip of one

        } else {
          add_many(flip, won, lost, now, then, other, log_ratio);
        }
      }
      if (!answers_.tied.empty() && answers_.tied[pair] > 0) add_ties(answers_.tied[pair], now, then, other, log_ratio);
    }
    settle();
    for (std::size_t lane = 0; lane < kLanes; ++lane)
      if (const float u = numbers.uniform(); log_ratio[lane] >= 0 || static_cast<double>(u) < std::exp(log_ratio[lane]))
        x[node][lane] = then[lane];
  }

  static void add_many(float flip, float won, float lost, const Lanes& now, const Lanes& then, const Lanes& other,
                       std::array<double, kLanes>& log_ratio) {
    const double f = static_cast<double>(flip);
    const auto value = [&](float score, float rival) {
      const double s = 1 / (1 + std::exp(static_cast<double>(rival - score)));
      const double p = f + (1 - 2 * f) * s, q = 1 - f - (1 - 2 * f) * s;
      return (won > 0 ? static_cast<double>(won) * std::log(std::max(p, 1e-300)) : 0) +
             (lost > 0 ? static_cast<double>(lost) * std::log(std::max(q, 1e-300)) : 0);
    };
    for (std::size_t lane = 0; lane < kLanes; ++lane)
      log_ratio[lane] += value(then[lane], other[lane]) - value(now[lane], other[lane]);
  }

  static void add_ties(float tied, const Lanes& now, const Lanes& then, const Lanes& other,
                       std::array<double, kLanes>& log_ratio) {
    const auto value = [](float score, float rival) {
      const double d = std::abs(static_cast<double>(score - rival));
      return -d / 2 - std::log1p(std::exp(-d));
    };
    for (std::size_t lane = 0; lane < kLanes; ++lane)
      log_ratio[lane] += static_cast<double>(tied) * (value(then[lane], other[lane]) - value(now[lane], other[lane]));
  }

  void add_lists(std::uint32_t node, const Lanes& now, const Lanes& then, const std::vector<Lanes>& x,
                 std::array<double, kLanes>& log_ratio) const {
    const Sites& sites = propagation_.sites();
    double precision = 0;
    std::array<double, kLanes> around{};
    for (std::size_t k = neighbours_.begin[node]; k < neighbours_.begin[node + std::size_t{1}]; ++k) {
      const bool second = neighbours_.pair[k] & Neighbours::kSecond;
      const std::size_t pair = neighbours_.pair[k] & ~Neighbours::kSecond;
      const double tau = sites.list_precision[pair];
      precision += tau;
      const Lanes& other = x[second ? answers_.first[pair] : answers_.second[pair]];
      for (std::size_t lane = 0; lane < kLanes; ++lane) around[lane] += tau * static_cast<double>(other[lane]);
    }
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const double a = static_cast<double>(now[lane]), b = static_cast<double>(then[lane]);
      log_ratio[lane] += (sites.list_pull[node] + around[lane]) * (b - a) - precision * (b * b - a * a) / 2;
    }
  }

  const Propagation& propagation_;
  const Model& model_;
  const Answers& answers_;
  Neighbours neighbours_;
  std::vector<double> list_node_pull_;
};

}  // namespace

void refine(const Propagation& propagation, const Model& model, int sweeps, std::uint64_t seed, ScoreDraws& draws) {
  if (sweeps == 0 || draws.empty()) return;
  const Sweeper sweeper(propagation, model);
  parallel_for((draws.count() + kLanes - 1) / kLanes, [&](std::size_t batch) {
    const std::size_t first = batch * kLanes, count = std::min(kLanes, draws.count() - first);
    NormalNumbers numbers(mixed(seed) + batch);
    std::vector<Lanes> x(draws.nodes(), Lanes{});
    for (std::size_t lane = 0; lane < kLanes; ++lane)
      for (std::size_t node = 0; node < x.size(); ++node) x[node][lane] = draws[first + std::min(lane, count - 1)][node];
    for (int k = 0; k < sweeps; ++k) sweeper.sweep(x, numbers);
    for (std::size_t lane = 0; lane < count; ++lane)
      for (std::size_t node = 0; node < x.size(); ++node) draws[first + lane][node] = x[node][lane];
  });
}

}  // namespace pdrank
