// The order with the least contradicted weight, and how sure that is: part by part, by local search, then by dynamic
// programming or branch and cut as far as that goes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pdrank/core/observer.hpp"
#include "pdrank/core/options.hpp"
#include "pdrank/kemeny/majority.hpp"

namespace pdrank {

struct LeastContradictedOptions {
  int most_rounds = defaults::kMaxRounds;               // of cuts, for each strong part
  int most_iterations = defaults::kMaxProofIterations;  // of the linear solver, for each strong part
  ArcId most_arcs = 30'000;                             // of a part that cuts are tried on
  bool proofs = true;                                   // otherwise the search is all
  std::uint64_t seed = 1;
};

enum class Ended {
  proven,    // no order contradicts less
  searched,  // the local search is over; for a proof a part is too large, or the linear solver is missing
  rounding,  // of the linear solver, which spoiled the proof
  round_limit,
  iteration_limit,
  stopped,
};

struct LeastContradicted {
  std::vector<std::uint32_t> order = {};  // nodes, best first
  double weight = 0;                      // that it contradicts
  double at_least = 0;                    // no order contradicts less
  std::uint64_t pairs_settled = 0;  // of graph's arcs: all orders with the least weight have them the same way round
  std::uint64_t parts = 0, parts_proven = 0;  // strong parts
  int rounds = 0, iterations = 0;             // of all parts
  bool lacks_solver = false;                  // a linear solver would have been of use
  bool settled = true;                        // the search came to its end
  Ended ended = Ended::proven;
};

// `starts`: orders of all nodes to begin with, one or more; the first also says how parts that arcs leave open lie.
LeastContradicted find_least_contradicted(const MajorityGraph& graph,
                                          std::span<const std::vector<std::uint32_t>> starts,
                                          const LeastContradictedOptions& options, Observer* observer = nullptr);

}  // namespace pdrank
