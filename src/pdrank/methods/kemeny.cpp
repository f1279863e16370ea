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

// Node -> its number by the name of its item. The search goes by these numbers, so that where nothing else decides it
// is the names, and never the order of the rows.
Order numbers_of(const MethodInput& input) {
  const Order by_name = numbers_by_name(input.data.items);
  Order nodes(input.graph().node_count()), number(nodes.size());
  std::iota(nodes.begin(), nodes.end(), 0u);
  std::ranges::sort(nodes, {}, [&](std::uint32_t node) { return by_name[input.graph().item[node]]; });
  for (std::uint32_t k = 0; k < nodes.size(); ++k) number[nodes[k]] = k;
  return number;
}

// What a method is given, with nodes in the order of the items' names.
struct SortedInput {
  SortedInput(const MethodInput& input, TieRule ties) : data(with_sorted_names(input.data)), merged(merge(data, ties)) {
    const Order by_name = numbers_by_name(input.data.items);
    std::vector<std::uint8_t> keep(by_name.size(), 0);
    for (const ItemId item : input.graph().item) keep[by_name[item]] = 1;
    merged = restrict_to(merged, keep);
    weak = weak_components(merged.graph);
    strong = strong_components(merged.graph);
  }

  Comparisons data;
  MergedComparisons merged;
  Components weak, strong;
};

Order order_of(std::span<const double> scores) {
  Order order(scores.size());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::stable_sort(order, [&](std::uint32_t a, std::uint32_t b) { return scores[a] > scores[b]; });
  return order;
}

Order order_by(std::string_view name, const SortedInput& sorted, const RankOptions& options, Observer* observer) {
  const MethodInfo& method = find_method(name);
  RankOptions own;
  own.ties = options.ties;
  own.seed = options.seed;
  const MethodInput input{.data = sorted.data, .merged = sorted.merged, .weak = sorted.weak, .strong = sorted.strong};
  const MethodOutput output =
      method.run(input, resolve(method, own, input.is_strong(), input.graph().node_count()), observer);
  return order_of(output.ranked_by());
}

// Orders of the nodes' numbers. In a bootstrap the order of all of the data will do.
std::vector<Order> starts(const MethodInput& input, const Order& number, const RankOptions& options,
                          Observer* observer) {
  if (input.whole) {
    std::vector<double> scores(number.size());
    for (std::size_t node = 0; node < number.size(); ++node) scores[number[node]] = input.whole->ranked_by()[node];
    return {order_of(scores)};
  }
  const SortedInput sorted(input, options.ties);
  std::vector<Order> orders = {order_by("pdrank", sorted, options, observer)};
  if (input.graph().node_count() <= kMostItemsForPosterior)
    orders.push_back(order_by("posterior", sorted, options, observer));
  return orders;
}

// By node: items of its component below it. `order` is of their numbers.
std::vector<double> scores_of(const Order& order, const Order& number, const Components& weak) {
  std::vector<double> scores(order.size()), below(weak.count(), 0.0);
  Order node_of(number.size());
  for (std::uint32_t node = 0; node < number.size(); ++node) node_of[number[node]] = node;
  for (std::size_t k = order.size(); k-- > 0;) {
    const std::uint32_t node = node_of[order[k]];
    scores[node] = below[weak.of_item[node]]++;
  }
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
          found.lacks_solver ? " (the linear solver that might prove more is missing: COIN-OR Clp)" : "");
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
  const Order number = numbers_of(input);
  const MajorityGraph graph = majorities(input.graph(), number);
  const LeastContradicted found = find_least_contradicted(graph, starts(input, number, options, observer),
                                                          {.most_rounds = *options.max_rounds,
                                                           .most_iterations = *options.max_iterations,
                                                           .proofs = proofs,
                                                           .seed = options.seed},
                                                          observer);

  MethodOutput output;
  output.scores = scores_of(found.order, number, input.weak);
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
          .aliases = {"kemeny-young"},
          .summary =
              "the order that contradicts the fewest answers, with a proof or a bound; says nothing about how far "
              "apart items are",
          .paper = "Kemeny 1959, Mathematics without Numbers; Groetschel, Juenger and Reinelt 1984",
          .cost = "items + distinct comparisons for the search; a proof may take much longer",
          .options = {"max_rounds", "max_iterations"},
          .reads_rows = true,
          .set_defaults = set_defaults,
          .run = run};
}

}  // namespace pdrank
