// PD-Rank as a method: options in, rounds, scores and weights out.
#include <fmt/format.h>

#include "pdrank/core/stopwatch.hpp"
#include "pdrank/methods/registry.hpp"
#include "pdrank/solve/by_component.hpp"

namespace pdrank {
namespace {

RoundsOptions rounds_options(const RankOptions& options) {
  RoundsOptions rounds;
  rounds.gamma = *options.gamma;
  rounds.epsilon = *options.epsilon;
  rounds.solver = *options.solver == "newton" ? SolverKind::newton : SolverKind::pdhg;
  rounds.inner.rule = *options.inner_rule == "kkt" ? InnerRule::kkt : InnerRule::cost;
  rounds.inner.tolerance = *options.inner_tolerance;
  rounds.inner.max_iterations = *options.max_iterations;
  rounds.rounds.tolerance = *options.round_tolerance;
  rounds.rounds.max_rounds = *options.max_rounds;
  rounds.seed = options.seed;
  return rounds;
}

std::string ending(const PartsResult& result, const RankOptions& options) {
  switch (result.status) {
    case Termination::converged:
      return fmt::format("settled after {} round{}", result.rounds, result.rounds == 1 ? "" : "s");
    case Termination::round_limit:
      return fmt::format("not settled after {} rounds; raise --max-rounds or --round-tolerance", result.rounds);
    case Termination::iteration_limit:
      return fmt::format("a round was not solved within {} iterations; raise --max-iterations or --inner-tolerance",
                         *options.max_iterations);
    case Termination::stopped:
      return fmt::format("stopped on request after {} rounds", result.rounds);
    case Termination::numerical_trouble:
      return fmt::format("a round could not be solved to --inner-tolerance {} in double precision",
                         *options.inner_tolerance);
    case Termination::not_run:
      break;
  }
  return "not run";
}

}  // namespace

MethodOutput run_pdrank(const MethodInput& input, const RankOptions& options, Observer* observer) {
  const Stopwatch stopwatch;
  PartsResult result = solve_by_component(input.graph, input.weak, rounds_options(options), observer);
  MethodOutput output;
  output.convergence = {result.status,    ending(result, options), result.rounds,      result.iterations,
                        result.objective, result.kkt_residual,     stopwatch.seconds()};
  output.scores = std::move(result.scores);
  output.edge_weight = std::move(result.weight);
  return output;
}

}  // namespace pdrank
