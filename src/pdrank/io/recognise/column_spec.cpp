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

constexpr std::array<std::string_view, 7> kRoles = {"winner", "loser", "left", "right", "label", "outcome", "ranking"};

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
  const bool winner = spec.contains("winner"), loser = spec.contains("loser");
  const bool left = spec.contains("left"), right = spec.contains("right");
  const int verdicts = winner + spec.contains("label") + spec.contains("outcome");
  if (!names_items(spec)) return true;  // these are recognised
  if (spec.contains("ranking")) return !winner && !loser && !left && !right && verdicts == 0;
  if (left || right) return left && right && !loser && verdicts == 1;
  return winner && loser && verdicts == 1;
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
  if (!makes_a_layout(spec)) refuse("must name winner and loser, or left, right and label, or ranking");
  return spec;
}

}  // namespace pdrank::io
