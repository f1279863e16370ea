// Runs of methods as tests look at them: by item of the data, whatever the order of the ranking.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "pdrank/core/errors.hpp"
#include "pdrank/methods/rank.hpp"
#include "support/rows.hpp"

namespace pdrank::runs {

inline std::vector<double> scores_in(const RankResult& result, const Comparisons& data) {
  std::vector<double> by_item(data.items.size(), kNone);
  for (const Place& place : result.ranking) by_item[*data.items.find(place.item)] = place.score;
  return by_item;
}

inline std::vector<double> scores(const Comparisons& data, const RankOptions& options) {
  return scores_in(rank(data, options), data);
}

// NaN for an item that has none.
inline std::vector<double> standard_errors_in(const RankResult& result, const Comparisons& data) {
  std::vector<double> by_item(data.items.size(), kNone);
  for (const Place& place : result.ranking)
    by_item[*data.items.find(place.item)] = place.standard_error.value_or(kNone);
  return by_item;
}

// NaN if any difference is.
inline double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = a.size() == b.size() ? 0 : kNone;
  for (std::size_t k = 0; k < a.size() && !std::isnan(largest); ++k) {
    const double difference = std::abs(a[k] - b[k]);
    if (!(difference <= largest)) largest = difference;
  }
  return largest;
}

inline std::vector<double> negated(std::vector<double> values) {
  for (double& value : values) value = -value;
  return values;
}

// What NotApplicable says; empty if it was not thrown.
inline std::string refusal(const Comparisons& data, const RankOptions& options) {
  try {
    rank(data, options);
  } catch (const NotApplicable& error) {
    return error.what();
  }
  return {};
}

inline bool mentions(const std::vector<std::string>& notes, std::string_view text) {
  return std::ranges::any_of(notes, [&](const std::string& note) { return note.find(text) != std::string::npos; });
}

}  // namespace pdrank::runs
