#include "curves.hpp"

#include <fmt/format.h>

#include <iterator>

namespace pdrank::bench::active {

void Curves::add(const Contest& contest, const Curve& curve) {
  for (std::size_t k = 0; k < contest.seats.size(); ++k) {
    const Seat& seat = contest.seats[k];
    for (const PlayPoint& point : curve.points[k])
      fmt::format_to(std::back_inserter(rows_), "{},{},{},{},{},{},{:.6f},{:.6g},{:.6g}\n", curve.strategy,
                     curve.method, seat.world, seat.oracle->item_count(), seat.seed, point.answers, point.tau,
                     point.choosing_seconds, point.ranking_seconds);
  }
}

std::string Curves::csv() const {
  return "strategy,method,world,items,seed,answers,tau,choosing_seconds,ranking_seconds\n" + rows_;
}

}  // namespace pdrank::bench::active
