#include "pdrank/solve/choose_gamma.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "pdrank/core/random.hpp"
#include "pdrank/data/components.hpp"
#include "pdrank/linalg/vector_ops.hpp"
#include "pdrank/metrics/answer_link.hpp"

namespace pdrank {
namespace {

constexpr std::size_t kFolds = 3;

// Of many edges one fold tells as much as all three would of fewer, and so do some of the edges it holds.
constexpr std::size_t kManyEdges = 300'000, kMostHeld = 300'000;

// A fit to two thirds of the comparisons is noisier than one to all, and wants a stronger pull.
constexpr double kPullOfAFold = 3;

// As exactly as a choice needs. The residual is the worst item's, and among very many items there is always one that
// takes longer than all the others.
InnerCriteria roughly(std::size_t edges) { return {edges > kManyEdges ? InnerRule::rough : InnerRule::kkt, 3e-2, 100}; }

std::size_t all_edges(const ComparisonGraph& graph, const Sharing& sharing) {
  return static_cast<std::size_t>(sum(sharing, static_cast<double>(graph.edge_count())));
}

// A loss that is larger by less than this, a likelihood within a factor of e, speaks against nothing.
constexpr double kInsignificant = 1, kBeyondDoubt = 20;  // nats

bool has_few_pairs(const ComparisonGraph& graph, const Sharing& sharing) {
  if (static_cast<double>(all_edges(graph, sharing)) >= 2 * kFewestPairs) return false;
  double pairs = 0;  // the shares of a pair's answers sum to one
  for (EdgeId edge = 0; edge < graph.edge_count(); ++edge) pairs += win_share(graph, edge);
  return std::round(sum(sharing, pairs)) < kFewestPairs;
}

// Edge -> the hand that holds its comparisons: hands 0, 3, 6, .. are the first fold's, and so on. Each fold is asked
// about what is in its first hand, and where edges are few it has no other. A pair is dealt as a whole, both ways: what
// is odd about a pair is odd in all of its answers, and would be foretold by some of them.
std::vector<std::uint8_t> deal(const ComparisonGraph& graph, std::size_t edges, std::uint64_t seed,
                               std::span<const std::uint64_t> keys) {
  const std::size_t hands = kFolds * std::clamp<std::size_t>(edges / (kFolds * kMostHeld), 1, 80);
  const auto key = [&](std::uint32_t node) { return mixed(keys.empty() ? node : keys[node]); };
  std::vector<std::uint8_t> hand(graph.edge_count());
  for_each_index(hand.size(), [&](std::size_t e) {
    hand[e] = static_cast<std::uint8_t>(mixed(mixed(seed) ^ (key(graph.winner[e]) + key(graph.loser[e]))) % hands);
  });
  return hand;
}

// The graph without the edges that a fold holds.
ComparisonGraph without(const ComparisonGraph& graph, std::span<const std::uint8_t> hand, std::uint8_t fold) {
  const auto is_held = [&](std::uint8_t of_edge) { return of_edge % kFolds == fold; };
  const auto rest = hand.size() - static_cast<std::size_t>(std::ranges::count_if(hand, is_held));
  ComparisonGraph training;
  training.item = graph.item;
  training.first_edge.reserve(graph.first_edge.size());
  training.winner.reserve(rest);
  training.loser.reserve(rest);
  training.count.reserve(rest);
  training.first_edge.push_back(0);
  for (std::size_t node = 0; node < graph.node_count(); ++node) {
    for (EdgeId e = graph.first_edge[node]; e < graph.first_edge[node + 1]; ++e) {
      if (is_held(hand[e])) continue;
      training.winner.push_back(graph.winner[e]);
      training.loser.push_back(graph.loser[e]);
      training.count.push_back(graph.count[e]);
    }
    training.first_edge.push_back(training.edge_count());
  }
  return training;
}

// PD-Rank without the comparisons that one fold holds.
class FoldFit {
 public:
  FoldFit(const ComparisonGraph& whole, std::span<const std::uint8_t> hand, std::uint8_t fold,
          const InnerCriteria& criteria, const RoundsOptions& options, const Sharing& sharing)
      : whole_(whole),
        criteria_(criteria),
        training_(without(whole, hand, fold)),
        rounds_(
            training_, options,
            [](const EdgeTiles& tiles, const RoundsOptions&, const Sharing& shared) {
              return make_newton(tiles, shared);
            },
            sharing),
        first_scores_(training_.node_count(), 0.0) {
    for (EdgeId e = 0; e < whole.edge_count(); ++e)
      if (hand[e] == fold) asked_.push_back(e);
  }

  // The first round starts from what it was with the gamma before.
  void start() {
    rounds_.start(first_scores_);
    is_first_ = true;
  }

  // One round. False if the observer asked to stop.
  bool advance(double gamma, Observer* observer) {
    if (!is_first_) rounds_.reweight();
    const InnerReport report = rounds_.solve(kPullOfAFold * gamma, criteria_, observer);
    if (std::exchange(is_first_, false)) first_scores_ = rounds_.scores();
    return report.status != Termination::stopped;
  }

  // Adds the margins of what it is asked about.
  void predict(std::vector<double>& margin) const {
    const std::vector<double>& scores = rounds_.scores();
    for (const EdgeId e : asked_) margin.push_back(scores[whole_.winner[e]] - scores[whole_.loser[e]]);
  }

  void add_shares(std::vector<double>& share) const {
    for (const EdgeId e : asked_) share.push_back(win_share(whole_, e));
  }

