#include "pdrank/io/recognise/columns.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/option_name.hpp"
#include "pdrank/core/parse_number.hpp"
#include "pdrank/io/recognise/column_names.hpp"
#include "pdrank/io/recognise/column_spec.hpp"
#include "pdrank/io/text.hpp"

namespace pdrank::io {
namespace {

constexpr std::size_t kShownNames = 8, kShownOfMany = 40;
constexpr std::string_view kKnownLayouts =
    "known layouts: winner,loser; chosen,rejected; left,right,winner; model_a,model_b,winner; left,right,label; "
    "player1,player2,outcome; ranking; each with annotator, weight, tie";

using Names = std::vector<std::string>;

template <class Table, class Value>
bool contains(const Table& table, const Value& value) {
  return std::find(table.begin(), table.end(), value) != table.end();
}

template <class Table>
bool pairs_contain(const Table& table, std::string_view name) {
  return std::any_of(table.begin(), table.end(),
                     [name](const NamePair& pair) { return pair.first == name || pair.second == name; });
}

std::string shown_names(const Names& names, std::size_t most = kShownNames) {
  std::string text;
  for (std::size_t k = 0; k < std::min(names.size(), most); ++k) text += (k == 0 ? "" : ", ") + quoted(names[k]);
  return names.size() > most ? text + ", ..." : text;
}

// Columns that somebody asked for beside those that say who won.
bool is_extra(std::size_t column, const Columns& columns) {
  return contains(columns.extra, column) || contains(columns.context, column) || contains(columns.where, column);
}

bool is_used(std::size_t column, const Columns& columns) {
  const bool ranking = columns.shape == RowShape::ranking;  // says itself what is level
  return column == columns.first || (!ranking && column == columns.second) ||
         (columns.shape == RowShape::pair && column == columns.verdict) || is_extra(column, columns);
}

// Looks columns up by folded name.
class Recogniser {
 public:
  Recogniser(const TableFormat& table, std::uint64_t line) : table_(table), line_(line) {
    for (const std::string& name : table.names) names_.push_back(folded(name));
  }

  Columns by_name() const {
    if (contains(names_, "probability_correct"))
      refuse("this is a file of confidences, whose weights are no counts; rank the comparisons it was made from");
    Columns columns;
    if (!find_winner_loser(columns) && !find_pair(columns) && !find_ranking(columns)) {
      if (!are_bare_items()) refuse_names();
      return bare_items();
    }
    find_optional(columns);
    return columns;
  }

  Columns items_by_name() const {
    Columns columns;
    if (find_winner_loser(columns) || find_two(kPairNames, columns)) return columns;
    if (!are_bare_items())
      refuse(fmt::format("columns {} are not recognised; pairs are in two columns, such as left and right",
                         shown_names(table_.names)));
    return bare_items();
  }

  Columns by_spec(const ColumnSpec& spec) const {
    // A number alone could be a name too where items are numbers: a spec of nothing but numbers is taken as numbers.
    // Tables in memory have nothing but names.
    const bool by_number = !table_.in_memory && std::all_of(spec.begin(), spec.end(), [this](const auto& entry) {
      return entry.second.empty() || column_number(entry.second).has_value();
    });
    const auto at = [&](std::string_view role) { return column_for(spec.find(role)->second, by_number); };
    Columns columns = names_items(spec) ? items_by_spec(spec, at) : by_name();
    columns.names_are_data = columns.names_are_data || (names_items(spec) && by_number && !names_its_role(columns));
    if (!columns.names_are_data) find_optional(columns);
    for (std::size_t k = 0; k < kExtras; ++k) {
      const auto given = spec.find(kExtraColumns[k].role);
      if (given == spec.end()) continue;
      columns.extra[k].reset();
      if (given->second.empty()) continue;
      if (!kExtraColumns[k].belongs_to(columns.shape)) refuse_role(given->first, columns.shape);
      columns.extra[k] = column_for(given->second, by_number);
    }
    name_first_kind(columns);
    return columns;
  }

  std::optional<std::size_t> asked_for(const Columns& columns, std::string_view name) const {
    if (!columns.names_are_data)
      if (const auto column = find(folded(name))) return column;
    if (const auto column = column_number(name)) return column;
    if (table_.is_keyed) return std::nullopt;
    refuse(no_column(name, table_.names));
  }

