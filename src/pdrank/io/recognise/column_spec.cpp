#include "pdrank/io/recognise/column_spec.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/spelling.hpp"
#include "pdrank/io/recognise/column_names.hpp"
#include "pdrank/io/text.hpp"

namespace pdrank::io {
namespace {

constexpr std::array<std::string_view, 14> kRoles = {"winner",  "loser",      "left",        "right",     "label",
                                                     "outcome", "left_score", "right_score", "left_wins", "right_wins",
                                                     "ranking", "item",       "rank",        "rating"};

bool is_extra(std::string_view role) {
  return std::ranges::find(kExtraColumns, role, &ExtraColumn::role) != kExtraColumns.end();
}

bool is_role(std::string_view role) { return is_extra(role) || std::ranges::find(kRoles, role) != kRoles.end(); }

[[noreturn]] void refuse_role(std::string_view text, std::string_view role) {
  const std::vector<std::string_view> roles = column_roles();
  throw InvalidArgument("columns", quoted(text),
                        fmt::format("it must be made of role=column with the roles {}{}", fmt::join(roles, ", "),
                                    did_you_mean(role, roles)));
}

}  // namespace

std::vector<std::string_view> column_roles() {
  std::vector<std::string_view> roles(kRoles.begin(), kRoles.end());
  for (const ExtraColumn& extra : kExtraColumns) roles.push_back(extra.role);
  return roles;
}

bool names_items(const ColumnSpec& spec) {
  return std::ranges::any_of(spec, [](const auto& entry) { return !is_extra(entry.first); });
}

bool names_all_items(const ColumnSpec& spec) {
  const auto has = [&spec](std::string_view role) { return spec.contains(role); };
  const bool has_verdict = has("winner") || has("label") || has("outcome") || has("left_score") || has("left_wins");
  return has("ranking") || (has("winner") && has("loser")) || (has("left") && has_verdict) ||
         (has("item") && (has("rank") || has("rating")));
}

namespace {

// Whether the roles are all or some of those of a layout.
bool makes_a_layout(const ColumnSpec& spec) {
  const auto has = [&spec](std::string_view role) { return spec.contains(role) ? 1 : 0; };
  const int items = has("winner") + has("loser") + has("left") + has("right");
  const int scores = has("left_score") + has("right_score"), wins = has("left_wins") + has("right_wins");
  const int placed = has("item") + has("rank") + has("rating");
  const int labels = has("label") + has("outcome"), verdicts = has("winner") + labels;
  if (!names_items(spec)) return true;  // these are recognised
  if (has("ranking")) return items + scores + wins + placed + labels == 0;
  if (placed > 0) return items + scores + wins + labels == 0 && has("rank") + has("rating") <= 1;
  if (has("loser")) return has("left") + has("right") + labels + scores + wins == 0;
  const bool says_who_won = scores + wins == 0 ? verdicts <= 1 : (scores == 2) != (wins == 2) && verdicts == 0;
  return has("left") == has("right") && scores + wins <= 2 && says_who_won;
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
    if (equals == std::string_view::npos) refuse_role(text, "");
    if (!is_role(role)) refuse_role(text, role);
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

std::string shown_spec(std::string_view spec) {
  constexpr std::string_view kTakenApart = " \t'\"\\$`&|;<>()[]{}*?!#~";
  if (spec.find_first_of(kTakenApart) == spec.npos) return std::string(spec);
  const char quote = spec.find('\'') == spec.npos ? '\'' : '"';
  return fmt::format("{0}{1}{0}", quote, spec);
}

}  // namespace pdrank::io
