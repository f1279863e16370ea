// When to stop: pure functions from numbers to a reason.
#pragma once

#include <optional>

#include "pdrank/core/options.hpp"
#include "pdrank/core/result.hpp"

namespace pdrank {

// InnerRule::rough: an iteration brought little if it was less than this part of what all of them have.
inline constexpr double kLittle = 0.1;

struct InnerCriteria {
  InnerRule rule = InnerRule::kkt;
  double tolerance = defaults::kInnerTolerance;   // eps_in
  int max_iterations = defaults::kMaxIterations;  // per subproblem
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
  double tolerance = defaults::kRoundTolerance;  // eps_out
  int max_rounds = defaults::kMaxRounds;
  std::optional<int> enough_rounds = std::nullopt;  // as many were asked for: the end, not a limit
};

// The paper's rule: the weights or the scores have settled. Or there were enough rounds.
std::optional<Termination> check_rounds(const RoundRecord& record, const RoundCriteria& criteria);

}  // namespace pdrank
