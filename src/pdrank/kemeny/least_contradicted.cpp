#include "pdrank/kemeny/least_contradicted.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

#include "pdrank/kemeny/branch_and_cut.hpp"
#include "pdrank/kemeny/cover_program.hpp"
#include "pdrank/kemeny/local_search.hpp"
#include "pdrank/kemeny/packing.hpp"
#include "pdrank/kemeny/subsets.hpp"

namespace pdrank {
namespace {

constexpr std::uint32_t kFewItems = 12;  // dynamic programming is as fast as anything

// Arcs to look at for every arc of a part: as many as make so many in all, but no fewer than the first number and no
// more than the last. A large part is not to take much longer than the fit that the search starts from.
struct Effort {
  double least, in_all, most;

  double of(const MajorityGraph& graph) const { return std::clamp(in_all / graph.arc_count(), least, most); }
};
constexpr Effort kSearch = {50, 2.5e7, 1000}, kPacking = {10, 1.5e7, 500};

struct PartResult {
  std::vector<std::uint32_t> order;
  double weight = 0, at_least = 0;
  std::uint64_t pairs_settled = 0;
  int rounds = 0, iterations = 0;
  bool lacks_solver = false, settled = true;
  Ended ended = Ended::proven;
};

// The nodes of a part in the order of the whole.
std::vector<std::uint32_t> order_within(const StrongPart& part, std::span<const std::uint32_t> place) {
  std::vector<std::uint32_t> order(part.node.size());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::sort(order, {}, [&](std::uint32_t node) { return place[part.node[node]]; });
  return order;
}

PartResult solve_by_subsets(const MajorityGraph& graph) {
  OrderBySubsets found = order_by_subsets(graph);
  PartResult result{.order = std::move(found.order), .weight = found.weight, .at_least = found.weight};
  for (ArcId arc = 0; arc < graph.arc_count(); ++arc) {
    const std::uint32_t a = graph.from[arc], b = graph.to[arc];
    result.pairs_settled += ((found.is_above[a] >> b) & 1) != ((found.is_above[b] >> a) & 1);
  }
  return result;
}

// Of one without a proof.
Ended ending_of(const BranchAndCutResult& cut, const LeastContradictedOptions& options) {
  if (cut.stopped) return Ended::stopped;
  if (cut.spoiled) return Ended::rounding;
  return cut.iterations >= options.most_iterations ? Ended::iteration_limit : Ended::round_limit;
}

PartResult solve_part(const StrongPart& part, std::span<const std::vector<std::uint32_t>> places,
                      const LeastContradictedOptions& options, Observer* observer) {
  const MajorityGraph& graph = part.graph;
  if (graph.node_count() <= kFewItems) return solve_by_subsets(graph);

  LocalSearchOptions search{.kicks_per_node = 0, .effort = kSearch.of(graph), .seed = options.seed};
  std::optional<LocalSearchResult> best;
  for (const std::vector<std::uint32_t>& place : places)
    if (LocalSearchResult found = search_locally(graph, order_within(part, place), search, 0, observer);
        !best || found.weight < best->weight)
      best = std::move(found);
  search.kicks_per_node = LocalSearchOptions().kicks_per_node;
  best = search_locally(graph, best->order, search, 0, observer);

  PartResult result{.order = best->order, .weight = best->weight, .settled = best->settled};
  if (!options.proofs) {
    result.ended = best->stopped ? Ended::stopped : Ended::searched;
    return result;
  }
  result.at_least = std::min(result.weight, pack_cycles(graph, places_in(result.order), kPacking.of(graph), observer));
  if (best->stopped) {
    result.ended = Ended::stopped;
  } else if (result.weight > result.at_least * (1 + 1e-12)) {
    const bool fits = graph.arc_count() <= options.most_arcs;
    if (fits && has_linear_solver()) {
      BranchAndCutResult cut = branch_and_cut(
          graph, result.order, result.at_least,
          {.most_rounds = options.most_rounds, .most_iterations = options.most_iterations, .seed = options.seed},
          observer);
      result.order = std::move(cut.order);
      result.weight = cut.weight;
      result.at_least = cut.at_least;
      result.rounds = cut.rounds;
      result.iterations = cut.iterations;
      result.pairs_settled =
          graph.arc_count() - static_cast<std::uint64_t>(std::ranges::count(cut.settled, std::int8_t{0}));
      if (!cut.is_best()) result.ended = ending_of(cut, options);
    } else if (graph.node_count() <= kMostItemsBySubsets) {
      return solve_by_subsets(graph);
    } else {
      result.ended = Ended::searched;
      result.lacks_solver = fits;
    }
  }
  return result;
}

void join(const PartResult& part, LeastContradicted& whole) {
  whole.weight += part.weight;
  whole.at_least += part.at_least;
  whole.pairs_settled += part.pairs_settled;
  whole.rounds += part.rounds;
  whole.iterations += part.iterations;
  whole.lacks_solver |= part.lacks_solver;
  whole.settled &= part.settled;
  whole.parts_proven += part.ended == Ended::proven;
  whole.ended = std::max(whole.ended, part.ended);
}

}  // namespace

LeastContradicted find_least_contradicted(const MajorityGraph& graph,
                                          std::span<const std::vector<std::uint32_t>> starts,
                                          const LeastContradictedOptions& options, Observer* observer) {
  std::vector<std::vector<std::uint32_t>> places;
  for (const std::vector<std::uint32_t>& start : starts) places.push_back(places_in(start));
  const StrongParts strong = strong_parts(graph, places.front());

  LeastContradicted result{.weight = graph.unavoidable, .at_least = graph.unavoidable, .parts = strong.parts.size()};
  result.pairs_settled = graph.arc_count();  // those between parts are
  std::vector<std::vector<std::uint32_t>> nodes(strong.part_order.size());
  for (std::size_t k = 0; k < strong.parts.size(); ++k) {
    const StrongPart& part = strong.parts[k];
    const PartResult found = solve_part(part, places, options, observer);
    result.pairs_settled -= part.graph.arc_count();
    join(found, result);
    for (const std::uint32_t node : found.order) nodes[k].push_back(part.node[node]);
  }
  for (std::uint32_t node = 0; node < graph.node_count(); ++node)
    if (strong.part_of[node] >= strong.parts.size()) nodes[strong.part_of[node]].push_back(node);
  for (const std::uint32_t part : strong.part_order)
    result.order.insert(result.order.end(), nodes[part].begin(), nodes[part].end());
  return result;
}

}  // namespace pdrank
