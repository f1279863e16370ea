// What the measures of predictions ask of the answers they are held against, and how they read them.
#pragma once

#include <cstddef>
#include <span>

namespace pdrank {

// Entry n of a list that may be left empty: all 1.
inline double entry_or_one(std::span<const double> list, std::size_t n) { return list.empty() ? 1 : list[n]; }

// Throws InvalidArgument with this rule unless every value is in [low, high]; NaN never is.
void check_range(const char* field, std::span<const double> values, double low, double high, const char* rule);

void check_finite_margins(std::span<const double> margin);

// Throws InvalidArgument unless there is an answer, either list is empty or has an entry for each, outcomes are in
// [0, 1], and weights are finite, none negative, with a positive and finite sum.
void check_answers(std::size_t answers, std::span<const double> outcome, std::span<const double> weight);

}  // namespace pdrank
