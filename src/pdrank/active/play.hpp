// Plays a strategy against someone who knows the answers: ask, answer, rank, measure, again.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pdrank/active/belief.hpp"
#include "pdrank/active/strategy.hpp"
#include "pdrank/core/random.hpp"
#include "pdrank/simulate/noise.hpp"

namespace pdrank {

// Who is asked.
class Oracle {
 public:
  virtual ~Oracle() = default;
  virtual std::uint32_t item_count() const = 0;
  virtual bool first_wins(ItemPair pair, Random& random) const = 0;
  // Scores that the ranking is measured against, by item.
  virtual const std::vector<double>& truth() const = 0;
};

// Answers as the noise model does, on a truth drawn from it.
std::unique_ptr<Oracle> make_simulated_oracle(const NoiseModel& noise, std::uint32_t items, std::uint64_t seed);

// Answers with one of the recorded answers about the pair, drawn with replacement; ties by a coin. InvalidArgument if
// any pair was never answered. The truth is Bradley-Terry on all of the data (paper, "Real data").
std::unique_ptr<Oracle> make_replay_oracle(const Comparisons& data);

struct PlayOptions {
  std::string strategy = "random";
  // That ranks what has been answered, with options of its own after colons; "own": as the strategy's authors do.
  std::string method = "posterior";
  // Questions asked at a time: one of the answers so far in this many, and at least one. 0: always one.
  std::uint64_t one_in = 0;
  // The same once the first standard trial, m (m - 1) / 2 answers, is over: so many. 0: as before.
  std::uint64_t after_trial = 0;
  std::vector<std::uint64_t> measured = {};  // answers at which the ranking is made and measured, increasing
  std::uint64_t seed = 1;
};

struct PlayPoint {
  std::uint64_t answers = 0;
  double tau = 0;               // Kendall's tau-a with the truth: tied pairs count as neither right nor wrong
  double choosing_seconds = 0;  // so far
  double ranking_seconds = 0;   // of this ranking alone
};

// A play that is stopped, measured and taken up again by its owner. Questions are asked as they come up and nothing
// else is random, so how often and by which methods it is measured changes no answer.
class Play {
 public:
  // Of the options, `method` and `measured` are not used. `oracle` must outlive the play. InvalidArgument for fewer
  // than two items.
  Play(const Oracle& oracle, const StrategyInfo& strategy, const PlayOptions& options);

  const Comparisons& data() const { return data_; }
  std::uint64_t answers() const { return data_.size(); }

  // Asks until there are so many answers. Of a batch that goes on beyond, the rest is asked first next time. Fewer if
  // the strategy has no more questions.
  void ask_until(std::uint64_t answers);

  // Ranks by a method (see PlayOptions::method) and compares with the truth. InvalidArgument if there is no such
  // method; NotApplicable if it does not fit the answers.
  PlayPoint measure(std::string_view method);

 private:
  void choose();
  AskInput input(std::size_t count);
  double believe_once();
  std::vector<double> rank_now(std::string_view method);

  const Oracle* oracle_;
  const StrategyInfo* strategy_;
  PlayOptions options_;
  Random random_;  // of the answers
  Comparisons data_;
  std::vector<ItemPair> open_;  // questions of the batch that are still to be asked, the last first
  PairSet forbidden_;           // none
  double choosing_seconds_ = 0;

  // Of the data as it is; made when somebody asks.
  struct View {
    MergedComparisons merged;
    Components weak;
    std::optional<Belief> belief = std::nullopt;
    double belief_seconds = 0;  // that it took, whoever needed it first
  };
  std::optional<View> view_;
};

// Questions that come at a time after so many answers (PlayOptions::one_in, after_trial).
std::uint64_t batch_size(const PlayOptions& options, std::uint64_t answers, std::uint32_t items);

// InvalidArgument unless `method` is one that can rank what this strategy has asked: "own", or as with_method takes it.
void check_ranked_by(const StrategyInfo& strategy, std::string_view method);

// The curve, a point for each of options.measured. InvalidArgument for options that cannot be.
std::vector<PlayPoint> play(const Oracle& oracle, const PlayOptions& options);

}  // namespace pdrank
