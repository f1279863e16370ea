// When to stop: pure functions from numbers to a reason.
#pragma once

#include <optional>

#include "pdrank/core/result.hpp"

namespace pdrank {

// Which measure ends a subproblem.
enum class InnerRule {
  kkt,    // the optimality condition holds: kkt_residual <= tolerance
  rough,  // or the last iteration brought little: kLittle of what all of them have
  cost,   // the paper's: the objective changed by less than tolerance, relative to the iteration before
};

inline constexpr double kLittle = 0.1;

struct InnerCriteria {
  InnerRule rule = InnerRule::kkt;
  double tolerance = 1e-9;    // eps_in
  int max_iterations = 1000;  // per subproblem
};

struct InnerStatistics {
  int iteration = 0;
  double objective = 0;
  std::optional<double> previous_objective;  // none before the first iteration
  double kkt_residual = 0;
  double first_objective = 0;  // before the first iteration
};

std::optional<Termination> check_inner(const InnerStatistics& statistics, const InnerCriteria& criteria);

struct RoundCriteria {
  double tolerance = 1e-2;  // eps_out
  int max_rounds = 200;
  std::optional<int> enough_rounds = std::nullopt;  // as many were asked for: the end, not a limit
};

// The paper's rule: the weights or the scores have settled. Or there were enough rounds.
std::optional<Termination> check_rounds(const RoundRecord& record, const RoundCriteria& criteria);

}  // namespace pdrank
