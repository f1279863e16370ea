#include "pdrank/methods/by_part.hpp"

#include <algorithm>
#include <cmath>

#include "pdrank/core/stopwatch.hpp"

namespace pdrank {

void join(const Convergence& part, Convergence& whole) {
  if (whole.status == Termination::converged) whole.status = part.status;
  whole.objective = std::isnan(whole.objective) ? part.objective : whole.objective + part.objective;
  whole.kkt_residual = std::fmax(whole.kkt_residual, part.kkt_residual);
  whole.rounds = std::max(whole.rounds, part.rounds);
  whole.iterations += part.iterations;
  whole.traffic += part.traffic;
  if (whole.trace.empty()) whole.trace = part.trace;  // the largest part is the first
}

namespace {

std::vector<double> start_of(const MethodInput& input, const GraphPart& part) {
  std::vector<double> start;
  if (input.whole)
    for (const std::uint32_t node : part.node) start.push_back(input.whole->scores[node]);
  return start;
}

}  // namespace

MethodOutput run_by_part(const MethodInput& input, Observer* observer,
                         const std::function<MethodOutput(const ComparisonGraph&)>& run_part) {
  return run_by_part(input, observer,
                     [&](const ComparisonGraph& graph, std::span<const double>) { return run_part(graph); });
}

MethodOutput run_by_part(
    const MethodInput& input, Observer* observer,
    const std::function<MethodOutput(const ComparisonGraph&, std::span<const double> start)>& run_part) {
  const Stopwatch stopwatch;
  const ComparisonGraph& whole = input.graph();
  MethodOutput output;
  output.scores.assign(whole.node_count(), 0.0);
  output.convergence.status = Termination::converged;
  for_each_part(whole, input.weak, [&](const GraphPart& part) {
    if (observer && observer->stop_requested()) {
      output.convergence.status = Termination::stopped;
      return false;
    }
    const MethodOutput found = run_part(part.graph, start_of(input, part));
    part.put_nodes(found.scores, output.scores);
    if (!found.edge_weight.empty()) {
      output.edge_weight.resize(whole.edge_count(), 1.0);
      part.put_edges(found.edge_weight, output.edge_weight);
    }
    if (!found.standard_error.empty()) {
      output.standard_error.resize(whole.node_count(), kNone);
      part.put_nodes(found.standard_error, output.standard_error);
    }
    for (const std::string& note : found.notes)
      if (std::ranges::find(output.notes, note) == output.notes.end()) output.notes.push_back(note);
    join(found.convergence, output.convergence);
    return true;
  });
  output.convergence.seconds = stopwatch.seconds();
  return output;
}

}  // namespace pdrank
