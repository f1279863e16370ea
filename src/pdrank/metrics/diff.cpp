#include "pdrank/metrics/diff.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <unordered_map>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/words.hpp"
#include "pdrank/metrics/draws.hpp"
#include "pdrank/metrics/quantile.hpp"

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

// Scores are known up to a constant, unless an anchor holds them: the median of the changes is taken for no change.
void measure_changes(std::vector<Common>& common, bool anchored, double level) {
  std::vector<double> changes;
  for (const Common& one : common) changes.push_back(one.after->score - one.before->score);
  std::vector<double> sorted = changes;
  std::ranges::sort(sorted);
  const double shift = anchored ? 0 : quantile(sorted, 0.5), reach = normal_quantile((1 + level) / 2);
  for (std::size_t k = 0; k < common.size(); ++k) {
    ItemChange& change = *common[k].change;
    change.score_change = changes[k] - shift;
    const auto &then = common[k].before->standard_error, &now = common[k].after->standard_error;
    if (!then || !now) continue;
    const double error = std::hypot(*then, *now);
    if (!(error > 0)) continue;  // an anchor
    change.change_low = *change.score_change - reach * error;
    change.change_high = *change.score_change + reach * error;
    change.p_value = 2 * normal_probability(-std::abs(*change.score_change) / error);
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

// The parts of the two rankings that have most items in common.
std::pair<std::uint32_t, std::uint32_t> parts_to_compare(const std::vector<Common>& common) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> items;
  for (const Common& one : common) ++items[{one.before->component, one.after->component}];
  std::pair<std::uint32_t, std::uint32_t> best;
  std::size_t most = 0;
  for (const auto& [parts, count] : items)
    if (count > most) best = parts, most = count;
  return best;
}

// The names of the options that the two differ in.
std::vector<std::string> options_that_differ(const StoredRanking& before, const StoredRanking& after) {
  std::vector<std::string> names;
  for (const auto& [name, value] : after.options) {
    const auto then = std::ranges::find(before.options, name, &std::pair<std::string, std::string>::first);
    if (name != "seed" && then != before.options.end() && then->second != value) names.push_back(name);
  }
  return names;
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
    common.push_back({found->second, &place, &change});
    then.erase(found);
  }
  for (const StoredPlace& place : before.places) {
    if (!then.contains(place.item)) continue;
    ItemChange& change = result.items.emplace_back();
    change.item = place.item, change.rank_before = place.rank, change.score_before = place.score;
    change.change = "gone", ++result.gone;
  }
  const auto [old_part, new_part] = parts_to_compare(common);
  std::erase_if(common, [&, old_part = old_part, new_part = new_part](const Common& one) {
    return one.before->component != old_part || one.after->component != new_part;
  });
  if (common.size() < 2)
    throw InvalidArgument(
        "old", "of other items",
        fmt::format("it has {} in common with the new one; 2 or more are needed, in one connected part",
                    plural(common.size(), "item", "items")));
  result.compared = common.size();
  count_moves(common);
  const bool same_unit = before.method == after.method && before.scale == after.scale && before.anchor == after.anchor;
  const bool same_items = common.size() == after.places.size() && common.size() == before.places.size();
  const bool by_scores = same_unit && after.scale != "share";
  if (by_scores) {
    measure_changes(common, !after.anchor.empty(), level);
    name_changes(common, level);
  } else {
    const auto kind = [](const StoredRanking& one) {
      return one.method + (one.scale.empty() ? "" : ", " + one.scale) +
             (one.anchor.empty() ? "" : ", from " + one.anchor);
    };
    if (same_items) name_by_ranges(common);
    const std::string why = same_unit
                                ? "Shares depend on those of others"
                                : fmt::format("The scores are of two kinds ({} and {})", kind(before), kind(after));
    result.notes.push_back(fmt::format(
        "{}, so only ranks are compared{}.", why,
        same_items ? ", by their ranges" : "; as the two do not have the same items, nothing can be said about noise"));
  }
  if (const std::vector<std::string> names = options_that_differ(before, after); same_unit && !names.empty())
    result.notes.push_back(
        fmt::format("The two rankings differ in their {}, which may be why scores differ.", fmt::join(names, ", ")));
  for (const Common& one : common) result.up += one.change->change == "up", result.down += one.change->change == "down";
  if (common.size() < result.in_both)
    result.notes.push_back(
        fmt::format("{} of {} items that both rankings have are in other connected parts, "
                    "and are not compared.",
                    result.in_both - common.size(), result.in_both));
  if (by_scores && std::ranges::none_of(common, [](const Common& one) { return !one.change->change.empty(); }))
    result.notes.emplace_back(
        "The rankings have neither standard errors nor ranges, so nothing can be said about noise.");
  return result;
}

}  // namespace pdrank
