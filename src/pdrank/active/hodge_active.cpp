// Active sampling for HodgeRank (Xu, Xiong, Chen, Huang and Yao 2018). An answer about i and j is +1 or -1 and stands
// for the difference of their scores with noise of unit variance; each score is normal with unit variance before. So
// the scores are N(s, C) after the answers, with L the Laplacian of the counts,
//
//   C = (I + L)^-1,   s = C (wins - losses).
//
// hodge-active asks what moves this belief most: the expected Kullback-Leibler divergence of the belief after the
// answer from that before. With D = s_i - s_j, v = C_ii + C_jj - 2 C_ij, and the answer +1 with probability
// p = (1 + D) / 2, it is
//
//   (log(1 + v) - v / (1 + v) + E (y - D)^2 v / (1 + v)^2) / 2,   E (y - D)^2 = 1 - D^2.
//
// The authors' program has twice that. Where |D| > 1, p is no probability, but the formula goes on as theirs does: such
// a pair has little value or none (never less than none). C does not depend on the answers, so that in a batch it is
// brought up to date after every choice.
//
// hodge-active-unsupervised does not look at the answers. It makes the least information about any direction of the
// scores, which is the algebraic connectivity of the graph (the second eigenvalue of L), grow by as much as a question
// can, to first order: (f_i - f_j)^2 with f the eigenvector (Fiedler 1973; Ghosh and Boyd 2006). L grows with every
// choice, and f is found anew. Above kMostConnected items, where one eigenvector says little about most of the graph,
// it is log(1 + v): the growth of log det(I + L).
//
// Above kMostExactItems (linalg/inverse_diagonal) there is no matrix to bring up to date: v is estimated
// (linalg/pair_variance), and a batch is made by choose_batch.
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <queue>
#include <set>

#include "pdrank/active/candidates.hpp"
#include "pdrank/active/reasons.hpp"
#include "pdrank/core/random.hpp"
#include "pdrank/linalg/conjugate_gradient.hpp"
#include "pdrank/linalg/incidence.hpp"
#include "pdrank/linalg/pair_variance.hpp"
#include "pdrank/linalg/vector_ops.hpp"

