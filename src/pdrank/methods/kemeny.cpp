// Kemeny's order: the one that contradicts the fewest answers, by weight. It is what the paper's 0-1 loss asks for, and
// PD-Rank approximates. The search begins with the orders of PD-Rank and of the posterior. The score of an item is the
// number of items of its component below it.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/option_name.hpp"
#include "pdrank/core/stopwatch.hpp"
#include "pdrank/core/words.hpp"
#include "pdrank/kemeny/least_contradicted.hpp"
#include "pdrank/methods/registry.hpp"

namespace pdrank {
namespace {

// The posterior takes longer than PD-Rank, and its order helps less where items are many.
constexpr std::uint32_t kMostItemsForPosterior = 2'000;

using Order = std::vector<std::uint32_t>;

Order order_of(std::span<const double> scores) {
  Order order(scores.size());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::stable_sort(order, [&](std::uint32_t a, std::uint32_t b) { return scores[a] > scores[b]; });
  return order;
}

Order order_by(std::string_view name, const MethodInput& input, const RankOptions& options, Observer* observer) {
  const MethodInfo& method = find_method(name);
  RankOptions own;
  own.ties = options.ties;
  own.seed = options.seed;
  const MethodInput alone{.data = input.data, .merged = input.merged, .weak = input.weak, .strong = input.strong};
  const MethodOutput output =
      method.run(alone, resolve(method, own, input.is_strong(), input.graph().node_count()), observer);
  return order_of(output.ranked_by());
}

// In a bootstrap the order of all of the data will do.
std::vector<Order> starts(const MethodInput& input, const RankOptions& options, Observer* observer) {
  if (input.whole) return {order_of(input.whole->ranked_by())};
  std::vector<Order> orders = {order_by("pdrank", input, options, observer)};
  if (input.graph().node_count() <= kMostItemsForPosterior)
    orders.push_back(order_by("posterior", input, options, observer));
  return orders;
}

// Items of its component below each.
std::vector<double> scores_of(const Order& order, const Components& weak) {
  std::vector<double> scores(order.size()), below(weak.count(), 0.0);
  for (std::size_t k = order.size(); k-- > 0;) scores[order[k]] = below[weak.of_item[order[k]]]++;
  return scores;
}

std::string within(const LeastContradicted& found) {
  return fmt::format("every order contradicts at least {:.3g} % as many", 100 * found.at_least / found.weight);
}

std::string ending(const LeastContradicted& found, bool proofs) {
  const std::string searched =
      found.settled ? "no move of the search helps" : "the search came to the end of its budget";
  if (!proofs && found.ended != Ended::stopped) return searched;
  switch (found.ended) {
    case Ended::proven:
      return "no order contradicts fewer answers";
    case Ended::searched:
      return fmt::format(
          "{}; {}{}", searched, within(found),
          found.lacks_solver ? " (this build lacks the linear solver that might prove more: COIN-OR Clp)" : "");
    case Ended::rounding:
      return fmt::format("no proof, because the linear solver's rounding spoiled it: {}", within(found));
    case Ended::round_limit:
      return fmt::format("no proof after {} rounds of cuts: {}; raise {} to go on", found.rounds, within(found),
                         option_named("max_rounds"));
    case Ended::iteration_limit:
      return fmt::format("no proof within {} iterations of the linear solver: {}; raise {} to go on", found.iterations,
                         within(found), option_named("max_iterations"));
    case Ended::stopped:
      break;
  }
  return fmt::format("stopped on request: {}", within(found));
}

Termination status_of(Ended ended) {
  if (ended == Ended::stopped) return Termination::stopped;
  if (ended == Ended::iteration_limit) return Termination::iteration_limit;
  return ended == Ended::round_limit ? Termination::round_limit : Termination::converged;
}

MethodOutput run(const MethodInput& input, const RankOptions& options, Observer* observer) {
  const Stopwatch stopwatch;
  const bool proofs = options.proofs && !input.whole;
  const MajorityGraph graph = majorities(input.graph());
  const LeastContradicted found = find_least_contradicted(graph, starts(input, options, observer),
                                                          {.most_rounds = *options.max_rounds,
                                                           .most_iterations = *options.max_iterations,
                                                           .proofs = proofs,
                                                           .seed = options.seed},
                                                          observer);

  MethodOutput output;
  output.scores = scores_of(found.order, input.weak);
  if (proofs) output.at_least = found.at_least;
  output.figures = {{"strong_parts", static_cast<double>(found.parts)},
                    {"strong_parts_proven", static_cast<double>(found.parts_proven)}};
  if (proofs && found.ended == Ended::proven) {
    output.figures.emplace_back("pairs_settled", static_cast<double>(found.pairs_settled));
    if (found.pairs_settled < graph.arc_count())
      output.notes.push_back(fmt::format(
          "Other orders may contradict as few answers. All that do have at least {} of the {} decided pairs the same "
          "way round.",
          grouped(found.pairs_settled), grouped(graph.arc_count())));
  }
  output.convergence.status = status_of(found.ended);
  output.convergence.message = ending(found, proofs);
  output.convergence.rounds = found.rounds;
  output.convergence.iterations = found.iterations;
  output.convergence.objective = found.weight;
  output.convergence.seconds = stopwatch.seconds();
  return output;
}

void set_defaults(RankOptions& options, bool) {
  if (!options.max_iterations) options.max_iterations = defaults::kMaxProofIterations;
}

}  // namespace

MethodInfo kemeny_method() {
  return {.name = "kemeny",
          .summary =
              "the order that contradicts the fewest answers, with a proof or a bound; says nothing of how far "
              "apart items are",
          .paper = "Kemeny 1959, Mathematics without Numbers; Groetschel, Juenger and Reinelt 1984",
          .cost = "items + distinct comparisons for the search; a proof may take much longer",
          .options = {"max_rounds", "max_iterations"},
          .reads_rows = true,
          .set_defaults = set_defaults,
          .run = run};
}

}  // namespace pdrank
