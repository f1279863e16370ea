#include "pdrank/posterior/refine.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include "pdrank/core/work_sharing.hpp"
#include "pdrank/linalg/kernels.hpp"
#include "pdrank/posterior/lanes.hpp"
#include "pdrank/posterior/normal_numbers.hpp"

namespace pdrank {

class Refiner::Sweeper {
 public:
  Sweeper(const Propagation& propagation, const Model& model)
      : propagation_(propagation),
        model_(model),
        answers_(propagation.answers()),
        flips_(model.flip.begin(), model.flip.end()) {
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
    list_neighbours(PairsOfNodes(answers_));
  }

  std::uint32_t nodes() const { return answers_.nodes; }

  void sweep(std::vector<Lanes>& x, NormalNumbers& numbers) const {
    // Wider than the sites have it, whose tails may be too short; now and then much wider, to get from one group of
    // scores to another.
    constexpr double kNarrower = 0.75, kNarrow = 0.15;
    constexpr float kNowAndThen = 0.3f;
    const double share = numbers.uniform() < kNowAndThen ? kNarrow : kNarrower;
    for (std::uint32_t node = 0; node < answers_.nodes; ++node) move(node, share, x, numbers);
  }

 private:
  static constexpr std::size_t kTogether = 1024;  // nodes

  // Whether a row is among the answers beside which nothing else need be looked at.
  bool is_plain(std::size_t row) const {
    const float won = answers_.won[row], lost = answers_.lost[row];
    return laws_.empty() && answers_.source[row] < kernels::NeighbourAnswers::kMostSources &&
           won + lost <= static_cast<float>(kernels::NeighbourAnswers::kMost) && won == std::floor(won) &&
           lost == std::floor(lost);
  }

  // Whether a pair is more than its site and plain rows.
  bool has_more(std::size_t pair) const {
    if (answers_.is_link(pair) || answers_.tied_of(pair) > 0) return true;
    for (std::size_t row = answers_.begin[pair]; row < answers_.begin[pair + 1]; ++row)
      if (!is_plain(row)) return true;
    return false;
  }

  // Of each node all that a sweep needs of its pairs, side by side: the site stands in the first answer of a pair.
  void list_neighbours(const PairsOfNodes& pairs_of) {
    std::vector<std::uint64_t> more_begin(answers_.nodes + std::size_t{1}, 0);
    begin_.assign(answers_.nodes + std::size_t{1}, 0);
    each_node([&](std::size_t node) {
      pairs_of.each(node, [&](std::size_t pair, bool) {
        std::size_t plain = 0;
        for (std::size_t row = answers_.begin[pair]; row < answers_.begin[pair + 1]; ++row) plain += is_plain(row);
        begin_[node + 1] += std::max<std::size_t>(plain, 1);
        more_begin[node + 1] += has_more(pair);
      });
    });
    std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
    std::partial_sum(more_begin.begin(), more_begin.end(), more_begin.begin());
    neighbours_.resize(begin_.back() + kernels::kNeighboursAhead);
    more_.resize(more_begin.back());
    sites_.resize(answers_.nodes);
    each_node([&](std::size_t node) {
      kernels::NeighbourAnswers* next = &neighbours_[begin_[node]];
      std::size_t next_more = more_begin[node];
      pairs_of.each(node, [&](std::size_t pair, bool second) {
        const Sites& sites = propagation_.sites();
        sites_[node].precision += sites.pair_precision[pair];
        sites_[node].pull += second ? -sites.pair_pull[pair] : sites.pair_pull[pair];
        const std::uint32_t other = second ? answers_.first[pair] : answers_.second[pair];
        auto weight = static_cast<float>(sites.pair_precision[pair]);
        bool any = false;
        for (std::size_t row = answers_.begin[pair]; row < answers_.begin[pair + 1]; ++row) {
          if (!is_plain(row)) continue;
          const auto won = static_cast<std::uint32_t>(answers_.won[row]),
                     lost = static_cast<std::uint32_t>(answers_.lost[row]);
          *next++ = {other, weight, answers_.source[row] & 0xffffffu, (second ? lost : won) & 15u,
                     (second ? won : lost) & 15u};
          weight = 0;
          any = true;
        }
        if (!any) *next++ = {other, weight, 0, 0, 0};
        if (has_more(pair)) more_[next_more++] = {static_cast<std::uint32_t>(pair), second};
      });
    });
    if (!more_.empty()) more_begin_ = std::move(more_begin);
  }