 private:
  std::optional<std::size_t> find(std::string_view name) const {
    const auto found = std::find(names_.begin(), names_.end(), name);
    if (found == names_.end()) return std::nullopt;
    if (std::find(found + 1, names_.end(), name) != names_.end())
      refuse(fmt::format("column {} appears twice",
                         quoted(table_.names[static_cast<std::size_t>(found - names_.begin())])));
    return static_cast<std::size_t>(found - names_.begin());
  }

  template <class Table>
  bool find_two(const Table& table, Columns& columns) const {
    for (const NamePair& pair : table) {
      if (!contains(names_, pair.first) || !contains(names_, pair.second)) continue;
      columns.first = *find(pair.first);
      columns.second = *find(pair.second);
      return true;
    }
    return false;
  }

  // The columns that make the shape; at(role) finds one.
  template <class At>
  Columns items_by_spec(const ColumnSpec& spec, const At& at) const {
    Columns columns;
    if (spec.contains("ranking")) {
      columns.shape = RowShape::ranking;
      columns.first = at("ranking");
    } else if (spec.contains("left")) {
      const std::string role = spec.contains("label") ? "label" : spec.contains("outcome") ? "outcome" : "winner";
      columns.shape = RowShape::pair;
      columns.first = at("left");
      columns.second = at("right");
      columns.verdict = at(role);
      columns.verdict_kind = verdict_kind(role, names_[columns.verdict]);
    } else {
      columns.first = at("winner");
      columns.second = at("loser");
    }
    return columns;
  }

  bool find_winner_loser(Columns& columns) const { return find_two(kWinnerLoserNames, columns); }

  bool find_pair(Columns& columns) const {
    if (!find_two(kPairNames, columns)) return false;
    for (const VerdictName& verdict : kVerdictNames) {
      const auto column = find(verdict.name);
      if (!column) continue;
      columns.shape = RowShape::pair;
      columns.verdict = *column;
      columns.verdict_kind = verdict.kind;
      return true;
    }
    return false;
  }

  bool find_ranking(Columns& columns) const {
    const auto column = find_any(kRankingNames);
    if (!column) return false;
    columns.shape = RowShape::ranking;
    columns.first = *column;
    return true;
  }

  template <class Table>
  std::optional<std::size_t> find_any(const Table& table) const {
    for (const std::string_view name : table)
      if (const auto column = find(name)) return column;
    return std::nullopt;
  }

  void find_optional(Columns& columns) const {
    for (std::size_t k = 0; k < kExtras; ++k)
      if (kExtraColumns[k].belongs_to(columns.shape)) columns.extra[k] = find_unused(kExtraColumns[k].names, columns);
    name_first_kind(columns);
  }

  void name_first_kind(Columns& columns) const {
    if (const auto column = columns.of(Extra::first))
      columns.first_kind = columns.names_are_data ? FirstKind::any : first_kind(names_[*column]);
  }

  template <class Table>
  std::optional<std::size_t> find_unused(const Table& table, const Columns& columns) const {
    const auto column = find_any(table);
    const bool used = column == columns.first || (columns.shape != RowShape::ranking && column == columns.second) ||
                      (columns.shape == RowShape::pair && column == columns.verdict);
    return used ? std::nullopt : column;
  }

  // Two columns without known names, taken as they come.
  bool are_bare_items() const { return names_.size() == 2 && !is_header(); }

  Columns bare_items() const {
    return {.first = 0, .second = 1, .in_order = true, .names_are_data = !table_.in_memory};
  }

  // Whether the first line of two columns can only be a header.
  bool is_header() const {
    return table_.is_keyed || std::any_of(names_.begin(), names_.end(), [](const std::string& name) {
             return pairs_contain(kWinnerLoserNames, name) || pairs_contain(kPairNames, name) ||
                    contains(kForeignNames, name);
           });
  }

  // For columns given by number: whether the first line itself calls them what they are said to be.
  bool names_its_role(const Columns& columns) const {
    const std::string& first = names_[columns.first];
    if (columns.shape == RowShape::ranking) return contains(kRankingNames, first);
    const NamePair pair{first, names_[columns.second]};
    const auto is_pair = [&](const NamePair& known) {
      return known.first == pair.first && known.second == pair.second;
    };
    return std::any_of(kWinnerLoserNames.begin(), kWinnerLoserNames.end(), is_pair) ||
           std::any_of(kPairNames.begin(), kPairNames.end(), is_pair);
  }

