#include "pdrank/posterior/factorised.hpp"

#include <algorithm>
#include <cmath>

#include "pdrank/core/work_sharing.hpp"
#include "pdrank/posterior/tilt_batch.hpp"

namespace pdrank {
namespace {

// What a pair says to a node: a precision, and that times a mean.
struct Message {
  float precision = 0, pull = 0;
};

class Factorised {
 public:
  Factorised(const Answers& answers, const Model& model, Sites& sites)
      : answers_(answers),
        model_(model),
        sites_(sites),
        pairs_of_(answers),
        laws_(laws_in_use(answers.circumstances.get(), model)),
        to_first_(answers.pairs()),
        to_second_(answers.pairs()),
        nodes_(answers.nodes) {}

  struct Totals {
    double turned = 0, moved = 0;   // answers of class 0 turned round; squared change of means, in deviations
    double squares = 0, known = 0;  // of scores, in deviations of the prior; see Learner::slope
    double means = 0;               // their squares
    void operator+=(const Totals& other) {
      turned += other.turned;
      moved += other.moved;
      squares += other.squares;
      known += other.known;
      means += other.means;
    }
  };

  Totals round() {
    Totals totals = add_up();
    totals += send();
    return totals;
  }

  // At the end: until then nobody needs the sites of others.
  void complete_sites() {
    const SharedBlocks blocks = blocks_of(answers_.pairs());
    blocks.complete(std::span(sites_.pair_precision), kTogether);
    blocks.complete(std::span(sites_.pair_pull), kTogether);
  }

  // All as it is if scores are so many times as far apart.
  void stretch(double factor) {
    const auto once = static_cast<float>(factor);
    for (std::vector<Message>* messages : {&to_first_, &to_second_})
      for (Message& message : *messages) message = {message.precision / (once * once), message.pull / once};
    for (Belief& node : nodes_) node = {node.precision / (factor * factor), node.pull / factor};
  }

 private:
  static constexpr double kDamping = 0.6;
  static constexpr std::size_t kTogether = 2048;
  static constexpr std::size_t kAhead = 12;  // pairs; what is read then is asked for now

  struct Belief {
    double precision = 0, pull = 0;
  };

  static SharedBlocks blocks_of(std::size_t count) {
    constexpr std::size_t kFewest = 8;
    return SharedBlocks((count + kTogether - 1) / kTogether, kFewest);
  }

  Totals add_up() {
    const double prior = 1 / (model_.shape[0].deviation * model_.shape[0].deviation);
    const SharedBlocks blocks = blocks_of(nodes_.size());
    const Totals all = sum_shared<Totals>(blocks, [&](std::size_t block) {
      const std::size_t begin = block * kTogether, end = std::min(nodes_.size(), begin + kTogether);
      Totals totals;
      for (std::size_t node = begin; node < end; ++node) {
        Belief now{prior, 0};
        pairs_of_.each(node, [&](std::size_t pair, bool second) {
          const Message& message = second ? to_second_[pair] : to_first_[pair];
          now.precision += static_cast<double>(message.precision);
          now.pull += static_cast<double>(message.pull);
        });
        const Belief before = nodes_[node];
        const double mean = now.pull / now.precision, last = before.precision > 0 ? before.pull / before.precision : 0;
        totals.moved += (mean - last) * (mean - last) * now.precision;
        totals.squares += prior * (mean * mean + 1 / now.precision);
        totals.means += mean * mean;
        const double known = std::clamp(1 - prior / now.precision, 0.2, 1.0);
        totals.known += known * known;
        nodes_[node] = now;
      }
      return totals;
    });
    blocks.complete(std::span(nodes_), kTogether);
    return all;
  }

  Totals send() {
    const SharedBlocks blocks = blocks_of(answers_.pairs());
    const Totals all = sum_shared<Totals>(blocks, [&](std::size_t block) {
      const std::size_t begin = block * kTogether, end = std::min(answers_.pairs(), begin + kTogether);
      Totals totals;
      TiltBatch tilts([&](std::size_t pair, double mean, double variance, const TiltedPair& tilted) {
        totals.turned += tilted.turned;
        send(pair, mean, variance, tilted);
      });
      for (std::size_t pair = begin; pair < end; ++pair) {
        if (pair + kAhead < end) __builtin_prefetch(&nodes_[answers_.second[pair + kAhead]]);
        const PairAnswers said = answers_about(answers_, pair, model_, laws_);
        if (said.won.empty() && said.tied == 0) continue;
        const Cavity first = without(answers_.first[pair], to_first_[pair]),
                     second = without(answers_.second[pair], to_second_[pair]);
        tilts.add(pair, first.mean - second.mean, first.variance + second.variance, said);
      }
      tilts.flush();
      return totals;
    });
    blocks.complete(std::span(to_first_), kTogether);
    blocks.complete(std::span(to_second_), kTogether);
    return all;
  }

