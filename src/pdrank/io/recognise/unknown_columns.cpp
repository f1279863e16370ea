// What is said about columns that make no layout.
#include <fmt/format.h>

#include <algorithm>

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

void refuse_pair_without_verdict(const ColumnLookup& lookup) {
  Columns pair;
  if (!find_sides(lookup, pair) || (lookup.names[pair.first] == "a" && lookup.find("c"))) return;
  const std::string &left = lookup.table.names[pair.first], &right = lookup.table.names[pair.second];
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
        fmt::format("columns {} and {} make one ranking; to compare several, add a column that says whose each row "
                    "is, such as judge or task",
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

// Somebody's place or rating for every item, in a column each.
void refuse_items_in_columns(const ColumnLookup& lookup) {
  const auto annotator = lookup.find_any(kAnnotatorNames);
  if (!annotator || lookup.names.size() < 4) return;
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
  if (is_text) refuse_items_in_columns(lookup);
  const std::string nested =
      table.nested.empty() ? ""
                           : fmt::format("; what is inside of {} is not read: bring it to the top, such as with jq",
                                         shown_names(table.nested));
  lookup.refuse(fmt::format("columns {} are not recognised{}; name them with {} winner=..,loser=.. ({})",
                            shown_names(table.names), nested, option_named("columns"), kKnownLayouts));
}

}  // namespace pdrank::io
