// Columns of a table looked up by their folded names; what the finders of layouts share.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pdrank/io/recognise/column_names.hpp"
#include "pdrank/io/recognise/columns.hpp"
#include "pdrank/io/tables/table_reader.hpp"

namespace pdrank::io {

template <class Known, class Value>
bool contains(const Known& table, const Value& value) {
  return std::find(table.begin(), table.end(), value) != table.end();
}

template <class Known>
bool pairs_contain(const Known& table, std::string_view name) {
  return std::any_of(table.begin(), table.end(),
                     [name](const NamePair& pair) { return pair.first == name || pair.second == name; });
}

// 'a', 'b', ...
inline constexpr std::size_t kFewColumns = 8;
std::string shown_names(const std::vector<std::string>& names, std::size_t most = kFewColumns);

// "; did you mean 'judge'?", or nothing.
std::string perhaps_column(std::string_view name, const std::vector<std::string>& names);

class ColumnLookup {
 public:
  // `line` is where the names are.
  ColumnLookup(const TableFormat& table, std::uint64_t line);

  // All of these throw InputError if a column with that name is there twice.
  std::optional<std::size_t> find(std::string_view name) const;
  template <class Known>
  std::optional<std::size_t> find_any(const Known& known) const {
    for (const std::string_view name : known)
      if (const auto column = find(name)) return column;
    return std::nullopt;
  }
  // The first known pair that is there, as the first and the second column.
  template <class Known>
  bool find_two(const Known& known, Columns& columns) const {
    for (const NamePair& pair : known) {
      if (!contains(names, pair.first) || !contains(names, pair.second)) continue;
      columns.first = *find(pair.first);
      columns.second = *find(pair.second);
      return true;
    }
    return false;
  }

  // 1-based, as text.
  std::optional<std::size_t> column_number(std::string_view text) const;

  [[noreturn]] void refuse(const std::string& reason) const;

  const TableFormat& table;
  std::vector<std::string> names;  // folded

 private:
  // Where no other column is called as one is without its prefix.
  void drop_prefixes();

  std::uint64_t line_;
};

// Two columns that are called like the sides of a pair.
bool find_sides(const ColumnLookup& lookup, Columns& columns);

// What says who won of the first and the second column, or how often each has (pair_columns.cpp).
bool find_verdict(const ColumnLookup& lookup, Columns& columns);

// Two items and what says who won, or how often each has (pair_columns.cpp). False if they are not there.
bool find_pair(const ColumnLookup& lookup, Columns& columns);

// A ranking with a column for every place (choice_columns.cpp). False if there is none.
bool find_choices(const ColumnLookup& lookup, Columns& columns);

// Says what is there and what is missing of a layout, or which layouts there are (unknown_columns.cpp).
[[noreturn]] void refuse_names(const ColumnLookup& lookup);

// The same where the caller has named some of the columns: `missing` are the roles to name too, because no column is
// called something like `known`.
[[noreturn]] void refuse_part(const ColumnLookup& lookup, std::string_view missing, std::string_view known);

// Of winners and losers that the caller has named: they are the sides of pairs, and another column says who won. The
// ranking would be wrong.
void refuse_idle_verdict(const ColumnLookup& lookup, const Columns& columns);

// Two columns whose names differ in 1 and 2, a and b, left and right, or first and second.
struct SidedColumns {
  std::size_t first = 0, second = 0;
};
std::vector<SidedColumns> sided_columns(const ColumnLookup& lookup);

}  // namespace pdrank::io