namespace pdrank {
namespace {

constexpr std::uint32_t kMostConnected = 300;
constexpr double kPrior = 1;  // precision of a score before any answer: the authors' lambda

std::vector<double> posterior_mean(const ComparisonGraph& graph, Observer* observer) {
  constexpr double kTolerance = 1e-11;
  constexpr int kMaxIterations = 5000;
  const EdgeTiles tiles(graph);
  Laplacian matrix(tiles);
  matrix.set_weights(graph.count, kPrior);
  std::vector<double> won(graph.node_count()), lost(graph.node_count()), mean(graph.node_count());
  Incidence(graph).gather(graph.count, won, lost);
  add_scaled(won, -1, lost);
  ConjugateGradient(mean.size()).solve(matrix, won, kTolerance, kMaxIterations, mean, observer);
  return mean;
}

double expected_divergence(double difference, double variance) {
  const double surprise = 1 - difference * difference, gain = variance / (1 + variance);
  return std::max(0.0, (std::log1p(variance) - gain + surprise * gain / (1 + variance)) / 2);
}

bool is_stopped(Observer* observer) { return observer && observer->stop_requested(); }

// Greedy, each choice with the variances that the choices before it leave. They only fall, and the value of a pair with
// them, so that one that is on top and up to date is the best.
template <class ValueOf, class ReasonOf>
std::vector<Question> choose_one_by_one(std::span<const ItemPair> pairs, std::size_t count, PairVariance& variance,
                                        const ValueOf& value_of, const ReasonOf& reason_of, Observer* observer) {
  struct Offer {
    double value;
    std::size_t place, made;  // position in `pairs`, choices when it was made
    bool operator<(const Offer& other) const {
      return value != other.value ? value < other.value : place > other.place;
    }
  };
  std::vector<Offer> offers(pairs.size());
  for (std::size_t place = 0; place < pairs.size(); ++place) offers[place] = {value_of(pairs[place]), place, 0};
  std::priority_queue<Offer> queue(std::less<Offer>(), std::move(offers));
  std::vector<Question> questions;
  while (questions.size() < count && !queue.empty() && !is_stopped(observer)) {
    const Offer best = queue.top();
    const ItemPair pair = pairs[best.place];
    queue.pop();
    if (best.made < questions.size()) {
      queue.push({value_of(pair), best.place, questions.size()});
      continue;
    }
    questions.push_back({.pair = pair, .value = best.value, .reason = reason_of(pair)});
    variance.add(pair.first, pair.second, 1);
  }
  return questions;
}

// `variance` is that of what is asked about; `order` makes neighbours of the pairs that are looked at.
template <class ValueOf, class ReasonOf>
std::vector<Question> choose(const AskInput& input, std::span<const double> order, PairVariance& variance,
                             const ValueOf& value_of, const ReasonOf& reason_of, Observer* observer) {
  const std::vector<ItemPair> pairs = candidate_pairs(input, order);
  if (!variance.exact()) return choose_questions(pairs, input.count, value_of, reason_of);
  return choose_one_by_one(pairs, input.count, variance, value_of, reason_of, observer);
}

std::vector<Question> propose(const AskInput& input, Observer* observer) {
  const std::vector<double> mean = posterior_mean(input.graph(), observer);
  PairVariance variance(input.graph(), input.graph().count, kPrior, input.seed, observer);
  const auto difference = [&](ItemPair pair) { return mean[pair.first] - mean[pair.second]; };
  const auto value_of = [&](ItemPair pair) {
    return expected_divergence(difference(pair), variance(pair.first, pair.second));
  };
  const auto reason_of = [&](ItemPair pair) {
    return reason_by_scores(input, pair, difference(pair), std::sqrt(variance(pair.first, pair.second)));
  };
  return choose(input, mean, variance, value_of, reason_of, observer);
}

// The eigenvector of the least eigenvalue of a Laplacian on vectors of mean zero: of the greatest of its inverse, by
// Lanczos' method from where it was the last time. Up to kSteps items it is exact; where eigenvalues are so close that
// more steps would tell, the eigenvectors are as good as each other.
class Fiedler {
 public:
  Fiedler(Eigen::Index items, std::uint64_t seed) : vector_(Eigen::VectorXd::Zero(items)), random_(seed) {}

  const Eigen::VectorXd& next(const Eigen::MatrixXd& inverse) {
    const Eigen::Index items = vector_.size(), most = std::min(kSteps, items - 1);
    Eigen::MatrixXd basis(items, most);
    Eigen::VectorXd diagonal(most), beside(most), next = start();
    Eigen::Index steps = 0;
    for (; steps < most; ++steps) {
      const auto so_far = basis.leftCols(steps);
      next.array() -= next.mean();
      for (int twice = 0; twice < 2; ++twice) next -= so_far * (so_far.transpose() * next);
      const double size = next.norm();
      if (steps > 0 && size <= kNothingNew * diagonal[0]) break;
      if (steps > 0) beside[steps - 1] = size;
      basis.col(steps) = next / size;
      next.noalias() = inverse * basis.col(steps);
      diagonal[steps] = next.dot(basis.col(steps));
    }
    Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> within;
    within.computeFromTridiagonal(diagonal.head(steps), beside.head(steps - 1));
    return vector_ = basis.leftCols(steps) * within.eigenvectors().col(steps - 1);
  }

 private:
  static constexpr Eigen::Index kSteps = 48;
  static constexpr double kNothingNew = 1e-12;

  // Some of everything, or what the vector lacks would stay lacking.
  Eigen::VectorXd start() {
    Eigen::VectorXd start = vector_;
    for (double& entry : start) entry += random_.uniform(-1, 1) / std::sqrt(static_cast<double>(start.size()));
    return start;
  }

