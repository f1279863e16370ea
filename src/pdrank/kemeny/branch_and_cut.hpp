// A lower bound and, where it meets the weight of an order, the proof that no order is better: the linear program of
// cycles, with cycles added as they turn out to be missing, and branches on arcs where it does not come out whole
// (Groetschel, Juenger and Reinelt 1984).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pdrank/core/observer.hpp"
#include "pdrank/kemeny/majority.hpp"

namespace pdrank {

struct BranchAndCutOptions {
  int most_rounds = 200;         // linear programs solved
  int most_iterations = 30'000;  // of the linear solver, in all rounds
  std::uint64_t seed = 1;        // of the local search on rounded solutions
};

struct BranchAndCutResult {
  std::vector<std::uint32_t> order;  // the best found, best first
  double weight = 0;                 // that it contradicts, without graph.unavoidable
  double at_least = 0;               // no order contradicts less
  std::vector<std::int8_t> settled;  // by arc: 1, every best order keeps it; -1, every one contradicts it; 0, not known
  int rounds = 0, iterations = 0;
  bool stopped = false;
  bool spoiled = false;  // by rounding, which ended it

  bool is_best() const { return weight <= at_least; }
};

// `order` is a good one to begin with. The graph is strongly connected. There must be a linear solver.
BranchAndCutResult branch_and_cut(const MajorityGraph& graph, std::span<const std::uint32_t> order, double at_least,
                                  const BranchAndCutOptions& options, Observer* observer = nullptr);

}  // namespace pdrank
