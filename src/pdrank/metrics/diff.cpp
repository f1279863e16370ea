#include "pdrank/metrics/diff.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_map>

#include "pdrank/core/errors.hpp"
#include "pdrank/metrics/draws.hpp"

namespace pdrank {
namespace {

struct Common {
  const StoredPlace* before;
  const StoredPlace* after;
  ItemChange* change;
};

// Ranks among the items that both have, the better of equals being the one with the better rank.
void count_moves(std::vector<Common>& common) {
  std::vector<std::size_t> order(common.size());
  const auto ranks = [&](auto&& rank_of) {
    for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
    std::ranges::stable_sort(order, {}, [&](std::size_t k) { return rank_of(common[k]); });
    std::vector<std::int64_t> rank(common.size());
    for (std::size_t k = 0; k < order.size(); ++k) {
      const bool shares = k > 0 && rank_of(common[order[k]]) == rank_of(common[order[k - 1]]);
      rank[order[k]] = shares ? rank[order[k - 1]] : static_cast<std::int64_t>(k + 1);
    }
    return rank;
  };
  const auto then = ranks([](const Common& one) { return one.before->rank; });
  const auto now = ranks([](const Common& one) { return one.after->rank; });
  for (std::size_t k = 0; k < common.size(); ++k) common[k].change->moved = then[k] - now[k];
}

double median(std::vector<double> values) {
  const std::size_t half = values.size() / 2;
  std::ranges::nth_element(values, values.begin() + static_cast<std::ptrdiff_t>(half));
  if (values.size() % 2 == 1) return values[half];
  return (values[half] +
          *std::ranges::max_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(half))) /
         2;
}

// Scores are known up to a constant: the median of the changes is taken for no change.
void measure_changes(std::vector<Common>& common, double level) {
  std::vector<double> changes;
  for (const Common& one : common) changes.push_back(one.after->score - one.before->score);
  const double shift = median(changes), reach = normal_quantile((1 + level) / 2);
  for (std::size_t k = 0; k < common.size(); ++k) {
    ItemChange& change = *common[k].change;
    change.score_change = changes[k] - shift;
    const auto &then = common[k].before->standard_error, &now = common[k].after->standard_error;
    if (!then || !now) continue;
    const double error = std::hypot(*then, *now);
    change.change_low = *change.score_change - reach * error;
    change.change_high = *change.score_change + reach * error;
    change.p_value = error > 0 ? 2 * normal_probability(-std::abs(*change.score_change) / error)
                               : (*change.score_change == 0 ? 1 : 0);
  }
}

void name_changes(std::vector<Common>& common, double level) {
  std::vector<Common*> tested;
  for (Common& one : common)
    if (one.change->p_value) tested.push_back(&one);
  std::ranges::stable_sort(tested, {}, [](const Common* one) { return *one->change->p_value; });
  std::size_t found = 0;
  for (std::size_t k = 0; k < tested.size(); ++k)
    if (*tested[k]->change->p_value <= (1 - level) * static_cast<double>(k + 1) / static_cast<double>(tested.size()))
      found = k + 1;
  for (std::size_t k = 0; k < tested.size(); ++k)
    tested[k]->change->change = k >= found ? "noise" : *tested[k]->change->score_change > 0 ? "up" : "down";
}

// Where scores cannot be compared: ranges of ranks that do not meet.
void name_by_ranges(std::vector<Common>& common) {
  for (Common& one : common) {
    if (!one.before->rank_low || !one.after->rank_low) continue;
    one.change->change = *one.after->rank_high < *one.before->rank_low   ? "up"
                         : *one.after->rank_low > *one.before->rank_high ? "down"
                                                                         : "noise";
  }
}

}  // namespace

DiffResult diff(const StoredRanking& before, const StoredRanking& after, const DiffOptions& options) {
  validate(options);
  const double level = options.level;
  DiffResult result{.method = after.method, .method_before = before.method, .level = level};
  std::unordered_map<std::string_view, const StoredPlace*> then;
  for (const StoredPlace& place : before.places) then.emplace(place.item, &place);
  result.items.reserve(after.places.size() + before.places.size());
  std::vector<Common> common;
  for (const StoredPlace& place : after.places) {
    ItemChange& change = result.items.emplace_back();
    change.item = place.item, change.rank = place.rank, change.score = place.score;
    const auto found = then.find(place.item);
    if (found == then.end()) {
      change.change = "new", ++result.added;
      continue;
    }
    change.rank_before = found->second->rank, change.score_before = found->second->score;
    ++result.in_both;
    if (place.component == 1 && found->second->component == 1) common.push_back({found->second, &place, &change});
    then.erase(found);
  }
  for (const StoredPlace& place : before.places) {
    if (!then.contains(place.item)) continue;
    ItemChange& change = result.items.emplace_back();
    change.item = place.item, change.rank_before = place.rank, change.score_before = place.score;
    change.change = "gone", ++result.gone;
  }
  if (common.size() < 2)
    throw InvalidArgument("new", fmt::format("{} items of the old ranking", common.size()),
                          "two rankings are compared by at least 2 items that both have in their largest parts");
  count_moves(common);
  const bool same_unit = before.method == after.method && before.scale == after.scale;
  if (same_unit) {
    measure_changes(common, level);
    name_changes(common, level);
  } else {
    name_by_ranges(common);
    result.notes.push_back(fmt::format("The scores are of two kinds ({}{} and {}{}), so that ranks alone are compared.",
                                       before.method, before.scale.empty() ? "" : ", " + before.scale, after.method,
                                       after.scale.empty() ? "" : ", " + after.scale));
  }
  for (const Common& one : common) result.up += one.change->change == "up", result.down += one.change->change == "down";
  if (common.size() < result.in_both)
    result.notes.push_back(
        fmt::format("{} of {} items that both rankings have are in smaller parts of one of them, "
                    "and are not compared.",
                    result.in_both - common.size(), result.in_both));
  if (std::ranges::none_of(common, [](const Common& one) { return !one.change->change.empty(); }))
    result.notes.emplace_back(
        "The rankings have neither standard errors nor ranges, so that nothing can be said about noise.");
  return result;
}

}  // namespace pdrank
