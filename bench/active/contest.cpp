#include "contest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "each.hpp"
#include "pdrank/core/stopwatch.hpp"

namespace pdrank::bench::active {
namespace {

std::vector<Play> sit_down(const Contest& contest, const StrategyInfo& strategy) {
  std::vector<Play> plays;
  for (const Seat& seat : contest.seats) {
    PlayOptions options = rhythm_of(strategy.name, seat.oracle->item_count());
    options.seed = seat.seed;
    plays.emplace_back(*seat.oracle, strategy, options);
  }
  return plays;
}

// As it was at its last point.
double mean_tau(const Curve& curve) {
  double sum = 0;
  for (const std::vector<PlayPoint>& of_seat : curve.points) sum += of_seat.back().tau;
  return sum / static_cast<double>(curve.points.size());
}

}  // namespace

std::vector<std::string> rankings_of(const StrategyInfo& strategy) {
  std::vector<std::string> methods = {"posterior"};
  if (strategy.own_scores) methods.emplace_back("own");
  return methods;
}

std::vector<Curve> run_contest(const Contest& contest, const StrategyInfo& strategy,
                               const std::vector<std::string>& methods) {
  const Stopwatch stopwatch;
  std::vector<Play> plays = sit_down(contest, strategy);
  std::vector<Curve> curves;
  for (const std::string& method : methods)
    curves.push_back({std::string(strategy.name), method, std::vector<std::vector<PlayPoint>>(plays.size())});
  std::vector<Curve*> measured;
  for (Curve& curve : curves) measured.push_back(&curve);
  for (const std::uint64_t goal : contest.grid) {
    for_each_parallel(plays.size(), [&](std::size_t k) {
      plays[k].ask_until(goal);
      for (Curve* curve : measured) curve->points[k].push_back(plays[k].measure(curve->method));
    });
    std::erase_if(measured, [&](const Curve* curve) { return mean_tau(*curve) >= contest.enough; });
    if (measured.empty()) break;
  }
  fmt::print(stderr, "{}, {} items, {}: {} plays of up to {} answers, {:.1f} s\n", contest.seats.front().world,
             contest.seats.front().oracle->item_count(), strategy.name, plays.size(), plays.front().answers(),
             stopwatch.seconds());
  return curves;
}

}  // namespace pdrank::bench::active
