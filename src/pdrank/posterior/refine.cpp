#include "pdrank/posterior/refine.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "pdrank/core/work_sharing.hpp"
#include "pdrank/linalg/kernels.hpp"
#include "pdrank/posterior/lanes.hpp"
#include "pdrank/posterior/normal_numbers.hpp"

namespace pdrank {
namespace {

class Sweeper {
 public:
  Sweeper(const Propagation& propagation, const Model& model)
      : propagation_(propagation), model_(model), answers_(propagation.answers()), pairs_of_(answers_) {
    for (const MarginLaw& law : propagation.laws()) {
      const bool is_open = std::isinf(law.high);
      laws_.push_back({.offset = law.offset,
                       .sign = law.side,
                       .low = std::exp(law.low),
                       .high = is_open ? 0 : std::exp(-law.high),
                       .inside = is_open ? 1 : -std::expm1(law.low - law.high),
                       .tie = law.tie,
                       .is_tie = law.is_tie});
    }
  }

  void sweep(std::vector<Lanes>& x, NormalNumbers& numbers) const {
    // Wider than the sites have it, whose tails may be too short; now and then much wider, to get from one group of
    // scores to another.
    constexpr double kNarrower = 0.75, kNarrow = 0.15;
    constexpr float kNowAndThen = 0.3f;
    const double share = numbers.uniform() < kNowAndThen ? kNarrow : kNarrower;
    for (std::uint32_t node = 0; node < answers_.nodes; ++node) move(node, share, x, numbers);
  }

 private:
  // A normal law of one score.
  struct Conditional {
    double precision;
    Lanes mean;
  };

  // What the sites of its answers say about a score, given its neighbours, with a share of its precision.
  Conditional given_neighbours(std::uint32_t node, double share, const std::vector<Lanes>& x) const {
    const Sites& sites = propagation_.sites();
    double precision = 0, pull = 0;
    Lanes around{};
    pairs_of_.each(node, [&](std::size_t pair, bool second) {
      const double tau = sites.pair_precision[pair];
      precision += tau;
      pull += second ? -sites.pair_pull[pair] : sites.pair_pull[pair];
      const Lanes& other = x[second ? answers_.first[pair] : answers_.second[pair]];
      const auto weight = static_cast<float>(tau);
      for (std::size_t lane = 0; lane < kLanes; ++lane) around[lane] += weight * other[lane];
    });
    // Sites of answers in conflict may leave too little.
    const double variance = propagation_.variances()[node];
    const double used = std::max({precision, 0.3 / variance - sites.node_precision[node], 0.05 / variance});
    Conditional law{share * used, {}};
    for (std::size_t lane = 0; lane < kLanes; ++lane)
      law.mean[lane] = static_cast<float>((pull + static_cast<double>(around[lane])) / used);
    return law;
  }

  // A draw of a normal law times the shape: one of its parts by how well it goes with the law, then of both together.
  float propose(double mean, double precision, bool hangs, NormalNumbers& numbers) const {
    if (hangs) return static_cast<float>(mean + static_cast<double>(numbers()) / std::sqrt(precision));
    const ScoreShape& shape = model_.shape;
    std::size_t part = 0;
    if (shape.size() > 1) {
      std::array<double, kMostShapeParts> weight;
      double total = 0, top = -1e300;
      for (std::size_t k = 0; k < shape.size(); ++k) {
        const double both = shape[k].deviation * shape[k].deviation + 1 / precision, gap = mean - shape[k].mean;
        weight[k] = std::log(shape[k].share) - gap * gap / (2 * both) - 0.5 * std::log(both);
        top = std::max(top, weight[k]);
      }
      for (std::size_t k = 0; k < shape.size(); ++k) total += weight[k] = std::exp(weight[k] - top);
      double left = total * static_cast<double>(numbers.uniform());
      while (part + 1 < shape.size() && left > weight[part]) left -= weight[part++];
    }
    const double own = 1 / (shape[part].deviation * shape[part].deviation), both = precision + own;
    return static_cast<float>((precision * mean + own * shape[part].mean) / both +
                              static_cast<double>(numbers()) / std::sqrt(both));
  }

