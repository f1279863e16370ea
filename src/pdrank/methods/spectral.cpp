#include "pdrank/methods/spectral.hpp"

#include <fmt/format.h>

namespace pdrank {
namespace {

std::string_view ending(Termination status) {
  switch (status) {
    case Termination::converged:
      return "balanced";
    case Termination::stopped:
      return "stopped on request";
    case Termination::numerical_trouble:
      return "left the range of double precision";
    default:
      return "not balanced";
  }
}

}  // namespace

MethodOutput spectral_output(std::vector<double> scores, const StationaryReport& report, int rounds) {
  MethodOutput output;
  output.scores = std::move(scores);
  output.convergence.status = report.status;
  output.convergence.rounds = rounds;
  output.convergence.iterations = report.sweeps;
  output.convergence.kkt_residual = report.imbalance;
  return output;
}

MethodOutput run_spectral(const MethodInput& input, Observer* observer,
                          const std::function<MethodOutput(const ComparisonGraph&)>& run_part) {
  MethodOutput output =
      run_by_part(input.graph(), input.weak, observer, [&](const GraphPart& part) { return run_part(part.graph); });
  output.convergence.message =
      fmt::format("{} after {} sweeps", ending(output.convergence.status), output.convergence.iterations);
  return output;
}

}  // namespace pdrank
