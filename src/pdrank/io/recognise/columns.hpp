// Which column of a table means what: recognised by name, or as the caller says it.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pdrank/io/recognise/verdict.hpp"
#include "pdrank/io/tables/table_reader.hpp"

namespace pdrank::io {

enum class RowShape {
  winner_loser,  // two item columns, the winner's and the loser's
  pair,          // two item columns, and one or more that say who won
  counted,       // two item columns, and how often each has won
  ranking,       // one column with a whole ranking
  best_worst,    // the best and the worst of some items
  placed,        // an item and its place in a ranking, which has a row for every item
  matrix,        // an item, and how often it has won against the item of each other column
};

// What a row may say beside who won (column_names.hpp: kExtraColumns).
enum class Extra { annotator, weight, tie, time, first, share, grade, neutral };
inline constexpr std::size_t kExtras = 8;

// How a column of winners and losers says who stood first.
enum class FirstKind {
  flag,  // whether the winner did
  home,  // 1 the winner, -1 the loser, 0 neither
  item,  // the item's name
  any,   // one of the first and last of these
};

// A column that the caller asked for. What the winner or the loser has of something is in one of two columns; or in one
// alone, which then speaks of the first item, and the second has none of it.
struct AskedColumn {
  enum class Of { row, winner, loser };
  Of of = Of::row;
  std::optional<std::size_t> first = {}, second = {};  // none: not there yet, or one column alone

  bool is_there() const { return first.has_value(); }
};

struct Columns {
  RowShape shape = RowShape::winner_loser;
  std::size_t first = 0;   // winner, left item, ranking, best item, or just the item
  std::size_t second = 0;  // loser, right item, or worst item
  std::size_t verdict = 0;
  VerdictKind verdict_kind = VerdictKind::winner;
  std::size_t verdict_of_second = 0;                           // scores, flags and counts
  std::optional<std::size_t> verdict_of_tie = {};              // flags and counts
  std::vector<std::size_t> more = {};                          // items shown, what keeps rankings apart, items met
  std::array<std::optional<std::size_t>, kExtras> extra = {};  // by Extra
  FirstKind first_kind = FirstKind::flag;
  std::vector<AskedColumn> context = {};
  std::vector<std::optional<std::size_t>> where = {};  // asked for by the caller; none: not there yet
  bool in_order = false;                               // no known names: two columns were taken as they come
  bool names_are_data = false;                         // the file has no header: its first line is a row

  std::optional<std::size_t> of(Extra what) const { return extra[static_cast<std::size_t>(what)]; }
};

// `spec` is ReadOptions::columns. Throws InputError at `line` if the columns are not there or not recognised,
// InvalidArgument for a spec that no file could satisfy.
Columns recognise_columns(const TableFormat& table, std::uint64_t line, const std::string& spec);

// Whether the names say by themselves what the columns mean: not as items of a table of wins or as a row of data.
bool are_names(const TableFormat& table, const std::string& spec);

// Where the two items of a row stand, whatever else there is: by name, or as the only two columns of a file without a
// header. Throws InputError at `line` if they are not recognised.
Columns recognise_items(const TableFormat& table, std::uint64_t line);

// A column that the caller asks for, by its name or else its 1-based number. Nothing if rows of JSON Lines may still
// bring it; otherwise throws InputError at `line` if it is not there.
std::optional<std::size_t> find_column(const TableFormat& table, std::uint64_t line, const Columns& columns,
                                       std::string_view name);

// The same of a name that may be "length of the winner" (core/words.hpp): then `length`, or else two columns that
// are called so for the first and the second item, such as length_a and length_b, or left_length and right_length.
// Throws InputError at `line` too if rows do not compare two items.
AskedColumn find_asked(const TableFormat& table, std::uint64_t line, const Columns& columns, std::string_view name);

// "no column 'x'; the columns are 'a', 'b'"
std::string no_column(std::string_view name, const std::vector<std::string>& names);

// The columns that mean something, in ascending order.
std::vector<std::size_t> used_columns(const TableFormat& table, const Columns& columns);

// What a column that means nothing here may say, by its name, as a role of `spec`; empty: nothing, or what rows of this
// shape say already, or what the caller has spoken of.
std::string likely_role(std::string_view name, const Columns& columns, const std::string& spec);

// The names of the table's columns that mean nothing here, without unnamed ones. None for a file without a header.
std::vector<std::string> unused_columns(const TableFormat& table, const Columns& columns);

}  // namespace pdrank::io
