#include "pdrank/io/recognise/column_spec.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "pdrank/core/errors.hpp"
#include "pdrank/io/recognise/column_names.hpp"
#include "pdrank/io/text.hpp"

namespace pdrank::io {
namespace {

constexpr std::array<std::string_view, 14> kRoles = {
    "winner",      "loser",     "left",       "right",   "label", "outcome", "left_score",
    "right_score", "left_wins", "right_wins", "ranking", "item",  "rank",    "rating"};

bool is_extra(std::string_view role) {
  return std::ranges::find(kExtraColumns, role, &ExtraColumn::role) != kExtraColumns.end();
}

bool is_role(std::string_view role) { return is_extra(role) || std::ranges::find(kRoles, role) != kRoles.end(); }

std::string all_roles() {
  std::string roles = fmt::format("{}", fmt::join(kRoles, ", "));
  for (const ExtraColumn& extra : kExtraColumns) roles += fmt::format(", {}", extra.role);
  return roles;
}

}  // namespace

bool names_items(const ColumnSpec& spec) {
  return std::ranges::any_of(spec, [](const auto& entry) { return !is_extra(entry.first); });
}

namespace {

bool makes_a_layout(const ColumnSpec& spec) {
  const auto has = [&spec](std::string_view role) { return spec.contains(role) ? 1 : 0; };
  const int items = has("winner") + has("loser") + has("left") + has("right");
  const int scores = has("left_score") + has("right_score"), wins = has("left_wins") + has("right_wins");
  const int placed = has("item") + has("rank") + has("rating");
  const int verdicts = has("winner") + has("label") + has("outcome");
  if (!names_items(spec)) return true;  // these are recognised
  if (has("ranking")) return items + scores + wins + placed + verdicts == 0;
  if (placed > 0) return items + scores + wins + verdicts == 0 && has("rank") + has("rating") == 1;
  if (has("left") || has("right")) {
    const bool says_who_won = scores + wins == 0 ? verdicts == 1 : (scores == 2) != (wins == 2) && verdicts == 0;
    return has("left") && has("right") && !has("loser") && scores + wins <= 2 && says_who_won;
  }
  return has("winner") && has("loser") && verdicts == 1 && scores + wins == 0;
}

}  // namespace

ColumnSpec parse_column_spec(std::string_view text) {
  const auto refuse = [text](const std::string& rule) { throw InvalidArgument("columns", quoted(text), "it " + rule); };
  ColumnSpec spec;
  std::string_view rest = text;
  while (true) {
    const std::string_view entry = rest.substr(0, rest.find(','));
    const std::size_t equals = entry.find('=');
    const std::string role = folded(entry.substr(0, equals));
    if (equals == std::string_view::npos || !is_role(role))
      refuse("must be made of role=column with the roles " + all_roles());
    const std::string_view column = trimmed(entry.substr(equals + 1));
    if (column.empty() && !is_extra(role)) refuse("names no column for " + role);
    if (!spec.emplace(role, column).second) refuse("names " + role + " twice");
    if (entry.size() == rest.size()) break;
    rest.remove_prefix(entry.size() + 1);
  }
  if (!makes_a_layout(spec))
    refuse("must name winner and loser, or left, right and label, or ranking, or item and rank");
  return spec;
}

}  // namespace pdrank::io
