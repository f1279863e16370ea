// Pairs that PD-Rank is unsure of, by its scores x and its weights omega alone (the paper names this as future work):
//
//   value_ij = sigmoid(-|x_i - x_j|) (1 / (1 + e_i) + 1 / (1 + e_j)),      e_i = sum_n c_n min(1, omega_n / omega_0)
//
// The first factor is the chance that the order is wrong, as far as the scores tell. e_i counts the answers about an
// item by how far they are trusted: omega_0 is the weight of an answer about two equal items, one that is believed more
// than that counts once, one that the ranking goes against counts for less, so that it is asked again.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "pdrank/active/candidates.hpp"
#include "pdrank/core/errors.hpp"
#include "pdrank/methods/by_part.hpp"
#include "pdrank/solve/reweight.hpp"

namespace pdrank {
namespace {

RoundsOptions rounds_options(std::uint64_t seed) {
  RoundsOptions options;
  options.gamma = 1e-2;
  options.inner.tolerance = 1e-6;
  options.rounds.max_rounds = 10;
  options.seed = seed;
  return options;
}

MethodOutput run_rounds(const AskInput& input, const RoundsOptions& options, Observer* observer) {
  return run_by_part(input.graph(), input.weak, observer, [&](const GraphPart& part) {
    RoundsResult rounds = solve_rounds(part.graph, options, observer);
    MethodOutput output;
    output.scores = std::move(rounds.scores);
    output.edge_weight = std::move(rounds.weight);
    output.convergence.status = rounds.status;
    return output;
  });
}

// e, by item.
std::vector<double> trusted_answers(const ComparisonGraph& graph, std::span<const double> weight, double epsilon) {
  const double of_equals = 1 / (std::log1p(std::exp(1.0)) + epsilon);
  std::vector<double> trusted(graph.node_count(), 0.0);
  for (EdgeId edge = 0; edge < graph.edge_count(); ++edge) {
    const double counted = graph.count[edge] * std::min(1.0, weight[edge] / of_equals);
    trusted[graph.winner[edge]] += counted;
    trusted[graph.loser[edge]] += counted;
  }
  return trusted;
}

std::vector<Question> propose(const AskInput& input, Observer* observer) {
  const RoundsOptions options = rounds_options(input.seed);
  const MethodOutput found = run_rounds(input, options, observer);
  if (found.edge_weight.size() != input.graph().edge_count()) throw Stopped();  // before every part had its turn
  const std::vector<double> trusted = trusted_answers(input.graph(), found.edge_weight, options.epsilon);
  const std::vector<ItemPair> pairs = candidate_pairs(input, found.scores);
  const auto gap = [&](ItemPair pair) { return std::abs(found.scores[pair.first] - found.scores[pair.second]); };
  const auto value_of = [&](ItemPair pair) {
    return (1 / (1 + trusted[pair.first]) + 1 / (1 + trusted[pair.second])) / (1 + std::exp(gap(pair)));
  };
  return choose_questions(pairs, input.count, value_of, [&](ItemPair pair) {
    return fmt::format("{:.1f} apart, {:.1f} and {:.1f} trusted answers", gap(pair), trusted[pair.first],
                       trusted[pair.second]);
  });
}

}  // namespace

StrategyInfo confidence_strategy() {
  return {.name = "confidence",
          .summary = "pairs whose order PD-Rank is unsure of, by its scores and the weights of the answers",
          .paper = "none; future work of the PD-Rank paper, docs/MATH.md section 13",
          .cost = "a run of PD-Rank, then items",
          .measure = "chance of a wrong order, divided by the trusted answers",
          .propose = propose};
}

}  // namespace pdrank