  // The shape is in the proposal and in the law alike: what decides are the answers, against the normal law that was
  // taken for them.
  void move(std::uint32_t node, double share, std::vector<Lanes>& x, NormalNumbers& numbers) const {
    const Conditional law = given_neighbours(node, share, x);
    const Lanes now = x[node];
    Lanes then, ratio;
    std::array<double, kLanes> log_ratio;
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const auto mean = static_cast<double>(law.mean[lane]);
      then[lane] = propose(mean, law.precision, node >= answers_.rooted_nodes(), numbers);
      const double before = static_cast<double>(now[lane]) - mean, after = static_cast<double>(then[lane]) - mean;
      log_ratio[lane] = law.precision * (after * after - before * before) / 2;
    }
    ratio.fill(1.0f);
    std::array<double, kLanes> wide_ratio;
    wide_ratio.fill(1.0);
    constexpr int kMostHeld = 10;
    int held = 0;  // factors in `ratio` or, by laws, in `wide_ratio`
    const auto settle = [&] {
      for (std::size_t lane = 0; lane < kLanes; ++lane)
        log_ratio[lane] += std::log(laws_.empty() ? static_cast<double>(ratio[lane]) : wide_ratio[lane]);
      ratio.fill(1.0f);
      wide_ratio.fill(1.0);
      held = 0;
    };
    pairs_of_.each(node, [&](std::size_t pair, bool second) {
      const Lanes& other = x[second ? answers_.first[pair] : answers_.second[pair]];
      if (answers_.is_link(pair)) {
        const double half = propagation_.sites().pair_precision[pair] / 2;
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
          const double before = static_cast<double>(now[lane] - other[lane]),
                       after = static_cast<double>(then[lane] - other[lane]);
          log_ratio[lane] += half * (before * before - after * after);
        }
        return;
      }
      for (std::size_t row = answers_.begin[pair]; !laws_.empty() && row < answers_.begin[pair + 1]; ++row) {
        kernels::AnswerLawRow asked = laws_[answers_.circumstance[row]];
        asked.won = static_cast<double>(answers_.won[row]), asked.lost = static_cast<double>(answers_.lost[row]);
        asked.flip = model_.flip[answers_.source[row]];
        if (!model_.lean.empty())
          asked.offset += asked.sign * model_.lean[answers_.source[row]];  // `sign` is its side here
        asked.sign = second ? -1 : 1;
        kernels::law_ratio(asked, now.data(), then.data(), other.data(), wide_ratio.data(), log_ratio.data());
        if (asked.is_single() && ++held == kMostHeld) settle();
      }
      for (std::size_t row = answers_.begin[pair]; laws_.empty() && row < answers_.begin[pair + 1]; ++row) {
        const auto flip = static_cast<float>(model_.flip[answers_.source[row]]);
        const float won = second ? answers_.lost[row] : answers_.won[row],
                    lost = second ? answers_.won[row] : answers_.lost[row];
        constexpr int kFew = 4;
        if (const int all = static_cast<int>(won + lost);
            all <= kFew && won == std::floor(won) && lost == std::floor(lost)) {
          if (held + all > kMostHeld) settle();  // each is within 1 / flip of one
          kernels::flip_ratio(flip, static_cast<int>(won), static_cast<int>(lost), now.data(), then.data(),
                              other.data(), ratio.data());
          held += all;
        } else {
          kernels::flip_log_ratio(model_.flip[answers_.source[row]], static_cast<double>(won),
                                  static_cast<double>(lost), now.data(), then.data(), other.data(), log_ratio.data());
        }
      }
      if (!answers_.tied.empty() && answers_.tied[pair] > 0) add_ties(answers_.tied[pair], now, then, other, log_ratio);
    });
    settle();
    for (std::size_t lane = 0; lane < kLanes; ++lane)
      if (const float u = numbers.uniform(); log_ratio[lane] >= 0 || static_cast<double>(u) < std::exp(log_ratio[lane]))
        x[node][lane] = then[lane];
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

  const Propagation& propagation_;
  const Model& model_;
  const Answers& answers_;
  PairsOfNodes pairs_of_;
  std::vector<kernels::AnswerLawRow> laws_ = {};  // by circumstance, where these matter; `sign` says who stood first
};

}  // namespace

void refine(const Propagation& propagation, const Model& model, int sweeps, std::uint64_t seed, ScoreDraws& draws) {
  if (sweeps == 0 || draws.empty()) return;
  const Sweeper sweeper(propagation, model);
  const SharedBlocks batches((draws.count() + kLanes - 1) / kLanes);
  batches.each([&](std::size_t batch) {
    const std::size_t first = batch * kLanes, count = std::min(kLanes, draws.count() - first);
    NormalNumbers numbers(mixed(seed) + batch);
    std::vector<Lanes> x(draws.nodes(), Lanes{});
    for (std::size_t lane = 0; lane < kLanes; ++lane)
      for (std::size_t node = 0; node < x.size(); ++node)
        x[node][lane] = draws[first + std::min(lane, count - 1)][node];
    for (int k = 0; k < sweeps; ++k) sweeper.sweep(x, numbers);
    for (std::size_t lane = 0; lane < count; ++lane)
      for (std::size_t node = 0; node < x.size(); ++node) draws[first + lane][node] = x[node][lane];
  });
  batches.complete(draws.values(), kLanes * draws.nodes());
}

}  // namespace pdrank