  template <class Body>
  void each_node(Body&& body) const {
    parallel_for((answers_.nodes + kTogether - 1) / kTogether, [&](std::size_t block) {
      for (std::size_t node = block * kTogether; node < std::min<std::size_t>(answers_.nodes, (block + 1) * kTogether);
           ++node)
        body(node);
    });
  }

  // A normal law of one score.
  struct Conditional {
    double precision;
    Lanes mean;
  };

  // What the sites of its answers say about a score, given its neighbours, with a share of its precision.
  Conditional given_neighbours(std::uint32_t node, double share, const std::vector<Lanes>& x) const {
    Lanes around{};
    kernels::add_neighbours(&neighbours_[begin_[node]], begin_[node + 1] - begin_[node], x.front().data(),
                            around.data());
    // Sites of answers in conflict may leave too little.
    const double variance = propagation_.variances()[node];
    const double used =
        std::max({sites_[node].precision, 0.3 / variance - propagation_.sites().node_precision[node], 0.05 / variance});
    Conditional law{share * used, {}};
    for (std::size_t lane = 0; lane < kLanes; ++lane)
      law.mean[lane] = static_cast<float>((sites_[node].pull + static_cast<double>(around[lane])) / used);
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

  // The same in all lanes where the shape is one normal law.
  void propose_normal(const Conditional& law, NormalNumbers& numbers, Lanes& then) const {
    const ShapePart& shape = model_.shape[0];
    const double own = 1 / (shape.deviation * shape.deviation), both = law.precision + own, root = std::sqrt(both);
    for (std::size_t lane = 0; lane < kLanes; ++lane)
      then[lane] = static_cast<float>((law.precision * static_cast<double>(law.mean[lane]) + own * shape.mean) / both +
                                      static_cast<double>(numbers()) / root);
  }

  // The shape is in the proposal and in the law alike: what decides are the answers, against the normal law that was
  // taken for them.
  void move(std::uint32_t node, double share, std::vector<Lanes>& x, NormalNumbers& numbers) const {
    const Conditional law = given_neighbours(node, share, x);
    Lanes& now = x[node];
    Lanes then, uniform;
    std::array<double, kLanes> log_ratio;
    if (model_.shape.size() == 1 && node < answers_.rooted_nodes())
      propose_normal(law, numbers, then);
    else
      for (std::size_t lane = 0; lane < kLanes; ++lane)
        then[lane] =
            propose(static_cast<double>(law.mean[lane]), law.precision, node >= answers_.rooted_nodes(), numbers);
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const auto mean = static_cast<double>(law.mean[lane]);
      const double before = static_cast<double>(now[lane]) - mean, after = static_cast<double>(then[lane]) - mean;
      log_ratio[lane] = law.precision * (after * after - before * before) / 2;
    }
    kernels::add_log_ratio(&neighbours_[begin_[node]], begin_[node + 1] - begin_[node], flips_.data(), x.front().data(),
                           now.data(), then.data(), log_ratio.data());
    if (!more_begin_.empty()) add_more(node, x, then, log_ratio);
    for (float& value : uniform) value = numbers.uniform();
    kernels::accept(log_ratio.data(), uniform.data(), then.data(), now.data());
  }

