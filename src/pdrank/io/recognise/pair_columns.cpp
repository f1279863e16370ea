// Two items, and the columns that say who won.
#include <fmt/format.h>

#include <array>

#include "pdrank/core/option_name.hpp"
#include "pdrank/io/recognise/column_lookup.hpp"
#include "pdrank/io/recognise/column_spec.hpp"
#include "pdrank/io/text.hpp"

namespace pdrank::io {
namespace {

template <class Known>
bool find_by_name(const ColumnLookup& lookup, const Known& table, Columns& columns) {
  for (const VerdictName& verdict : table) {
    const auto column = lookup.find(verdict.name);
    if (!column || *column == columns.first || *column == columns.second) continue;
    columns.verdict = *column;
    columns.verdict_kind = verdict.kind;
    return true;
  }
  return false;
}

std::string_view without_ending(std::string_view name) {
  for (const std::string_view ending : {"_id", "_name"})
    if (name.ends_with(ending)) return name.substr(0, name.size() - ending.size());
  return name;
}

// The thing that two columns have one each of: `sample` of sample_1 and sample_2, or stimulus_left and stimulus_right.
std::optional<std::string> judged_thing(const ColumnLookup& lookup, const SidedColumns& pair) {
  const std::string_view name = without_ending(lookup.names[pair.first]);
  for (const std::string_view thing : kJudgedThings)
    if (name.size() > thing.size() &&
        (name.starts_with(fmt::format("{}_", thing)) || name.ends_with(fmt::format("_{}", thing))))
      return std::string(thing);
  return std::nullopt;
}

// preferred_sample, sample_preferred
bool find_preferred(const ColumnLookup& lookup, std::string_view thing, Columns& columns) {
  for (const std::string_view word : kPreferred)
    for (const std::string& name : {fmt::format("{}_{}", word, thing), fmt::format("{}_{}", thing, word)})
      if (const auto column = lookup.find(name)) {
        columns.verdict = *column;
        columns.verdict_kind = VerdictKind::winner;
        return true;
      }
  return false;
}

// Two of a thing that is often judged, where a column says who won.
bool find_judged_things(const ColumnLookup& lookup, Columns& columns) {
  std::vector<SidedColumns> pairs = sided_columns(lookup);
  std::erase_if(pairs, [&](const SidedColumns& pair) { return !judged_thing(lookup, pair); });
  if (pairs.size() != 1) return false;
  columns.shape = RowShape::pair;
  columns.first = pairs[0].first;
  columns.second = pairs[0].second;
  return find_preferred(lookup, *judged_thing(lookup, pairs[0]), columns) ||
         find_by_name(lookup, kVerdictNames, columns);
}

// winner_model_a, winner_model_b and, where there are ties, winner_tie.
bool find_flags(const ColumnLookup& lookup, Columns& columns) {
  const auto first = lookup.find("winner_" + lookup.names[columns.first]),
             second = lookup.find("winner_" + lookup.names[columns.second]);
  if (!first || !second) return false;
  columns.verdict = *first;
  columns.verdict_of_second = *second;
  columns.verdict_of_tie = lookup.find("winner_tie");
  columns.verdict_kind = VerdictKind::flags;
  return true;
}

bool find_scores(const ColumnLookup& lookup, Columns& columns) {
  Columns scores;
  if (!lookup.find_two(kScoreNames, scores)) return false;
  columns.verdict = scores.first;
  columns.verdict_of_second = scores.second;
  columns.verdict_kind = VerdictKind::scores;
  return true;
}

// How often each has won.
bool find_counts(const ColumnLookup& lookup, Columns& columns) {
  Columns counts;
  if (!lookup.find_two(kCountNames, counts)) return false;
  columns.shape = RowShape::counted;
  columns.verdict = counts.first;
  columns.verdict_of_second = counts.second;
  columns.verdict_of_tie = lookup.find_any(kTieCountNames);
  columns.verdict_kind = VerdictKind::counts;
  return true;
}

// Items of any name, beside counts: logo_1, logo_2.
bool find_counted_items(const ColumnLookup& lookup, Columns& columns) {
  if (!find_counts(lookup, columns)) return false;
  std::vector<SidedColumns> others = sided_columns(lookup);
  std::erase_if(others, [&](const SidedColumns& pair) {
    const std::string& name = lookup.names[pair.first];
    return pairs_contain(kCountNames, name) || pairs_contain(kScoreNames, name);
  });
  if (others.empty()) return false;
  if (others.size() > 1) {
    const auto spelled = [&](const SidedColumns& pair) {
      const std::vector<std::string>& names = lookup.table.names;
      return shown_spec(fmt::format("left={},right={},left_wins={},right_wins={}", names[pair.first],
                                    names[pair.second], names[columns.verdict], names[columns.verdict_of_second]));
    };
    lookup.refuse(
        fmt::format("there are counts of wins, but more than one pair of columns that could be the items: "
                    "use {0} {1}, or {0} {2}",
                    option_named("columns"), spelled(others[0]), spelled(others[1])));
  }
  columns.first = others[0].first;
  columns.second = others[0].second;
  return true;
}

}  // namespace

std::vector<SidedColumns> sided_columns(const ColumnLookup& lookup) {
  constexpr std::array kMarks = {NamePair{"1", "2"}, NamePair{"a", "b"}, NamePair{"left", "right"},
                                 NamePair{"first", "second"}};
  std::vector<SidedColumns> found;
  for (std::size_t k = 0; k < lookup.names.size(); ++k)
    for (const auto& [mark, other] : kMarks) {
      const std::string_view whole = lookup.names[k], name = without_ending(whole), ending = whole.substr(name.size());
      const std::string at_end = fmt::format("_{}", mark), in_front = fmt::format("{}_", mark);
      const bool is_last = name.ends_with(at_end), is_first = name.starts_with(in_front);
      if (!is_last && !is_first) continue;
      const std::string partner =
          is_last ? fmt::format("{}_{}{}", name.substr(0, name.size() - at_end.size()), other, ending)
                  : fmt::format("{}_{}{}", other, name.substr(in_front.size()), ending);
      if (const auto second = lookup.find(partner)) found.push_back({k, *second});
    }
  return found;
}

bool find_sides(const ColumnLookup& lookup, Columns& columns) {
  return lookup.find_two(kPairNames, columns) || lookup.find_two(kJudgedPairNames, columns);
}

bool find_verdict(const ColumnLookup& lookup, Columns& columns) {
  return find_by_name(lookup, kVerdictNames, columns) || find_flags(lookup, columns) || find_counts(lookup, columns) ||
         find_scores(lookup, columns) || find_by_name(lookup, kLateVerdictNames, columns);
}

bool find_pair(const ColumnLookup& lookup, Columns& columns) {
  if (find_sides(lookup, columns)) {
    columns.shape = RowShape::pair;
    if (find_verdict(lookup, columns)) return true;
  } else if (find_counted_items(lookup, columns)) {
    return true;
  }
  columns = {};
  if (find_judged_things(lookup, columns)) return true;
  columns = {};
  return false;
}

}  // namespace pdrank::io