  Eigen::VectorXd vector_;
  Random random_;
};

// Of the pairs that may be asked, the one whose values differ most: from the two ends of the order inwards.
std::optional<ItemPair> farthest_apart(const Eigen::VectorXd& values, const AskInput& input,
                                       const std::set<ItemPair>& chosen) {
  struct Ends {
    double apart;
    std::size_t low, high;  // places in the order
    bool operator<(const Ends& other) const { return apart < other.apart; }
  };
  std::vector<ItemId> order(static_cast<std::size_t>(values.size()));
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::stable_sort(order, {}, [&](ItemId item) { return values[item]; });
  std::priority_queue<Ends> queue;
  const auto offer = [&](std::size_t low, std::size_t high) {
    if (low < high) queue.push({values[order[high]] - values[order[low]], low, high});
  };
  offer(0, order.size() - 1);
  while (!queue.empty()) {
    const Ends best = queue.top();
    const ItemPair pair = make_pair_of(order[best.low], order[best.high]);
    if (!input.forbidden.contains(pair) && !chosen.contains(pair)) return pair;
    queue.pop();
    offer(best.low, best.high - 1);
    if (best.high == order.size() - 1) offer(best.low + 1, best.high);
  }
  return std::nullopt;
}

std::string reason_by_links(const AskInput& input, ItemPair pair) {
  return links_parts(input, pair) ? "links two parts" : "links what is loosely linked";
}

std::vector<Question> connect(const AskInput& input, Observer* observer) {
  constexpr double kShift = 1e-6;  // leaves the eigenvectors as they are; with parts, L alone has no inverse
  PairVariance variance(input.graph(), input.graph().count, kShift, input.seed);
  Fiedler fiedler(variance.inverse().rows(), input.seed);
  std::vector<Question> questions;
  std::set<ItemPair> chosen;
  while (questions.size() < input.count && !is_stopped(observer)) {
    const Eigen::VectorXd& vector = fiedler.next(variance.inverse());
    const std::optional<ItemPair> pair = farthest_apart(vector, input, chosen);
    if (!pair) break;
    const double apart = vector[pair->first] - vector[pair->second];
    questions.push_back({.pair = *pair, .value = apart * apart, .reason = reason_by_links(input, *pair)});
    chosen.insert(*pair);
    variance.add(pair->first, pair->second, 1);
  }
  return questions;
}

std::vector<Question> propose_unsupervised(const AskInput& input, Observer* observer) {
  if (input.item_count() <= kMostConnected) return connect(input, observer);
  PairVariance variance(input.graph(), input.graph().count, kPrior, input.seed, observer);
  const auto value_of = [&](ItemPair pair) { return std::log1p(variance(pair.first, pair.second)); };
  const auto reason_of = [&](ItemPair pair) { return reason_by_links(input, pair); };
  const std::vector<double> no_order(input.item_count(), 0.0);
  return choose(input, no_order, variance, value_of, reason_of, observer);
}

std::vector<double> own_scores(const AskInput& input) { return posterior_mean(input.graph(), nullptr); }

constexpr std::string_view kPaper =
    "Xu, Xiong, Chen, Huang and Yao 2018, HodgeRank with Information Maximization for Crowdsourced Pairwise Ranking "
    "Aggregation";
constexpr std::string_view kCost =
    "items^3 + questions * items^2; above 1,000 items, 64 solutions of least squares on the comparisons";

}  // namespace

StrategyInfo hodge_active_strategy() {
  return {.name = "hodge-active",
          .summary = "pairs whose answer is expected to move the least-squares scores and their uncertainty most",
          .paper = kPaper,
          .cost = kCost,
          .measure = "expected Kullback-Leibler divergence, in nats",
          .propose = propose,
          .own_scores = own_scores};
}

StrategyInfo hodge_active_unsupervised_strategy() {
  return {.name = "hodge-active-unsupervised",
          .summary = "pairs that tie the comparison graph together, whatever the answers were",
          .paper = kPaper,
          .cost = kCost,
          .measure = "growth of the algebraic connectivity; above 300 items, of the log determinant",
          .propose = propose_unsupervised,
          .own_scores = own_scores};
}

}  // namespace pdrank
