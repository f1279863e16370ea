// PD-Rank as a method: options in, rounds, scores and weights out.
#include <fmt/format.h>

#include "pdrank/methods/by_part.hpp"
#include "pdrank/solve/reweight.hpp"

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

std::string ending(const Convergence& result, const RankOptions& options) {
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

MethodOutput run_part(const ComparisonGraph& graph, const RoundsOptions& options, Observer* observer) {
  RoundsResult result = solve_rounds(graph, options, observer);
  MethodOutput output;
  output.convergence.status = result.status;
  output.convergence.rounds = static_cast<int>(result.trace.size());
  output.convergence.iterations = result.iterations;
  output.convergence.objective = result.objective;
  output.convergence.kkt_residual = result.kkt_residual;
  output.scores = std::move(result.scores);
  output.edge_weight = std::move(result.weight);
  return output;
}

MethodOutput run(const MethodInput& input, const RankOptions& options, Observer* observer) {
  const RoundsOptions rounds = rounds_options(options);
  MethodOutput output =
      run_by_part(input, observer, [&](const ComparisonGraph& graph) { return run_part(graph, rounds, observer); });
  output.edge_weight.resize(input.graph().edge_count(), 1.0);  // if it was stopped before the first part
  output.convergence.message = ending(output.convergence, options);
  return output;
}

}  // namespace

MethodInfo pdrank_method() {
  return {.name = "pdrank",
          .summary = "log-of-softplus loss by iterative reweighting; robust to wrong answers",
          .paper = "Valdeira and Soares, Rank Aggregation with Confidence for Large Scale Comparison Data",
          .cost = "items + distinct comparisons, per round",
          .options = {"solver", "gamma", "epsilon", "max_rounds", "round_tolerance", "inner_rule", "inner_tolerance",
                      "max_iterations"},
          .least_gamma = 1e-12,
          .gives_weights = true,
          .run = run};
}

}  // namespace pdrank