  struct Cavity {
    double mean, variance;
  };

  // What is known of a node without what a pair says.
  Cavity without(std::uint32_t node, const Message& own) const {
    const double precision = nodes_[node].precision - static_cast<double>(own.precision);
    return {(nodes_[node].pull - static_cast<double>(own.pull)) / precision, 1 / precision};
  }

  // What the answers of a pair make of what its nodes know without them.
  void send(std::size_t pair, double mean, double variance, const TiltedPair& tilted) {
    const Cavity first = without(answers_.first[pair], to_first_[pair]),
                 second = without(answers_.second[pair], to_second_[pair]);
    const double precision = std::max(1 / tilted.variance - 1 / variance, 0.0);
    const double pull = tilted.mean * (1 / variance + precision) - mean / variance;
    sites_.pair_precision[pair] = precision;
    sites_.pair_pull[pair] = pull;
    // The score of one node is that of the other and the difference.
    const auto send_to = [&](Message& message, double sign, const Cavity& other) {
      const double kept = 1 / (1 + precision * other.variance);
      message.precision += static_cast<float>(kDamping * (precision * kept - static_cast<double>(message.precision)));
      message.pull += static_cast<float>(
          kDamping * ((sign * pull + precision * other.mean) * kept - static_cast<double>(message.pull)));
    };
    send_to(to_first_[pair], 1, second);
    send_to(to_second_[pair], -1, first);
  }

  const Answers& answers_;
  const Model& model_;
  Sites& sites_;
  PairsOfNodes pairs_of_;
  std::vector<MarginLaw> laws_;                // of the model as it was at the start
  std::vector<Message> to_first_, to_second_;  // by pair
  std::vector<Belief> nodes_;
};

}  // namespace

void start_factorised(const Answers& said, const Beliefs& beliefs, double answers, Model& model, Sites& sites,
                      Observer* observer) {
  constexpr int kMostPasses = 100, kPassesBetween = 4;
  constexpr double kCalm = 0.02, kStill = 0.01, kFarthest = 0.25;
  Factorised fit(said, model, sites);
  double last_move = 1, longer = 1, size = 0, follows = 0;
  for (int round = 1; round <= kMostPasses; ++round) {
    const Factorised::Totals totals = fit.round();
    const double moved = std::sqrt(totals.moved / std::max(1u, said.nodes));
    if (observer) observer->on_progress({"a first fit", static_cast<std::uint64_t>(round), 0, moved});
    if (observer && observer->stop_requested()) break;
    if (round < 4) continue;
    const double flip_moved = improve_flip(totals.turned, answers, beliefs, model.flip[0]);
    if (round % kPassesBetween == 0) {
      double& deviation = model.shape[0].deviation;
      const double slope = totals.squares - said.nodes + beliefs.slope(std::log(deviation));
      const double newton = slope / (2 * totals.known + beliefs.curvature());
      // Where gaps decide everything, scores follow the spread, and plain steps would go on and on.
      if (size > 0 && std::abs(last_move) > 0.02)
        follows = std::clamp(0.5 * std::log(totals.means / size) / last_move, 0.0, 1.0);
      size = totals.means;
      longer = newton * last_move > 0 ? std::min(2 * longer, 4.0) : 1;
      const double next = std::clamp(deviation * std::exp(std::clamp(longer * newton, -kFarthest, kFarthest)),
                                     kLeastSpread, most_spread(said.nodes));
      last_move = std::log(next / deviation);
      if (follows > 0.3 && last_move != 0) fit.stretch(std::exp(follows * last_move));
      deviation = next;
    }
    if (moved < kCalm && std::abs(last_move) < kStill && flip_moved < kCalm) break;
  }
  fit.complete_sites();
}

}  // namespace pdrank