  const EdgeTraffic& traffic() const { return rounds_.traffic(); }

 private:
  const ComparisonGraph& whole_;
  InnerCriteria criteria_;
  ComparisonGraph training_;
  Rounds rounds_;
  bool is_first_ = true;
  std::vector<double> first_scores_;
  std::vector<EdgeId> asked_;
};

// The rounds without each fold, in step.
class FoldFits {
 public:
  FoldFits(const ComparisonGraph& graph, const RoundsOptions& options, Observer* observer,
           std::span<const std::uint64_t> keys, const Sharing& sharing)
      : most_rounds_(std::min(kMostRoundsTried, options.rounds.max_rounds)), observer_(observer), sharing_(sharing) {
    const std::size_t edges = all_edges(graph, sharing);
    const std::vector<std::uint8_t> hand = deal(graph, edges, options.seed, keys);
    const std::uint8_t folds = edges > kManyEdges ? 1 : kFolds;
    for (std::uint8_t fold = 0; fold < folds; ++fold)
      folds_.push_back(std::make_unique<FoldFit>(graph, hand, fold, roughly(edges), options, sharing));
    for (const auto& fold : folds_) fold->add_shares(share_);
  }

  int most_rounds() const { return most_rounds_; }
  bool stopped() const { return stopped_; }
  double pairs() const { return std::round(sum(sharing_, sum(share_))); }  // the shares of a pair's answers sum to one

  EdgeTraffic traffic() const {
    EdgeTraffic total;
    for (const auto& fold : folds_) total += fold->traffic();
    return total;
  }

  void start(double gamma) {
    gamma_ = gamma;
    for (const auto& fold : folds_) fold->start();
  }

  // One round without each fold; the log loss of what was held out.
  double advance() {
    margin_.clear();
    for (const auto& fold : folds_) {
      if (!stopped_ && !fold->advance(gamma_, observer_)) stopped_ = true;
      fold->predict(margin_);
    }
    report_progress();
    return fit_link(margin_, share_, link_, [this](std::span<double> sums) { sharing_.add_up(sums); });
  }

 private:
  void report_progress() {
    ++done_;
    if (!observer_) return;
    observer_->on_progress({"choosing", done_, kGammaPath.size() * static_cast<std::uint64_t>(most_rounds_), 0});
    stopped_ = stopped_ || observer_->stop_requested();
  }

  std::vector<std::unique_ptr<FoldFit>> folds_;
  std::vector<double> margin_, share_;  // of the edges asked about, fold by fold
  AnswerLink link_;
  double gamma_ = 0;
  int most_rounds_;
  std::uint64_t done_ = 0;
  bool stopped_ = false;
  Observer* observer_;
  const Sharing& sharing_;
};

// How far to go with one gamma.
struct Tried {
  std::vector<double> losses;                              // by round
  double least = std::numeric_limits<double>::infinity();  // of them
  int rounds = 0;                                          // the last before the loss had clearly risen
  double loss() const { return losses[static_cast<std::size_t>(rounds) - 1]; }
};

// Whether the first two rounds leave no doubt that another gamma was better.
bool is_hopeless(const Tried& tried, const Tried& other) {
  const auto worse = [&](std::size_t round) {
    return tried.losses.size() > round && other.losses.size() > round &&
           tried.losses[round] > other.losses[round] + kBeyondDoubt;
  };
  return worse(0) && worse(1);
}

Tried try_gamma(FoldFits& fits, double gamma, const Tried& before) {
  Tried tried;
  fits.start(gamma);
  for (int round = 1; round <= fits.most_rounds(); ++round) {
    const double loss = fits.advance();
    if (fits.stopped()) break;
    tried.losses.push_back(loss);
    tried.least = std::min(tried.least, loss);
    if (loss > tried.least + kInsignificant) break;
    tried.rounds = round;
    if (is_hopeless(tried, before)) break;
  }
  return tried;
}

GammaChoice choice_of(double gamma, const Tried& tried, const FoldFits& fits) {
  GammaChoice choice;
  choice.gamma = gamma;
  if (tried.rounds < fits.most_rounds()) choice.rounds = tried.rounds;
  choice.log_loss = tried.loss() / fits.pairs();
  return choice;
}

// The last gamma of the path before the loss has clearly risen.
std::optional<GammaChoice> walk(FoldFits& fits) {
  GammaChoice choice;
  Tried before;
  double least = std::numeric_limits<double>::infinity();
  for (const double gamma : kGammaPath) {
    Tried tried = try_gamma(fits, gamma, before);
    if (fits.stopped()) return std::nullopt;
    least = std::min(least, tried.least);
    if (tried.least > least + kInsignificant) break;
    choice = choice_of(gamma, tried, fits);
    before = std::move(tried);
  }
  return choice;
}

}  // namespace

std::optional<GammaChoice> choose_gamma(const ComparisonGraph& graph, const RoundsOptions& options, Observer* observer,
                                        std::span<const std::uint64_t> keys, const Sharing& sharing) {
  if (!sharing.has_cycle(graph)) return GammaChoice{.gamma = kGammaWithoutContradictions};
  if (has_few_pairs(graph, sharing)) return GammaChoice{.gamma = kGammaOfFewPairs};
  FoldFits fits(graph, options, observer, keys, sharing);
  std::optional<GammaChoice> choice = walk(fits);
  if (choice) choice->traffic = fits.traffic();
  return choice;
}

}  // namespace pdrank