  static VerdictKind verdict_kind(std::string_view role, std::string_view name) {
    if (role == "winner") return VerdictKind::winner;
    const auto known = std::find_if(kVerdictNames.begin(), kVerdictNames.end(),
                                    [name](const VerdictName& verdict) { return verdict.name == name; });
    const bool outcome = role == "outcome" || (known != kVerdictNames.end() && known->kind == VerdictKind::outcome);
    return outcome ? VerdictKind::outcome : VerdictKind::label;
  }

  std::optional<std::size_t> column_number(std::string_view text) const {
    const auto number = parse_number<std::size_t>(text);
    if (!number || *number < 1 || *number > names_.size() || table_.is_keyed) return std::nullopt;
    return *number - 1;
  }

  std::size_t column_for(const std::string& value, bool by_number) const {
    if (!by_number)
      if (const auto column = find(folded(value))) return *column;
    if (const auto column = column_number(value)) return *column;
    refuse(fmt::format("no column {} among the columns {}", quoted(value), shown_names(table_.names)));
  }

  [[noreturn]] void refuse_role(std::string_view role, RowShape shape) const {
    refuse(fmt::format("{} {}= is not for {}, which say that themselves", option_named("columns"), role,
                       shape == RowShape::pair ? "two items with a verdict" : "whole rankings"));
  }

  [[noreturn]] void refuse(const std::string& reason) const { throw InputError(table_.path, line_, reason); }

  [[noreturn]] void refuse_names() const {
    if (names_.empty()) refuse(table_.in_memory ? "there are no columns" : "the first line has no columns");
    if (names_.size() == 1)
      refuse(
          fmt::format("only one {} {}; comparisons need at least two, such as winner and loser{}, or one named ranking",
                      table_.is_keyed ? "key" : "column", shown_names(table_.names),
                      table_.is_keyed || table_.in_memory ? "" : " (separated by comma, tab or semicolon)"));
    if (find("left") && find("right"))
      refuse("there are columns left and right, but none that says who won: add a column winner (left, right or tie)");
    refuse(fmt::format("columns {} are not recognised; name them with {} winner=..,loser=.. ({})",
                       shown_names(table_.names), option_named("columns"), kKnownLayouts));
  }

  const TableFormat& table_;
  std::uint64_t line_;
  Names names_;
};

}  // namespace

Columns recognise_columns(const TableFormat& table, std::uint64_t line, const std::string& spec) {
  const Recogniser recogniser(table, line);
  return spec.empty() ? recogniser.by_name() : recogniser.by_spec(parse_column_spec(spec));
}

Columns recognise_items(const TableFormat& table, std::uint64_t line) {
  return Recogniser(table, line).items_by_name();
}

std::optional<std::size_t> find_column(const TableFormat& table, std::uint64_t line, const Columns& columns,
                                       std::string_view name) {
  return Recogniser(table, line).asked_for(columns, name);
}

std::string no_column(std::string_view name, const std::vector<std::string>& names) {
  return fmt::format("no column {}; the columns are {}", quoted(name), shown_names(names, kShownOfMany));
}

std::vector<std::size_t> used_columns(const TableFormat& table, const Columns& columns) {
  std::vector<std::size_t> used;
  for (std::size_t k = 0; k < table.names.size(); ++k)
    if (is_used(k, columns)) used.push_back(k);
  return used;
}

std::vector<std::string> unused_columns(const TableFormat& table, const Columns& columns) {
  std::vector<std::string> names;
  if (columns.names_are_data) return names;
  // The program's own surprise nobody.
  const bool asked = contains(table.names, kAskedColumns.front());
  const auto is_own = [&](const std::string& name) {
    return contains(kVotedColumns, name) || (asked && contains(kAskedColumns, name));
  };
  for (std::size_t k = 0; k < table.names.size(); ++k)
    if (!is_used(k, columns) && !table.names[k].empty() && !is_own(table.names[k])) names.push_back(table.names[k]);
  return names;
}

}  // namespace pdrank::io