  // What is not plain.
  void add_more(std::uint32_t node, const std::vector<Lanes>& x, const Lanes& then,
                std::array<double, kLanes>& log_ratio) const {
    const Lanes& now = x[node];
    std::array<double, kLanes> ratio;
    ratio.fill(1.0);
    constexpr int kMostHeld = 10;
    int held = 0;  // factors in `ratio`
    const auto settle = [&] {
      for (std::size_t lane = 0; lane < kLanes; ++lane) log_ratio[lane] += std::log(ratio[lane]);
      ratio.fill(1.0);
      held = 0;
    };
    for (std::size_t k = more_begin_[node]; k < more_begin_[node + 1]; ++k) {
      const auto [pair, second] = more_[k];
      const Lanes& other = x[second ? answers_.first[pair] : answers_.second[pair]];
      if (answers_.is_link(pair)) {
        const double half = propagation_.sites().pair_precision[pair] / 2;
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
          const double before = static_cast<double>(now[lane] - other[lane]),
                       after = static_cast<double>(then[lane] - other[lane]);
          log_ratio[lane] += half * (before * before - after * after);
        }
        continue;
      }
      for (std::size_t row = answers_.begin[pair]; row < answers_.begin[pair + 1]; ++row) {
        const auto won = static_cast<double>(answers_.won[row]), lost = static_cast<double>(answers_.lost[row]);
        if (!laws_.empty()) {
          kernels::AnswerLawRow asked = laws_[answers_.circumstance[row]];
          asked.won = won, asked.lost = lost;
          asked.flip = model_.flip[answers_.source[row]];
          if (!model_.lean.empty())
            asked.offset += asked.sign * model_.lean[answers_.source[row]];  // `sign` is its side here
          asked.sign = second ? -1 : 1;
          kernels::law_ratio(asked, now.data(), then.data(), other.data(), ratio.data(), log_ratio.data());
          if (asked.is_single() && ++held == kMostHeld) settle();
        } else if (!is_plain(row)) {
          kernels::flip_log_ratio(model_.flip[answers_.source[row]], second ? lost : won, second ? won : lost,
                                  now.data(), then.data(), other.data(), log_ratio.data());
        }
      }
      if (!answers_.tied.empty() && answers_.tied[pair] > 0) add_ties(answers_.tied[pair], now, then, other, log_ratio);
    }
    if (held > 0) settle();
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

  struct NodeSites {
    double precision = 0, pull = 0;  // of all pairs of a node
  };
  struct SideOfPair {
    std::uint32_t pair;
    bool second;
  };

  const Propagation& propagation_;
  const Model& model_;
  const Answers& answers_;
  std::vector<float> flips_;
  std::vector<kernels::AnswerLawRow> laws_ = {};  // by circumstance, where these matter; `sign` says who stood first
  std::vector<std::uint64_t> begin_ = {};         // by node: where its answers begin
  std::vector<kernels::NeighbourAnswers> neighbours_ = {};
  std::vector<NodeSites> sites_ = {};
  std::vector<std::uint64_t> more_begin_ = {};  // by node: pairs that are not plain; empty: none
  std::vector<SideOfPair> more_ = {};
};

namespace {

// Between draws, each on its own, and the lanes of a batch. Node by node within a few, so that the lines of the draws
// stay in the cache.
template <class Copy>
void each_value(std::size_t nodes, std::size_t lanes, Copy&& copy) {
  constexpr std::size_t kTogether = 64;
  for (std::size_t begin = 0; begin < nodes; begin += kTogether)
    for (std::size_t lane = 0; lane < lanes; ++lane)
      for (std::size_t node = begin; node < std::min(nodes, begin + kTogether); ++node) copy(node, lane);
}

}  // namespace

Refiner::Refiner(const Propagation& fit, const Model& model) : sweeper_(std::make_unique<const Sweeper>(fit, model)) {}

Refiner::~Refiner() = default;

void Refiner::sweep(std::uint64_t seed, ScoreDraws& draws) const {
  if (draws.empty()) return;
  const SharedBlocks batches((draws.count() + kLanes - 1) / kLanes);
  batches.each([&](std::size_t batch) {
    const std::size_t first = batch * kLanes, count = std::min(kLanes, draws.count() - first);
    NormalNumbers numbers(mixed(seed) + batch);
    std::vector<Lanes> x(draws.nodes());
    each_value(x.size(), kLanes, [&](std::size_t node, std::size_t lane) {
      x[node][lane] = draws[first + std::min(lane, count - 1)][node];
    });
    sweeper_->sweep(x, numbers);
    each_value(x.size(), count, [&](std::size_t node, std::size_t lane) { draws[first + lane][node] = x[node][lane]; });
  });
  batches.complete(draws.values(), kLanes * draws.nodes());
}

}  // namespace pdrank
