#include "pdrank/solve/choose_gamma.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "pdrank/core/random.hpp"
#include "pdrank/data/components.hpp"
#include "pdrank/linalg/vector_ops.hpp"
#include "pdrank/solve/answer_link.hpp"

namespace pdrank {
namespace {

constexpr std::size_t kFolds = 3;

// A fit to two thirds of the comparisons is noisier than one to all, and wants a stronger pull.
constexpr double kPullOfAFold = 3;

// As exactly as a choice needs: one Newton step a round, as a rule.
constexpr InnerCriteria kRoughly = {InnerRule::kkt, 3e-2, 100};

// A loss that is larger by less than this, a likelihood within a factor of e, speaks against nothing.
constexpr double kInsignificant = 1;  // nats

// The shares of a pair's answers sum to one.
double pair_count(const ComparisonGraph& graph) { return std::round(sum(win_shares(graph))); }

// Edge -> the fold that holds its comparisons. A pair is dealt as a whole, both ways: what is odd about a pair is odd
// in all of its answers, and would be foretold by some of them.
std::vector<std::uint8_t> deal(const ComparisonGraph& graph, std::uint64_t seed, std::span<const std::uint64_t> keys) {
  const auto key = [&](std::uint32_t node) { return mixed(keys.empty() ? node : keys[node]); };
  std::vector<std::uint8_t> fold(graph.edge_count());
  for_each_index(fold.size(), [&](std::size_t e) {
    fold[e] = static_cast<std::uint8_t>(mixed(mixed(seed) ^ (key(graph.winner[e]) + key(graph.loser[e]))) % kFolds);
  });
  return fold;
}

// The rounds without each fold, in step. A held-out edge keeps its place and has weight zero, so that all folds share
// one solver.
class FoldFits {
 public:
  FoldFits(const ComparisonGraph& graph, const RoundsOptions& options, Observer* observer,
           std::span<const std::uint64_t> keys)
      : graph_(graph),
        incidence_(graph),
        solver_(make_newton(incidence_)),
        fold_(deal(graph, options.seed, keys)),
        margin_(graph.edge_count()),
        share_(win_shares(graph)),
        omega_(graph.edge_count()),
        weight_(graph.edge_count()),
        epsilon_(options.epsilon),
        most_rounds_(std::min(kMostRoundsTried, options.rounds.max_rounds)),
        observer_(observer) {
    scores_.fill(std::vector<double>(graph.node_count(), 0.0));
    first_scores_ = scores_;
  }

  int most_rounds() const { return most_rounds_; }
  double pairs() const { return pair_count(graph_); }
  bool stopped() const { return stopped_; }

  // The first round starts from what it was with the gamma before.
  void start(double gamma) {
    gamma_ = kPullOfAFold * gamma;
    round_ = 0;
    scores_ = first_scores_;
  }

  // One round without each fold; the log loss of what was held out.
  double advance() {
    ++round_;
    for (std::size_t fold = 0; fold < kFolds && !stopped_; ++fold) {
      set_weights(fold);
      const InnerReport report = solver_->solve({incidence_, weight_, gamma_}, kRoughly, scores_[fold], observer_);
      stopped_ = report.status == Termination::stopped;
      predict(fold);
    }
    if (round_ == 1) first_scores_ = scores_;
    report_progress();
    return fit_link(margin_, share_, link_);
  }

 private:
  // Those of the round, and zero for what the fold holds.
  void set_weights(std::size_t fold) {
    if (round_ == 1) {
      std::ranges::fill(omega_, 1.0);
    } else {
      incidence_.margins(scores_[fold], weight_);
      parallel_blocks(weight_.size(), [&](std::size_t begin, std::size_t end) {
        kernels::reweight(weight_.data() + begin, graph_.count.data() + begin, end - begin, epsilon_,
                          omega_.data() + begin);
      });
    }
    for_each_index(weight_.size(),
                   [&](std::size_t e) { weight_[e] = fold_[e] == fold ? 0 : graph_.count[e] * omega_[e]; });
  }

  void predict(std::size_t fold) {
    const std::vector<double>& scores = scores_[fold];
    for_each_index(margin_.size(), [&](std::size_t e) {
      if (fold_[e] == fold) margin_[e] = scores[graph_.winner[e]] - scores[graph_.loser[e]];
    });
  }

  void report_progress() {
    ++done_;
    if (!observer_) return;
    observer_->on_progress({"choosing", done_, kGammaPath.size() * static_cast<std::uint64_t>(most_rounds_), 0});
    stopped_ = stopped_ || observer_->stop_requested();
  }

  const ComparisonGraph& graph_;
  Incidence incidence_;
  std::unique_ptr<InnerSolver> solver_;
  std::vector<std::uint8_t> fold_;  // by edge
  std::vector<double> margin_;      // by edge, as predicted without its fold
  std::vector<double> share_;       // by edge, of the pair's answers
  AnswerLink link_;
  std::array<std::vector<double>, kFolds> scores_, first_scores_;  // by fold, by node
  std::vector<double> omega_, weight_;                             // by edge
  double gamma_ = 0, epsilon_;
  int round_ = 0, most_rounds_;
  std::uint64_t done_ = 0;
  bool stopped_ = false;
  Observer* observer_;
};

// How far to go with one gamma.
struct Tried {
  double least = std::numeric_limits<double>::infinity();  // log loss over the rounds
  double loss = 0;                                         // after `rounds`
  int rounds = 0;                                          // the last before the loss had clearly risen
};

Tried try_gamma(FoldFits& fits, double gamma) {
  Tried tried;
  fits.start(gamma);
  for (int round = 1; round <= fits.most_rounds(); ++round) {
    const double loss = fits.advance();
    if (fits.stopped()) break;
    tried.least = std::min(tried.least, loss);
    if (loss > tried.least + kInsignificant) break;
    tried.loss = loss;
    tried.rounds = round;
  }
  return tried;
}

GammaChoice choice_of(double gamma, const Tried& tried, const FoldFits& fits) {
  GammaChoice choice;
  choice.gamma = gamma;
  if (tried.rounds < fits.most_rounds()) choice.rounds = tried.rounds;
  choice.log_loss = tried.loss / fits.pairs();
  return choice;
}

// The last gamma of the path before the loss has clearly risen.
std::optional<GammaChoice> walk(FoldFits& fits) {
  GammaChoice choice;
  double least = std::numeric_limits<double>::infinity();
  for (const double gamma : kGammaPath) {
    const Tried tried = try_gamma(fits, gamma);
    if (fits.stopped()) return std::nullopt;
    least = std::min(least, tried.least);
    if (tried.least > least + kInsignificant) break;
    choice = choice_of(gamma, tried, fits);
  }
  return choice;
}

bool has_contradictions(const ComparisonGraph& graph) {
  return strong_components(graph.node_count(), graph.winner, graph.loser).count() < graph.node_count();
}

}  // namespace

std::optional<GammaChoice> choose_gamma(const ComparisonGraph& graph, const RoundsOptions& options, Observer* observer,
                                        std::span<const std::uint64_t> keys) {
  if (!has_contradictions(graph)) return GammaChoice{.gamma = kGammaWithoutContradictions};
  if (pair_count(graph) < kFewestPairs) return GammaChoice{.gamma = kGammaOfFewPairs};
  FoldFits fits(graph, options, observer, keys);
  return walk(fits);
}

}  // namespace pdrank
