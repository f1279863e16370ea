#include "pdrank/solve/reweight.hpp"

#include <cmath>

#include "pdrank/linalg/vector_ops.hpp"

namespace pdrank {
namespace {

struct RoundsState {
  Incidence incidence;
  std::unique_ptr<InnerSolver> solver;
  std::vector<double> scores, previous_scores;        // by node
  std::vector<double> margin;                         // by edge
  std::vector<double> omega, previous_omega, weight;  // by edge; weight = count * omega
  InnerReport inner;
  RoundsResult result;

  RoundsState(const ComparisonGraph& graph, const RoundsOptions& options, InnerSolverFactory make_solver)
      : incidence(graph),
        solver(make_solver(incidence, options)),
        scores(graph.node_count(), 0.0),
        previous_scores(graph.node_count(), 0.0),
        margin(graph.edge_count(), 0.0),
        omega(graph.edge_count(), 1.0),
        previous_omega(graph.edge_count(), 1.0),
        weight(graph.edge_count()) {}
};

// Scores for fixed weights.
void solve_subproblem(RoundsState& state, const RoundsOptions& options, Observer* observer) {
  const std::vector<double>& count = state.incidence.graph().count;
  state.previous_scores = state.scores;
  for_each_index(count.size(), [&](std::size_t e) { state.weight[e] = count[e] * state.omega[e]; });
  const Subproblem problem{state.incidence, state.weight, options.gamma};
  state.inner = state.solver->solve(problem, options.inner, state.scores, observer);
}

// Weights for those scores, and the objective there.
void update_weights(RoundsState& state, const RoundsOptions& options) {
  const std::vector<double>& count = state.incidence.graph().count;
  state.previous_omega.swap(state.omega);
  state.incidence.margins(state.scores, state.margin);
  const double loss = parallel_sum(state.margin.size(), [&](std::size_t begin, std::size_t end) {
    return kernels::reweight(state.margin.data() + begin, count.data() + begin, end - begin, options.epsilon,
                             state.omega.data() + begin);
  });
  state.result.objective = loss + options.gamma * dot(state.scores, state.scores);
}

// |now - before| / |before|. None where only `before` is all zero.
std::optional<double> relative_change(std::span<const double> now, std::span<const double> before) {
  const double difference = parallel_sum(now.size(), [&](std::size_t begin, std::size_t end) {
    double total = 0;
    for (std::size_t k = begin; k < end; ++k) total += (now[k] - before[k]) * (now[k] - before[k]);
    return total;
  });
  if (difference == 0) return 0.0;
  const double size = norm(before);
  if (size == 0) return std::nullopt;
  return std::sqrt(difference) / size;
}

RoundRecord measure(const RoundsState& state) {
  RoundRecord record;
  record.round = static_cast<int>(state.result.trace.size()) + 1;
  record.objective = state.result.objective;
  record.kkt_residual = state.inner.kkt_residual;
  record.iterations = state.inner.iterations;
  record.changes.round = record.round;
  record.changes.score_change = relative_change(state.scores, state.previous_scores);
  record.changes.weight_change = relative_change(state.omega, state.previous_omega);
  return record;
}

void report_progress(const RoundRecord& last, const RoundsOptions& options, Observer* observer) {
  if (!observer) return;
  observer->on_progress({"ranking", static_cast<std::uint64_t>(last.round),
                         static_cast<std::uint64_t>(options.rounds.max_rounds),
                         last.changes.weight_change.value_or(1.0)});
}

std::optional<Termination> check(const RoundsState& state, const RoundsOptions& options, Observer* observer) {
  const Termination inner = state.inner.status;
  if (inner == Termination::numerical_trouble || inner == Termination::stopped) return inner;
  const auto reason = check_rounds(state.result.trace.back().changes, options.rounds);
  if (reason == Termination::converged && inner != Termination::converged) return inner;
  if (!reason && observer && observer->stop_requested()) return Termination::stopped;
  return reason;
}

RoundsResult finish(RoundsState&& state, Termination reason) {
  state.result.status = reason;
  state.result.scores = std::move(state.scores);
  state.result.weight = std::move(state.omega);
  state.result.kkt_residual = state.inner.kkt_residual;
  for (const RoundRecord& record : state.result.trace) state.result.iterations += record.iterations;
  return std::move(state.result);
}

}  // namespace

std::unique_ptr<InnerSolver> make_inner_solver(const Incidence& incidence, const RoundsOptions& options) {
  return options.solver == SolverKind::newton ? make_newton(incidence) : make_pdhg(incidence, options.seed);
}

RoundsResult solve_rounds(const ComparisonGraph& graph, const RoundsOptions& options, Observer* observer,
                          InnerSolverFactory make_solver) {
  RoundsState state(graph, options, make_solver);
  while (true) {
    solve_subproblem(state, options, observer);
    update_weights(state, options);
    state.result.trace.push_back(measure(state));
    report_progress(state.result.trace.back(), options, observer);
    if (auto reason = check(state, options, observer)) return finish(std::move(state), *reason);
  }
}

}  // namespace pdrank
