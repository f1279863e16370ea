#include "pdrank/core/result.hpp"

namespace pdrank {

const char* to_string(Termination termination) {
  switch (termination) {
    case Termination::not_run:
      return "not_run";
    case Termination::converged:
      return "converged";
    case Termination::round_limit:
      return "round_limit";
    case Termination::iteration_limit:
      return "iteration_limit";
    case Termination::stopped:
      return "stopped";
    case Termination::numerical_trouble:
      return "numerical_trouble";
  }
  return "not_run";
}

std::optional<double> find_figure(const Figures& figures, std::string_view name) {
  for (const auto& [key, value] : figures)
    if (key == name) return value;
  return std::nullopt;
}

}  // namespace pdrank
