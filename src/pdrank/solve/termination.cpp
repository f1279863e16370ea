#include "pdrank/solve/termination.hpp"

#include <cmath>

namespace pdrank {
namespace {

bool inner_done(const InnerStatistics& statistics, const InnerCriteria& criteria) {
  if (criteria.rule != InnerRule::cost && statistics.kkt_residual <= criteria.tolerance) return true;
  if (criteria.rule == InnerRule::kkt || !statistics.previous_objective) return false;
  const double previous = *statistics.previous_objective;
  if (criteria.rule == InnerRule::rough) {
    const double last = previous - statistics.objective, all = statistics.first_objective - statistics.objective;
    return last >= 0 && all > 0 && last <= kLittle * all;  // not every method goes down all the time
  }
  return std::abs(previous - statistics.objective) <= criteria.tolerance * std::abs(previous);
}

}  // namespace

std::optional<Termination> check_inner(const InnerStatistics& statistics, const InnerCriteria& criteria) {
  if (!std::isfinite(statistics.objective)) return Termination::numerical_trouble;
  if (inner_done(statistics, criteria)) return Termination::converged;
  if (statistics.iteration >= criteria.max_iterations) return Termination::iteration_limit;
  return std::nullopt;
}

std::optional<Termination> check_rounds(const RoundRecord& record, const RoundCriteria& criteria) {
  const auto settled = [&](std::optional<double> change) { return change && *change <= criteria.tolerance; };
  if (settled(record.score_change) || settled(record.weight_change)) return Termination::converged;
  if (criteria.enough_rounds && record.round >= *criteria.enough_rounds) return Termination::converged;
  if (record.round >= criteria.max_rounds) return Termination::round_limit;
  return std::nullopt;
}

}  // namespace pdrank
