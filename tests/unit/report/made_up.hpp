// Results made up by hand, so that each check can be given what it looks at and nothing else.
#pragma once

#include <string>
#include <vector>

#include "pdrank/core/result.hpp"
#include "pdrank/report/checks.hpp"

namespace pdrank::made_up {

// A ranking of so many items with nothing wrong about it: connected, 50 comparisons each, certain places.
inline RankResult good_result(std::uint32_t items) {
  RankResult result;
  result.method = "posterior";
  result.options = {{"few", "5"}, {"level", "0.9"}};
  result.data.rows = result.data.rows_used = result.data.comparisons = 25 * items;
  result.data.items = items;
  result.graph.items = items;
  result.graph.pairs = result.graph.repeated_pairs = items;
  result.graph.components = 1;
  result.graph.largest_component = items;
  result.graph.component_sizes = {items};
  for (std::uint32_t k = 0; k < items; ++k) {
    Place& place = result.ranking.emplace_back();
    place.item = "item-" + std::to_string(k);
    place.id = k;
    place.rank = k + 1;
    place.rank_low = place.rank_high = place.tier = place.rank;
    place.score = -static_cast<double>(k);
    place.first = k == 0 ? 1 : 0;
    place.comparisons = 50;
    place.wins = place.losses = 25;
    place.component = 1;
  }
  result.confidence.answers = {0, 25.0 * items, 0, 0};
  result.convergence.status = Termination::converged;
  result.convergence.message = "fitted in 20 rounds";
  result.figures = {{"noise", 0.05}, {"noise_low", 0.02}, {"noise_high", 0.08}};
  return result;
}

inline AnnotatorReport annotator(const std::string& name, double comparisons, const std::string& flag = "") {
  return {.annotator = name,
          .comparisons = comparisons,
          .reliability = 0.9,
          .reliability_low = 0.8,
          .reliability_high = 0.95,
          .flag = flag};
}

inline Check find_check(const RankResult& result, std::string_view name) {
  for (const Check& check : check_trust(result))
    if (check.name == name) return check;
  return {};
}

}  // namespace pdrank::made_up
