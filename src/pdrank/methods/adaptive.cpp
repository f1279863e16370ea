#include "pdrank/methods/adaptive.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <vector>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/random.hpp"
#include "pdrank/methods/bradley_terry.hpp"

namespace pdrank {
namespace {

constexpr std::uint32_t kFewestItems = 6;
constexpr double kMuchCloser = 0.8;
// A prior that keeps the scores from spreading by noise alone: answers made anew would then contradict each other too
// seldom, and what chance makes of the distance would come out too large.
constexpr double kGamma = 0.1;
// By chance the distance is below 19 others once in 20 times. Of large graphs fewer tell as much.
constexpr std::uint64_t kTrials = 19, kFewestTrials = 4, kMostEdgesFitted = 1'000'000;
constexpr double kLeastCount = 1e-9;  // of an edge that nobody has answered: a fit needs all of them

std::vector<double> ranks(std::span<const double> scores) {
  std::vector<std::uint32_t> order(scores.size());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::sort(order, {}, [&](std::uint32_t node) { return scores[node]; });
  std::vector<double> rank(scores.size());
  for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {  // equal scores share the middle
    for (end = begin; end < order.size() && scores[order[end]] == scores[order[begin]]; ++end) {
    }
    for (std::size_t k = begin; k < end; ++k) rank[order[k]] = static_cast<double>(begin + end - 1) / 2;
  }
  return rank;
}

double mean_distance(const ComparisonGraph& graph, std::span<const double> count, std::span<const double> scores) {
  const std::vector<double> rank = ranks(scores);
  double sum = 0, total = 0;
  for (EdgeId edge = 0; edge < graph.edge_count(); ++edge) {
    sum += count[edge] * std::abs(rank[graph.winner[edge]] - rank[graph.loser[edge]]);
    total += count[edge];
  }
  return sum / total;
}

// How many of so many answers go the way of probability p. Normal where there are many.
double answers_for(double p, double answers, Random& random) {
  constexpr double kMany = 100;
  const double n = std::max(1.0, std::round(answers));
  if (n >= kMany) return std::clamp(std::round(n * p + std::sqrt(n * p * (1 - p)) * random.normal()), 0.0, n);
  double wins = 0;
  for (double k = 0; k < n; ++k) wins += random.chance(p) ? 1 : 0;
  return wins;
}

}  // namespace

PairDistance measure_pair_distance(const ComparisonGraph& graph, std::uint64_t seed, Observer* observer) {
  if (graph.node_count() < kFewestItems) return {};
  const ComparisonGraph both = both_directions(graph);
  const std::vector<EdgeId> reverse = reverse_edges(both);
  std::vector<double> given(both.edge_count(), kLeastCount);
  for (EdgeId edge = 0; edge < graph.edge_count(); ++edge)
    given[both.find_edge(graph.winner[edge], graph.loser[edge])] = graph.count[edge];
  const auto fitted_scores = [&](std::span<const double> count) {
    BradleyTerryFit fit(both);
    fit.solve(count, kGamma, observer);
    if (observer && observer->stop_requested()) throw Stopped();
    return fit.scores();
  };
  const std::vector<double> scores = fitted_scores(given);
  const double found = mean_distance(both, given, scores);

  Random random(seed);
  const std::uint64_t trials = std::clamp<std::uint64_t>(kMostEdgesFitted / both.edge_count(), kFewestTrials, kTrials);
  double sum = 0, least = std::numeric_limits<double>::infinity();
  for (std::uint64_t trial = 0; trial < trials; ++trial) {
    std::vector<double> dealt = scores, count(both.edge_count(), kLeastCount);
    random.shuffle(std::span(dealt));
    for (EdgeId edge = 0; edge < both.edge_count(); ++edge) {
      if (reverse[edge] < edge) continue;
      const double p = AnswerLaw().probability(dealt[both.winner[edge]] - dealt[both.loser[edge]]);
      const double answers = std::max(1.0, std::round(given[edge] + given[reverse[edge]]));
      const double wins = answers_for(p, answers, random);
      count[edge] = std::max(wins, kLeastCount);
      count[reverse[edge]] = std::max(answers - wins, kLeastCount);
    }
    const double by_chance = mean_distance(both, count, fitted_scores(count));
    sum += by_chance;
    least = std::min(least, by_chance);
  }
  const double ratio = found / (sum / static_cast<double>(trials));
  return {ratio, found < least && ratio <= kMuchCloser};
}

}  // namespace pdrank
