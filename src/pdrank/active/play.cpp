#include "pdrank/active/play.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>

#include "pdrank/active/registry.hpp"
#include "pdrank/core/errors.hpp"
#include "pdrank/core/stopwatch.hpp"
#include "pdrank/methods/automatic.hpp"
#include "pdrank/methods/rank.hpp"
#include "pdrank/metrics/kendall.hpp"

namespace pdrank {
namespace {

class SimulatedOracle : public Oracle {
 public:
  SimulatedOracle(const NoiseModel& noise, std::uint32_t items, std::uint64_t seed) : noise_(noise) {
    validate(noise);
    Random random(seed);
    truth_ = draw_truth(noise, items, random);
  }

  std::uint32_t item_count() const override { return static_cast<std::uint32_t>(truth_.size()); }
  const std::vector<double>& truth() const override { return truth_; }
  bool first_wins(ItemPair pair, Random& random) const override {
    return draw_answer(noise_, truth_[pair.first], truth_[pair.second], random);
  }

 private:
  NoiseModel noise_;
  std::vector<double> truth_;
};

class ReplayOracle : public Oracle {
 public:
  explicit ReplayOracle(const Comparisons& data) : graph_(merge(data, TieRule::half).graph) {
    for (const auto& [first, second] : all_pairs(item_count()))
      if (count(first, second) + count(second, first) == 0)
        throw InvalidArgument("data", fmt::format("'{}' and '{}'", data.items.name(first), data.items.name(second)),
                              "every pair must have been answered for a replay");
    truth_ = scores_by_item(rank(data, {.method = "bradley-terry"}), item_count());
  }

  std::uint32_t item_count() const override { return graph_.node_count(); }
  const std::vector<double>& truth() const override { return truth_; }
  bool first_wins(ItemPair pair, Random& random) const override {
    const double wins = count(pair.first, pair.second);
    return random.chance(wins / (wins + count(pair.second, pair.first)));
  }

 private:
  double count(ItemId winner, ItemId loser) const {
    const EdgeId edge = graph_.find_edge(winner, loser);
    return edge == kNoEdge ? 0 : graph_.count[edge];
  }

  ComparisonGraph graph_;
  std::vector<double> truth_;
};

// On one thread: plays run beside each other.
RankOptions options_of(std::string_view method, std::uint64_t seed) {
  return with_method({.seed = seed, .threads = 1, .standard_errors = false}, method);
}

// Neither the numbers that the truth was drawn from nor those of the questions.
std::uint64_t seed_of_answers(std::uint64_t seed) { return mixed(~seed); }

}  // namespace

std::unique_ptr<Oracle> make_simulated_oracle(const NoiseModel& noise, std::uint32_t items, std::uint64_t seed) {
  return std::make_unique<SimulatedOracle>(noise, items, seed);
}

std::unique_ptr<Oracle> make_replay_oracle(const Comparisons& data) { return std::make_unique<ReplayOracle>(data); }

Play::Play(const Oracle& oracle, const StrategyInfo& strategy, const PlayOptions& options)
    : oracle_(&oracle), strategy_(&strategy), options_(options), random_(seed_of_answers(options.seed)) {
  if (oracle.item_count() < 2)
    throw InvalidArgument("items", fmt::format("{}", oracle.item_count()), "a play needs at least two");
  for (ItemId item = 0; item < oracle.item_count(); ++item) data_.items.intern(fmt::format("{}", item));
}

void Play::ask_until(std::uint64_t answers) {
  while (data_.size() < answers) {
    if (open_.empty()) choose();
    if (open_.empty()) return;
    const ItemPair pair = open_.back();
    open_.pop_back();
    const bool won = oracle_->first_wins(pair, random_);
    data_.add({.winner = won ? pair.first : pair.second, .loser = won ? pair.second : pair.first});
    view_.reset();
  }
}

PlayPoint Play::measure(std::string_view method) {
  check_ranked_by(*strategy_, method);
  const double belief_seconds = method == "posterior" ? believe_once() : 0;
  const Stopwatch stopwatch;
  const std::vector<double> scores = rank_now(method);
  return {.answers = answers(),
          .tau = kendall_tau(scores, oracle_->truth()).tau_a,
          .choosing_seconds = choosing_seconds_,
          .ranking_seconds = belief_seconds + stopwatch.seconds()};
}

void Play::choose() {
  if (strategy_->needs_belief) choosing_seconds_ += believe_once();
  const AskInput asked = input(batch_size(options_, answers(), oracle_->item_count()));
  const Stopwatch stopwatch;
  for (const Question& question : strategy_->propose(asked, nullptr)) open_.push_back(question.pair);
  choosing_seconds_ += stopwatch.seconds();
  std::ranges::reverse(open_);
}

AskInput Play::input(std::size_t count) {
  if (!view_) {
    MergedComparisons merged = merge(data_, TieRule::half);
    Components weak = weak_components(merged.graph);
    view_ = View{.merged = std::move(merged), .weak = std::move(weak)};
  }
  return {.data = data_,
          .merged = view_->merged,
          .weak = view_->weak,
          .forbidden = forbidden_,
          .belief = view_->belief ? &*view_->belief : nullptr,
          .count = count,
          .seed = mixed(options_.seed) + answers()};
}

// The seconds it took, now or before.
double Play::believe_once() {
  const AskInput asked = input(1);
  if (!view_->belief) {
    const Stopwatch stopwatch;
    view_->belief = believe(asked, Effort::quick, nullptr);
    view_->belief_seconds = stopwatch.seconds();
  }
  return view_->belief_seconds;
}

std::vector<double> Play::rank_now(std::string_view method) {
  if (method == "own") return strategy_->own_scores(input(1));
  if (method == "posterior") return expected_scores(*view_->belief);
  return scores_by_item(rank(data_, options_of(method, options_.seed)), data_.items.size());
}

std::uint64_t batch_size(const PlayOptions& options, std::uint64_t answers, std::uint32_t items) {
  const std::uint64_t trial = std::uint64_t{items} * (items - 1) / 2;
  if (options.after_trial > 0 && answers >= trial) return options.after_trial;
  return options.one_in == 0 ? 1 : std::max<std::uint64_t>(1, answers / options.one_in);
}

void check_ranked_by(const StrategyInfo& strategy, std::string_view method) {
  if (method != "own") {
    options_of(method, 1);
  } else if (!strategy.own_scores) {
    throw InvalidArgument("method", "own", fmt::format("{} has no ranking of its own", strategy.name));
  }
}

std::vector<PlayPoint> play(const Oracle& oracle, const PlayOptions& options) {
  const StrategyInfo& strategy = find_strategy(options.strategy);
  check_ranked_by(strategy, options.method);
  if (std::ranges::adjacent_find(options.measured, std::greater_equal()) != options.measured.end())
    throw InvalidArgument("measured", fmt::format("{}", fmt::join(options.measured, ",")), "must increase");
  Play game(oracle, strategy, options);
  std::vector<PlayPoint> curve;
  for (const std::uint64_t goal : options.measured) {
    game.ask_until(goal);
    curve.push_back(game.measure(options.method));
  }
  return curve;
}

}  // namespace pdrank
