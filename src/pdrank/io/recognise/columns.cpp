#include "pdrank/io/recognise/columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/option_name.hpp"
#include "pdrank/core/parse_number.hpp"
#include "pdrank/io/recognise/column_lookup.hpp"
#include "pdrank/io/recognise/column_spec.hpp"
#include "pdrank/io/text.hpp"

namespace pdrank::io {
namespace {

constexpr std::size_t kManyColumns = 40;

constexpr auto kWinners = kWinnerLoserNames | std::views::transform(&NamePair::first);
constexpr auto kLosers = kWinnerLoserNames | std::views::transform(&NamePair::second);

// Columns that somebody asked for beside those that say who won.
bool is_extra(std::size_t column, const Columns& columns) {
  const auto is_asked_for = [&](const AskedColumn& one) { return one.first == column || one.second == column; };
  return contains(columns.extra, column) || contains(columns.where, column) ||
         std::ranges::any_of(columns.context, is_asked_for);
}

// The columns that make the shape.
std::vector<std::size_t> main_columns(const Columns& columns) {
  std::vector<std::size_t> main = {columns.first};
  const RowShape shape = columns.shape;
  const bool is_pair = shape == RowShape::pair || shape == RowShape::counted;
  if (is_pair || shape == RowShape::winner_loser || shape == RowShape::best_worst) main.push_back(columns.second);
  if (is_pair || shape == RowShape::placed) main.push_back(columns.verdict);
  const bool has_several = columns.verdict_kind == VerdictKind::scores || columns.verdict_kind == VerdictKind::flags ||
                           columns.verdict_kind == VerdictKind::counts;
  if (has_several) main.push_back(columns.verdict_of_second);
  if (columns.verdict_of_tie) main.push_back(*columns.verdict_of_tie);
  main.insert(main.end(), columns.more.begin(), columns.more.end());
  return main;
}

bool is_used(std::size_t column, const Columns& columns) {
  return contains(main_columns(columns), column) || is_extra(column, columns);
}

// Tells the layout.
class Recogniser : private ColumnLookup {
 public:
  using ColumnLookup::ColumnLookup;

  Columns by_name() const {
    if (contains(names, "probability_correct"))
      refuse("this is a file of confidences, whose weights are not counts; rank the comparisons it was made from");
    Columns columns;
    if (find_winner_loser(columns) || find_pair(*this, columns) || find_best_worst(columns) || find_ranking(columns) ||
        find_placed(columns) || find_choices(*this, columns)) {
      find_optional(columns);
      return columns;
    }
    if (is_bare_ranking()) return {.shape = RowShape::ranking, .names_are_data = true};
    if (is_matrix()) return matrix();
    if (!are_bare_items()) refuse_names(*this);
    return bare_items();
  }

  Columns items_by_name() const {
    Columns columns;
    if (find_winner_loser(columns) || find_two(kPairNames, columns)) return columns;
    // Names of one letter could as well be items.
    if (find_two(std::span(kJudgedPairNames).first(kJudgedPairNames.size() - 1), columns)) return columns;
    if (!are_bare_items())
      refuse(fmt::format("columns {} are not recognised; pairs are in two columns, such as left and right",
                         shown_names(table.names)));
    return bare_items();
  }

