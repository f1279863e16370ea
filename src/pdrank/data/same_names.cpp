#include "pdrank/data/same_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <set>
#include <span>
#include <string_view>
#include <utility>

#include "pdrank/core/option_name.hpp"
#include "pdrank/core/utf8.hpp"
#include "pdrank/core/words.hpp"
#include "pdrank/data/name_key.hpp"

namespace pdrank {
namespace {

constexpr std::size_t kGroupsShown = 3, kSpellingsShown = 3;

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_lower(char c) { return c >= 'a' && c <= 'z'; }

// Two letters or more, and no upper case behind lower case: words, and not codes such as dQw4w9WgXcQ.
bool is_in_plain_case(std::string_view name) {
  std::size_t letters = 0;
  bool after_lower = false;
  for (const char c : name) {
    if (!is_upper(c) && !is_lower(c)) {
      after_lower = false;
      continue;
    }
    if (is_upper(c) && after_lower) return false;
    after_lower = is_lower(c);
    ++letters;
  }
  return letters > 1;
}

std::size_t count_keys(const Comparisons& data, const Spellings& spellings, const NameKey& rule) {
  std::set<std::string> keys;
  for (const ItemId item : spellings) keys.insert(name_key(data.items.name(item), rule));
  return keys.size();
}

bool is_told(const Comparisons& data, const Spellings& spellings) {
  if (count_keys(data, spellings, {.folds_case = false}) == 1) return true;
  return std::ranges::any_of(spellings, [&](ItemId item) { return is_in_plain_case(data.items.name(item)); });
}

// Whether no other name can have the same key: the names of most data, so that little is left to do.
bool is_own_key(std::string_view name) {
  bool after_blank = true;
  for (const char c : name) {
    if (static_cast<unsigned char>(c) >= 0x80 || is_upper(c)) return false;
    const bool blank = c == ' ' || (c >= '\t' && c <= '\r');
    if (blank && (after_blank || c != ' ')) return false;
    after_blank = blank;
  }
  return name.empty() || !after_blank;
}

// By key, in the order of the first name.
std::vector<Spellings> groups_by_key(const ItemIndex& names) {
  bool may_differ = false;
  for (ItemId item = 0; item < names.size() && !may_differ; ++item) may_differ = !is_own_key(names.name(item));
  if (!may_differ) return {};
  std::vector<std::pair<std::size_t, ItemId>> hashes(names.size());
  for (ItemId item = 0; item < names.size(); ++item) {
    const std::string_view name = names.name(item);
    hashes[item] = {is_own_key(name) ? std::hash<std::string_view>()(name) : std::hash<std::string>()(name_key(name)),
                    item};
  }
  std::ranges::sort(hashes);
  std::vector<Spellings> groups;
  for (std::size_t begin = 0, end = 0; begin < hashes.size(); begin = end) {
    Spellings group;
    for (end = begin; end < hashes.size() && hashes[end].first == hashes[begin].first; ++end)
      group.push_back(hashes[end].second);
    if (group.size() > 1 && name_key(names.name(group.front())) == name_key(names.name(group.back())))
      groups.push_back(std::move(group));
  }
  std::ranges::sort(groups, {}, [](const Spellings& group) { return group.front(); });
  return groups;
}

std::string way_they_differ(const Comparisons& data, const Spellings& spellings) {
  std::vector<std::string> ways;
  if (count_keys(data, spellings, {.folds_case = false}) > 1) ways.emplace_back("case");
  if (count_keys(data, spellings, {.folds_blanks = false}) > 1) ways.emplace_back("blanks");
  return ways.empty() ? "Unicode form" : listed(ways);
}

std::string shown(const Comparisons& data, const Spellings& spellings) {
  std::vector<std::string> names;
  for (const ItemId item : spellings) names.push_back(quoted(data.items.name(item)));
  return fmt::format("{} ({})", first_few(names, names.size(), kSpellingsShown), way_they_differ(data, spellings));
}

constexpr std::array<std::string_view, 12> kMissing = {"na",   "n/a", "#n/a",    "nan",       "null", "<na>",
                                                       "none", "nil", "unknown", "undefined", "-",    "?"};
constexpr std::size_t kLongestMissing = 9;

bool is_missing(std::string_view name) {
  return name.size() <= kLongestMissing && std::ranges::find(kMissing, name_key(name)) != kMissing.end();
}

}  // namespace

std::vector<Spellings> same_names(const Comparisons& data) {
  std::vector<Spellings> groups = groups_by_key(data.items);
  std::erase_if(groups, [&](const Spellings& group) { return !is_told(data, group); });
  if (groups.empty()) return groups;
  std::vector<std::uint32_t> group_of(data.items.size(), 0);  // from 1
  for (std::uint32_t k = 0; k < groups.size(); ++k)
    for (const ItemId item : groups[k]) group_of[item] = k + 1;
  std::vector<std::uint8_t> met(groups.size() + 1, 0);
  std::vector<std::uint64_t> comparisons(data.items.size(), 0);
  const ComparisonColumns columns = data.columns();
  for (std::size_t n = 0; n < data.size(); ++n) {
    const ItemId winner = columns.winner[n], loser = columns.loser[n];
    ++comparisons[winner], ++comparisons[loser];
    if (group_of[winner] == group_of[loser]) met[group_of[winner]] = 1;
  }
  std::erase_if(groups, [&](const Spellings& group) { return met[group_of[group.front()]] != 0; });
  for (Spellings& group : groups)
    std::ranges::stable_sort(group, std::ranges::greater(), [&](ItemId item) { return comparisons[item]; });
  return groups;
}

std::string same_names_note(const Comparisons& data, const std::vector<Spellings>& names) {
  if (names.empty()) return {};
  std::string first;
  for (const Spellings& spellings : std::span(names).first(std::min(names.size(), kGroupsShown)))
    first += (first.empty() ? "" : "; ") + shown(data, spellings);
  const std::size_t more = names.size() - std::min(names.size(), kGroupsShown);
  return fmt::format("{} spelled in more than one way and counted as different items: {}{}. {} takes them for one.",
                     plural(names.size(), "name is", "names are"), first,
                     more > 0 ? fmt::format("; and {} more", grouped(more)) : "", option_named("merge_names"));
}

Comparisons with_merged_names(const Comparisons& data, const std::vector<Spellings>& names) {
  std::vector<ItemId> best(data.items.size());
  for (ItemId item = 0; item < best.size(); ++item) best[item] = item;
  for (const Spellings& spellings : names)
    for (const ItemId item : spellings) best[item] = spellings.front();
  Comparisons merged;
  std::vector<ItemId> number(data.items.size());
  for (ItemId item = 0; item < number.size(); ++item) number[item] = merged.items.intern(data.items.name(best[item]));
  for (AnnotatorId id = 0; id < data.annotators.size(); ++id) merged.annotators.intern(data.annotators.name(id));
  for (const ContextColumn& column : data.context) {
    ItemIndex& values = merged.context[merged.add_context(column.name)].values;
    for (std::uint32_t id = 0; id < column.values.size(); ++id) values.intern(column.values.name(id));
  }
  const ComparisonColumns from = data.columns();
  std::vector<ItemId> winner, loser;
  for (const ItemId item : from.winner) winner.push_back(number[item]);
  for (const ItemId item : from.loser) loser.push_back(number[item]);
  ComparisonColumns columns = from;
  columns.winner = winner;
  columns.loser = loser;
  merged.append(columns);
  merged.report = data.report;
  return merged;
}

std::string missing_names_note(const Comparisons& data) {
  std::vector<std::uint8_t> missing;
  std::vector<std::string> names;
  for (ItemId item = 0; item < data.items.size(); ++item) {
    const std::string_view name = data.items.name(item);
    if (!is_missing(name)) continue;
    std::size_t as_long = 0;
    for (ItemId other = 0; other < data.items.size(); ++other) as_long += data.items.name(other).size() == name.size();
    if (2 * as_long > data.items.size()) continue;
    missing.resize(data.items.size(), 0);
    missing[item] = 1;
    names.push_back(quoted(name));
  }
  if (names.empty()) return {};
  const ComparisonColumns columns = data.columns();
  std::uint64_t comparisons = 0;
  for (std::size_t n = 0; n < data.size(); ++n)
    comparisons += missing[columns.winner[n]] != 0 || missing[columns.loser[n]] != 0;
  return fmt::format("{} counted as {}, in {}. If that means that the item is not known, leave these rows out ({}).",
                     names.size() == 1 ? names.front() + " is" : first_few(names, names.size()) + " are",
                     names.size() == 1 ? "an item" : "items", plural(comparisons, "comparison", "comparisons"),
                     option_named("where"));
}

std::string single_names_note(const Comparisons& data) {
  constexpr std::size_t kEnough = 20;
  if (data.size() < kEnough || 10 * data.items.size() < 19 * data.size()) return {};
  return fmt::format(
      "Hardly any item is compared more than once, so these answers rank nothing. If the items are texts, name "
      "the columns that say what wrote them with {} winner=..,loser=.. instead.",
      option_named("columns"));
}

}  // namespace pdrank
