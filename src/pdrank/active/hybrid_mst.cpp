// Hybrid-MST (Li, Mantiuk, Wang, Ling and Le Callet 2018): Bradley and Terry's model, the scores taken for normal with
// the maximum of the likelihood as mean and the inverse of its curvature as covariance, after half an answer either way
// about every pair, which is where the authors start. A question is worth the information its answer is expected to
// hold (information_gain.hpp). One question: the most valuable pair. A batch: a spanning tree of the greatest value,
// then another one among the pairs that are left.
//
// Half an answer about every pair is out of the question for many items. Above kMostExactItems a normal prior of unit
// variance on each score stands in for it, and variances are estimated (linalg/pair_variance).
#include <algorithm>
#include <cmath>
#include <numeric>

#include "pdrank/active/candidates.hpp"
#include "pdrank/active/information_gain.hpp"
#include "pdrank/active/reasons.hpp"
#include "pdrank/data/disjoint_sets.hpp"
#include "pdrank/linalg/inverse_diagonal.hpp"
#include "pdrank/linalg/pair_variance.hpp"
#include "pdrank/linalg/vector_ops.hpp"
#include "pdrank/methods/bradley_terry.hpp"

namespace pdrank {
namespace {

constexpr double kHalfAnswer = 0.5;
constexpr double kUnitVariance = 0.5;  // the gamma whose prior has variance 1 / (2 gamma) = 1

struct Model {
  ComparisonGraph graph;  // answers, and those of the start
  double gamma;
};

ComparisonGraph with_half_answers(const ComparisonGraph& answers) {
  const std::uint32_t items = answers.node_count();
  ComparisonGraph graph;
  graph.item = answers.item;
  graph.first_edge.push_back(0);
  for (std::uint32_t winner = 0; winner < items; ++winner) {
    EdgeId answer = answers.first_edge[winner];
    for (std::uint32_t loser = 0; loser < items; ++loser) {
      if (winner == loser) continue;
      const bool answered = answer < answers.first_edge[winner + 1] && answers.loser[answer] == loser;
      graph.winner.push_back(winner);
      graph.loser.push_back(loser);
      graph.count.push_back(kHalfAnswer + (answered ? answers.count[answer++] : 0));
    }
    graph.first_edge.push_back(graph.edge_count());
  }
  return graph;
}

Model make_model(const ComparisonGraph& answers) {
  if (answers.node_count() <= kMostExactItems) return {with_half_answers(answers), 0};
  return {answers, kUnitVariance};
}

std::vector<double> fitted_scores(const Model& model, Observer* observer) {
  if (model.graph.edge_count() == 0) return std::vector<double>(model.graph.node_count(), 0.0);
  BradleyTerryFit fit(model.graph);
  fit.solve(model.graph.count, model.gamma, observer);
  return std::move(fit.scores());
}

// Minus the second derivative of an edge's part of the log-likelihood, by edge.
std::vector<double> curvature(const ComparisonGraph& graph, std::span<const double> scores) {
  std::vector<double> values(graph.edge_count());
  for_each_index(values.size(), [&](std::size_t edge) {
    const double odds = std::exp(-std::abs(scores[graph.winner[edge]] - scores[graph.loser[edge]]));
    values[edge] = graph.count[edge] * odds / ((1 + odds) * (1 + odds));
  });
  return values;
}

// Positions in `pairs`, at most `count`: of the tree of greatest value, best first, then of the next tree (Kruskal
// 1956; the greatest tree is the least for any falling function of the values, such as the authors' 1 / value).
std::vector<std::size_t> choose_trees(std::span<const ItemPair> pairs, std::span<const double> values,
                                      std::uint32_t items, std::size_t count) {
  std::vector<std::size_t> left(pairs.size()), rest, chosen;
  std::iota(left.begin(), left.end(), std::size_t{0});
  std::ranges::stable_sort(left, std::greater(), [&](std::size_t place) { return values[place]; });
  while (chosen.size() < count && !left.empty()) {
    DisjointSets trees(items);
    rest.clear();
    for (const std::size_t place : left)
      if (chosen.size() < count && trees.join(pairs[place].first, pairs[place].second))
        chosen.push_back(place);
      else
        rest.push_back(place);
    std::swap(left, rest);
  }
  return chosen;
}

std::vector<Question> propose(const AskInput& input, Observer* observer) {
  const Model model = make_model(input.graph());
  const std::vector<double> scores = fitted_scores(model, observer);
  const PairVariance variance(model.graph, curvature(model.graph, scores), 2 * model.gamma, input.seed, observer);
  const std::vector<ItemPair> pairs = candidate_pairs(input, scores);
  const auto difference = [&](ItemPair pair) { return scores[pair.first] - scores[pair.second]; };
  const auto deviation = [&](ItemPair pair) { return std::sqrt(variance(pair.first, pair.second)); };
  std::vector<double> values(pairs.size());
  for_each_index(pairs.size(), [&](std::size_t k) {
    values[k] = expected_information_gain(difference(pairs[k]), deviation(pairs[k]));
  });

  std::vector<Question> questions;
  for (const std::size_t k : choose_trees(pairs, values, input.item_count(), input.count))
    questions.push_back({.pair = pairs[k],
                         .value = values[k],
                         .reason = reason_by_scores(input, pairs[k], difference(pairs[k]), deviation(pairs[k]))});
  return questions;
}

std::vector<double> own_scores(const AskInput& input) { return fitted_scores(make_model(input.graph()), nullptr); }

}  // namespace

StrategyInfo hybrid_mst_strategy() {
  return {.name = "hybrid-mst",
          .summary =
              "pairs whose answer tells most about the scores by Bradley and Terry's model; a batch is a spanning tree "
              "of them (above 1,000 items with a normal prior in place of half an answer about every pair)",
          .paper =
              "Li, Mantiuk, Wang, Ling and Le Callet 2018, Hybrid-MST: A Hybrid Active Sampling Strategy for Pairwise "
              "Preference Aggregation",
          .cost = "items^3; above 1,000 items, 64 solutions of least squares on the comparisons",
          .measure = "expected information in the answer, in nats",
          .propose = propose,
          .own_scores = own_scores};
}

}  // namespace pdrank