  Columns by_spec(const ColumnSpec& spec) const {
    // A number alone could be a name too where items are numbers: a spec of nothing but numbers is taken as numbers.
    // Tables in memory have nothing but names.
    const bool by_number = !table.in_memory && std::all_of(spec.begin(), spec.end(), [this](const auto& entry) {
      return entry.second.empty() || column_number(entry.second).has_value();
    });
    const auto at = [&](std::string_view role) { return column_for(spec.find(role)->second, by_number); };
    Columns columns = names_items(spec) ? items_by_spec(spec, at) : by_name();
    columns.names_are_data = columns.names_are_data || (names_all_items(spec) && by_number && !names_its_role(columns));
    if (!columns.names_are_data) find_optional(columns);
    for (std::size_t k = 0; k < kExtras; ++k) {
      const auto given = spec.find(kExtraColumns[k].role);
      if (given == spec.end()) continue;
      columns.extra[k].reset();
      // Of counts a tie is one more count.
      if (columns.shape == RowShape::counted && k == static_cast<std::size_t>(Extra::tie)) {
        columns.verdict_of_tie.reset();
        if (!given->second.empty()) columns.verdict_of_tie = column_for(given->second, by_number);
        continue;
      }
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
    if (table.is_keyed) return std::nullopt;
    refuse(no_column(name, table.names));
  }

 private:
  // The columns that make the shape; at(role) finds one.
  template <class At>
  Columns items_by_spec(const ColumnSpec& spec, const At& at) const {
    Columns columns;
    if (spec.contains("ranking")) {
      columns.shape = RowShape::ranking;
      columns.first = at("ranking");
    } else if (spec.contains("item") || spec.contains("rank") || spec.contains("rating")) {
      const bool is_rank = !spec.contains("rating");
      columns.shape = RowShape::placed;
      columns.first = spec.contains("item") ? at("item") : known_column(kPlacedNames, "item");
      columns.verdict = spec.contains("rank") ? at("rank") : is_rank ? known_column(kRankNames, "rank") : at("rating");
      columns.verdict_kind = is_rank ? VerdictKind::rank : VerdictKind::rating;
      find_sets(columns);
    } else if (spec.contains("left")) {
      columns.shape = RowShape::pair;
      columns.first = at("left");
      columns.second = at("right");
      verdict_by_spec(spec, at, columns);
    } else if (!names_all_items(spec) && !spec.contains("loser") && find_sides(*this, columns)) {
      columns.shape = RowShape::pair;
      verdict_by_spec(spec, at, columns);
      if (columns.verdict == columns.first || columns.verdict == columns.second)
        refuse_part(*this, "left=..,right=..", "left");
    } else if (spec.contains("winner") || spec.contains("loser")) {
      columns.first = spec.contains("winner") ? at("winner") : known_column(kWinners, "winner");
      columns.second = spec.contains("loser") ? at("loser") : known_column(kLosers, "loser");
      refuse_idle_verdict(*this, columns);
    } else {
      refuse_part(*this, "left=..,right=..", "left");
    }
    return columns;
  }

  template <class At>
  void verdict_by_spec(const ColumnSpec& spec, const At& at, Columns& columns) const {
    if (spec.contains("left_score")) {
      columns.verdict = at("left_score");
      columns.verdict_of_second = at("right_score");
      columns.verdict_kind = VerdictKind::scores;
      return;
    }
    if (spec.contains("left_wins")) {
      columns.shape = RowShape::counted;
      columns.verdict = at("left_wins");
      columns.verdict_of_second = at("right_wins");
      columns.verdict_of_tie = find_any(kTieCountNames);
      columns.verdict_kind = VerdictKind::counts;
      return;
    }
    const bool is_named = spec.contains("label") || spec.contains("outcome") || spec.contains("winner");
    if (!is_named && find_verdict(*this, columns)) return;
    if (!is_named) refuse_part(*this, "winner=..", "winner");
    const std::string role = spec.contains("label") ? "label" : spec.contains("outcome") ? "outcome" : "winner";
    columns.verdict = at(role);
    columns.verdict_kind = verdict_kind(role, names[columns.verdict]);
  }

  bool find_winner_loser(Columns& columns) const { return find_two(kWinnerLoserNames, columns); }

  // Without the items that were shown it is one comparison.
  bool find_best_worst(Columns& columns) const {
    if (!find_two(kBestWorstNames, columns)) return false;
    for (std::size_t k = 0; k < names.size(); ++k)
      if (is_numbered(names[k])) columns.more.push_back(k);
    if (columns.more.empty())
      if (const auto list = find_any(kShownListNames)) columns.more.push_back(*list);
    if (!columns.more.empty()) columns.shape = RowShape::best_worst;
    return true;
  }

  // item1, item_2, ..
  static bool is_numbered(std::string_view name) {
    return std::any_of(kShownNames.begin(), kShownNames.end(), [name](std::string_view thing) {
      if (!name.starts_with(thing)) return false;
      const std::size_t digits = thing.size() + (name.substr(thing.size()).starts_with('_') ? 1 : 0);
      return parse_number<unsigned>(name.substr(digits)).has_value();
    });
  }

  bool find_ranking(Columns& columns) const {
    auto column = find_any(kRankingNames);
    if (!column && !find_any(kRankNames)) column = find_any(kBallotNames);
    if (!column) return false;
    columns.shape = RowShape::ranking;
    columns.first = *column;
    return true;
  }

  // A row for every item of a ranking. Somebody must have made it, or something must keep it apart from others.
  bool find_placed(Columns& columns) const {
    const auto item = find_any(kPlacedNames), rank = find_any(kRankNames);
    if (!item || !rank || !(find_any(kAnnotatorNames) || find_any(kSetNames))) return false;
    columns.shape = RowShape::placed;
    columns.first = *item;
    columns.verdict = *rank;
    columns.verdict_kind = VerdictKind::rank;
    find_sets(columns);
    return true;
  }

  // A column that the caller does not name, but the file does.
  template <class Known>
  std::size_t known_column(const Known& known, std::string_view role) const {
    if (const auto column = find_any(known)) return *column;
    refuse_part(*this, fmt::format("{}=..", role), role);
  }

  void find_sets(Columns& columns) const {
    for (const std::string_view name : kSetNames) {
      const auto column = find(name);
      if (column && *column != columns.first && *column != columns.verdict) columns.more.push_back(*column);
    }
  }

  void find_optional(Columns& columns) const {
    for (std::size_t k = 0; k < kExtras; ++k)
      if (kExtraColumns[k].belongs_to(columns.shape)) columns.extra[k] = find_unused(kExtraColumns[k].names, columns);
    if (!names[columns.first].starts_with("home")) columns.extra[static_cast<std::size_t>(Extra::neutral)].reset();
    name_first_kind(columns);
  }

  void name_first_kind(Columns& columns) const {
    if (const auto column = columns.of(Extra::first))
      columns.first_kind = columns.names_are_data ? FirstKind::any : first_kind(names[*column]);
  }

  template <class Known>
  std::optional<std::size_t> find_unused(const Known& known, const Columns& columns) const {
    const auto column = find_any(known);
    return column && contains(main_columns(columns), *column) ? std::nullopt : column;
  }

  // One column without a header: A>B>C.
  bool is_bare_ranking() const {
    return names.size() == 1 && !table.is_keyed && !table.in_memory && names[0].find('>') != std::string::npos;
  }

  // A table of wins: its corner has no name, or that of the items below it.
  bool is_matrix() const {
    if (table.is_keyed || names.size() < 3) return false;
    const bool is_corner = names[0].empty() || names[0] == "item";
    return is_corner && std::none_of(names.begin() + 1, names.end(),
                                     [](const std::string& name) { return name.empty() || is_known(name); });
  }

  Columns matrix() const {
    Columns columns{.shape = RowShape::matrix};
    for (std::size_t k = 1; k < names.size(); ++k) columns.more.push_back(k);
    return columns;
  }

  // Names that columns have and items do not.
  static bool is_known(std::string_view name) {
    const auto is_verdict = [name](const VerdictName& verdict) { return verdict.name == name; };
    return pairs_contain(kWinnerLoserNames, name) ||
           std::any_of(kVerdictNames.begin(), kVerdictNames.end(), is_verdict) || contains(kAnnotatorNames, name) ||
           contains(kWeightNames, name) || contains(kTieNames, name) || contains(kRankNames, name) ||
           contains(kRatingNames, name) || contains(kForeignNames, name);
  }

  // Two columns without known names, taken as they come.
  bool are_bare_items() const { return names.size() == 2 && !is_header(); }

  Columns bare_items() const { return {.first = 0, .second = 1, .in_order = true, .names_are_data = !table.in_memory}; }

  // Whether the first line of two columns can only be a header.
  bool is_header() const {
    return table.is_keyed || std::any_of(names.begin(), names.end(), [](const std::string& name) {
             return pairs_contain(kWinnerLoserNames, name) || pairs_contain(kPairNames, name) ||
                    contains(kForeignNames, name);
           });
  }

  // For columns given by number: whether the first line itself calls them what they are said to be.
  bool names_its_role(const Columns& columns) const {
    const std::string& first = names[columns.first];
    if (columns.shape == RowShape::ranking) return contains(kRankingNames, first) || contains(kBallotNames, first);
    const NamePair pair{first, names[columns.second]};
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

  std::size_t column_for(const std::string& value, bool by_number) const {
    if (!by_number)
      if (const auto column = find(folded(value))) return *column;
    if (const auto column = column_number(value)) return *column;
    refuse(fmt::format("no column {} among the columns {}{}", quoted(value), shown_names(table.names),
                       perhaps_column(value, table.names)));
  }

  [[noreturn]] void refuse_role(std::string_view role, RowShape shape) const {
    refuse(fmt::format("{} {}= is not for {}, which say that themselves", option_named("columns"), role,
                       shape == RowShape::pair      ? "two items with a verdict"
                       : shape == RowShape::counted ? "counts of wins"
                                                    : "whole rankings"));
  }
};

}  // namespace

Columns recognise_columns(const TableFormat& table, std::uint64_t line, const std::string& spec) {
  const Recogniser recogniser(table, line);
  return spec.empty() ? recogniser.by_name() : recogniser.by_spec(parse_column_spec(spec));
}

bool are_names(const TableFormat& table, const std::string& spec) {
  try {
    const Columns columns = recognise_columns(table, 0, spec);
    return !columns.in_order && !columns.names_are_data && columns.shape != RowShape::matrix;
  } catch (const InputError&) {
    return false;
  }
}

Columns recognise_items(const TableFormat& table, std::uint64_t line) {
  return Recogniser(table, line).items_by_name();
}

std::optional<std::size_t> find_column(const TableFormat& table, std::uint64_t line, const Columns& columns,
                                       std::string_view name) {
  return Recogniser(table, line).asked_for(columns, name);
}

std::string no_column(std::string_view name, const std::vector<std::string>& names) {
  return fmt::format("no column {}; the columns are {}{}", quoted(name), shown_names(names, kManyColumns),
                     perhaps_column(name, names));
}

std::vector<std::size_t> used_columns(const TableFormat& table, const Columns& columns) {
  std::vector<std::size_t> used;
  for (std::size_t k = 0; k < table.names.size(); ++k)
    if (is_used(k, columns)) used.push_back(k);
  return used;
}

std::string likely_role(std::string_view name, const Columns& columns, const std::string& spec) {
  const ColumnSpec asked = spec.empty() ? ColumnSpec() : parse_column_spec(spec);
  for (const LikelyNames& likely : kLikelyColumns) {
    const ExtraColumn& extra = kExtraColumns[static_cast<std::size_t>(likely.what)];
    const bool is_open = !columns.of(likely.what) && !asked.contains(extra.role) && extra.belongs_to(columns.shape);
    if (is_open && contains(likely.names, folded(name))) return std::string(extra.role);
  }
  return {};
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
