// PD-Rank on any graph: the connected parts are separate problems and are solved one by one, so that neither the scale
// nor the stopping of one touches another.
#pragma once

#include "pdrank/data/components.hpp"
#include "pdrank/solve/reweight.hpp"

namespace pdrank {

struct PartsResult {
  Termination status = Termination::not_run;  // converged if every part is; otherwise how the first other one ended
  std::vector<double> scores;                 // by node; mean zero in every part
  std::vector<double> weight;                 // by edge
  double objective = 0;                       // summed
  double kkt_residual = 0;                    // the largest
  int rounds = 0;                             // the most of any part
  long iterations = 0;                        // summed
};

// `weak` are the connected components of `graph`. Once the observer has asked to stop, the parts left get score 0 and
// weight 1.
PartsResult solve_by_component(const ComparisonGraph& graph, const Components& weak, const RoundsOptions& options,
                               Observer* observer);

}  // namespace pdrank
