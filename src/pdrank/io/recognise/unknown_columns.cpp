// What is said about columns that make no layout.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "pdrank/core/option_name.hpp"
#include "pdrank/io/bytes/foreign_format.hpp"
#include "pdrank/io/recognise/column_lookup.hpp"
#include "pdrank/io/recognise/column_spec.hpp"
#include "pdrank/io/text.hpp"

namespace pdrank::io {
namespace {

constexpr std::string_view kKnownLayouts =
    "known layouts: winner,loser; chosen,rejected; left,right,winner; model_a,model_b,winner; left,right,label; "
    "player1,player2,outcome; home,away,home_goals,away_goals; item_a,item_b,wins_a,wins_b; ranking; 1st,2nd,3rd; "
    "judge,item,rank; "
    "best,worst; each with annotator, weight, tie";

// Whether a name cannot stand in a spec, which has commas and equals signs of its own.
bool is_unfit(const std::string& name) { return name.find_first_of(",=") != std::string::npos; }

// "left=..,right=..,winner=..", with the number of a column whose name is unfit.
std::string pair_spec(const ColumnLookup& lookup, std::size_t left, std::size_t right, std::size_t winner) {
  const std::vector<std::string>& names = lookup.table.names;
  const auto shown = [&](std::size_t k) { return is_unfit(names[k]) ? std::to_string(k + 1) : names[k]; };
  return shown_spec(fmt::format("left={},right={},winner={}", shown(left), shown(right), shown(winner)));
}

// The only column beside these two that sounds as if it said who won: Which of the two do you prefer?
std::optional<std::size_t> likely_verdict(const ColumnLookup& lookup, const Columns& pair) {
  constexpr std::array<std::string_view, 10> kWords = {"prefer", "better", "best",   "win",  "choice",
                                                       "choose", "chosen", "select", "pick", "favo"};
  std::optional<std::size_t> found;
  for (std::size_t k = 0; k < lookup.names.size(); ++k) {
    const bool sounds = std::ranges::any_of(
        kWords, [&](std::string_view word) { return lookup.names[k].find(word) != std::string::npos; });
    if (!sounds || k == pair.first || k == pair.second) continue;
    if (found) return std::nullopt;
    found = k;
  }
  return found;
}

void refuse_pair_without_verdict(const ColumnLookup& lookup) {
  Columns pair;
  if (!find_sides(lookup, pair)) {
    const std::vector<SidedColumns> sided = sided_columns(lookup);
    if (sided.size() != 1) return;
    pair.first = sided[0].first;
    pair.second = sided[0].second;
  }
  if (lookup.names[pair.first] == "a" && lookup.find("c")) return;
  const std::string &left = lookup.table.names[pair.first], &right = lookup.table.names[pair.second];
  // Numbers alone would say that there is no line of names.
  const auto verdict = likely_verdict(lookup, pair);
  if (verdict && !(is_unfit(left) && is_unfit(right) && is_unfit(lookup.table.names[*verdict])))
    lookup.refuse(fmt::format("columns {} and {} look like two items, and {} like who won; if so, use {} {}",
                              quoted(left), quoted(right), quoted(lookup.table.names[*verdict]),
                              option_named("columns"), pair_spec(lookup, pair.first, pair.second, *verdict)));
  lookup.refuse(fmt::format(
      "there are columns {0} and {1}, but none that says who won: add a column winner ({0}, {1} "
      "or tie), or name it with {2} {3}",
      left, right, option_named("columns"), shown_spec(fmt::format("left={},right={},winner=..", left, right))));
}

void refuse_ratings(const ColumnLookup& lookup) {
  const std::vector<std::string>& names = lookup.table.names;
  const auto item = lookup.find_any(kPlacedNames), rating = lookup.find_any(kRatingNames),
             rank = lookup.find_any(kRankNames), annotator = lookup.find_any(kAnnotatorNames);
  if (item && rating && annotator)
    lookup.refuse(fmt::format("these are ratings, not comparisons; {} {} compares what the same {} has rated",
                              option_named("columns"), shown_spec("rating=" + names[*rating]), names[*annotator]));
  if (item && (rank || rating))
    lookup.refuse(
        fmt::format("columns {} and {} make one ranking; to compare several, add a column that says which one each "
                    "row belongs to, such as judge or task",
                    names[*item], names[rank ? *rank : *rating]));
}

// Where one pair of columns looks like the items, it is shown as the way to name them.
void refuse_winner_alone(const ColumnLookup& lookup) {
  const auto winner = lookup.find("winner");
  if (!winner) return;
  const std::vector<std::string>& names = lookup.table.names;
  const std::vector<SidedColumns> pairs = sided_columns(lookup);
  const std::string left = pairs.size() == 1 ? names[pairs[0].first] : "..",
                    right = pairs.size() == 1 ? names[pairs[0].second] : "..";
  lookup.refuse(fmt::format(
      "there is a column {0}, but none for the loser, and no two for the items: name them with {1} {2}, or {3}",
      names[*winner], option_named("columns"), shown_spec(fmt::format("winner={},loser=..", names[*winner])),
      shown_spec(fmt::format("left={},right={},winner={}", left, right, names[*winner]))));
}

// A table of wins without the names of its items.
void refuse_numbers(const ColumnLookup& lookup) {
  const auto is_number = [](std::string_view name) { return parse_finite(name).has_value(); };
  if (lookup.names.size() < 3 || !std::ranges::all_of(lookup.names, is_number)) return;
  lookup.refuse(
      "the first line has nothing but numbers. If this is a table of wins, add a first line with the names of the "
      "items, and the name of its item in front of every row");
}

// A form's question for every pair, or a grid with every item: "Which is better? [A vs B]", "Rank them [A]".
void refuse_questions(const ColumnLookup& lookup) {
  const auto count = [&](std::string_view part) {
    return std::ranges::count_if(lookup.table.names,
                                 [part](const std::string& name) { return name.find(part) != std::string::npos; });
  };
  const bool are_pairs = count(" vs ") > 1;
  if (!are_pairs && count(" [") < 2) return;
  constexpr std::string_view kRead =
      "python3 -c \"import pandas; t = pandas.read_csv('FILE').filter(like='{}'); t.columns = "
      "t.columns.str.split('[').str[-1].str.strip(']'); t = t.rename_axis('judge').reset_index().melt('judge', "
      "var_name='{}', value_name='{}').dropna(); {}t.to_csv('long.csv', index=False)\"";
  const std::string line = are_pairs ? fmt::format(kRead, " vs ", "pair", "winner",
                                                   "t[['left', 'right']] = t['pair'].str.split(' vs ', expand=True); ")
                                     : fmt::format(kRead, " [", "item", "rank", "");
  lookup.refuse(fmt::format("{}; make a row for each answer: {}",
                            are_pairs ? "each pair has a column of its own"
                                      : "each item has a column of its own, which is read if it has the item's place",
                            with_file(line, lookup.table.path)));
}

// Somebody's place or rating for every item, in a column each.
void refuse_items_in_columns(const ColumnLookup& lookup) {
  const auto annotator = lookup.find_any(kAnnotatorNames);
  if (!annotator || lookup.names.size() < 4 || !sided_columns(lookup).empty()) return;
  const std::string& name = lookup.table.names[*annotator];
  const std::string melted = name.find_first_of("'\"\\$`") == name.npos ? name : "judge";
  lookup.refuse(fmt::format(
      "columns {} are not recognised. If every column but {} is an item, and a row has the place of each, make a row "
      "for each item: python3 -c \"import pandas; pandas.read_csv('{}').melt('{}', var_name='item', "
      "value_name='rank').dropna().to_csv('long.csv', index=False)\". Otherwise name the columns with {} "
      "winner=..,loser=..",
      shown_names(lookup.table.names, 4), quoted(name), with_file("FILE", lookup.table.path), melted,
      option_named("columns")));
}

}  // namespace

void refuse_part(const ColumnLookup& lookup, std::string_view missing, std::string_view known) {
  lookup.refuse(fmt::format("{} needs {} too: no column of {} has a name such as {}", option_named("columns"), missing,
                            shown_names(lookup.table.names), known));
}

void refuse_idle_verdict(const ColumnLookup& lookup, const Columns& columns) {
  const auto is_one_of = [&](const auto& pairs) {
    return std::any_of(pairs.begin(), pairs.end(), [&](const NamePair& pair) {
      return pair.first == lookup.names[columns.first] && pair.second == lookup.names[columns.second];
    });
  };
  Columns judged = columns;
  if (is_one_of(kWinnerLoserNames) || !find_verdict(lookup, judged)) return;
  const bool are_sides = is_one_of(kPairNames) || is_one_of(kJudgedPairNames);
  if (!are_sides && lookup.names[judged.verdict] != "winner") return;
  const std::vector<std::string>& names = lookup.table.names;
  lookup.refuse(fmt::format("column {} says who won, so {} is not the winner of every row; use {} {}",
                            quoted(names[judged.verdict]), quoted(names[columns.first]), option_named("columns"),
                            shown_spec(fmt::format("left={},right={}", names[columns.first], names[columns.second]))));
}

void refuse_names(const ColumnLookup& lookup) {
  const TableFormat& table = lookup.table;
  if (table.names.empty()) lookup.refuse(table.in_memory ? "there are no columns" : "the first line has no columns");
  const bool is_text = !table.is_keyed && !table.in_memory;
  if (is_text && table.names == std::vector<std::string>{"[]"}) lookup.refuse("the array has no rows");
  if (table.names.size() == 1)
    lookup.refuse(
        fmt::format("only one {} {}; comparisons need at least two, such as winner and loser{}, or one named ranking{}",
                    table.is_keyed ? "key" : "column", shown_names(table.names),
                    is_text ? fmt::format(" (separated by comma, tab, semicolon or |; {} names another delimiter, such "
                                          "as space, and {} skips lines above the names)",
                                          option_named("delimiter"), option_named("skip_lines"))
                            : "",
                    is_text ? "; if these are items to be compared, `pdrank next` lists pairs of them: give the file "
                              "as " +
                                  option_named("items")
                            : ""));
  if (is_text) refuse_numbers(lookup);
  refuse_pair_without_verdict(lookup);
  refuse_ratings(lookup);
  refuse_winner_alone(lookup);
  if (is_text) refuse_questions(lookup), refuse_items_in_columns(lookup);
  const std::string nested =
      table.nested.empty()
          ? ""
          : fmt::format("; values inside {} are not read: move them to the top level, for example with jq",
                        shown_names(table.nested));
  lookup.refuse(fmt::format("columns {} are not recognised{}; name them with {} winner=..,loser=.. ({})",
                            shown_names(table.names), nested, option_named("columns"), kKnownLayouts));
}

}  // namespace pdrank::io
