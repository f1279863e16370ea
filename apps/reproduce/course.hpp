// The course of many plays against the same questions: what tau is reached with how many answers and in what time.
#pragma once

#include <span>
#include <vector>

#include "pdrank/core/result.hpp"
#include "reproduce/judge.hpp"

namespace pdrank::reproduce {

// Where a curve of values at increasing places first reaches a goal; NaN if it does not. It starts at place 0, value 0.
double place_of(double goal, std::span<const double> places, std::span<const double> values);

// The non-decreasing values nearest to the given ones (pool adjacent violators).
std::vector<double> isotonic(std::span<const double> values);

struct Costs {
  double answers = kNone, seconds = kNone;  // NaN where the level is not reached
};

// Mean tau and median time over all plays of a data set.
struct Course {
  std::vector<double> answers, tau, seconds;  // by point

  // On the isotonic curve of tau.
  Costs at(double level) const;
};

// Whether PD-Rank needs less time, at the levels that one of the two reaches; who does not reach one needs longer.
// Says at which.
Judged less_time(const Course& pdrank, const Course& other, std::span<const double> levels);

// Whether the active method comes to the level with fewer answers than PD-Rank; who does not reach it needs more.
Judged fewer_answers(const Course& active, const Course& pdrank, double level);

}  // namespace pdrank::reproduce
