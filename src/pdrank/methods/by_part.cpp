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

MethodOutput run_by_part(const ComparisonGraph& whole, const Components& weak, Observer* observer,
                         const std::function<MethodOutput(const GraphPart&)>& run_part) {
  const Stopwatch stopwatch;
  MethodOutput output;
  output.scores.assign(whole.node_count(), 0.0);
  output.convergence.status = Termination::converged;
  for_each_part(whole, weak, [&](const GraphPart& part) {
    if (observer && observer->stop_requested()) {
      output.convergence.status = Termination::stopped;
      return false;
    }
    const MethodOutput found = run_part(part);
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
