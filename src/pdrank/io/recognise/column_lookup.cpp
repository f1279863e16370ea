#include "pdrank/io/recognise/column_lookup.hpp"

#include <fmt/format.h>

#include <array>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/parse_number.hpp"
#include "pdrank/core/spelling.hpp"
#include "pdrank/io/text.hpp"

namespace pdrank::io {

namespace {

// Mechanical Turk's Input.left and Answer.choice are left and choice.
std::string_view without_prefix(std::string_view name) {
  constexpr std::array<std::string_view, 2> kPrefixes = {"input.", "answer."};
  for (const std::string_view prefix : kPrefixes)
    if (name.starts_with(prefix) && name.size() > prefix.size()) return name.substr(prefix.size());
  return name;
}

}  // namespace

std::string shown_names(const std::vector<std::string>& names, std::size_t most) {
  std::string text;
  for (std::size_t k = 0; k < std::min(names.size(), most); ++k) text += (k == 0 ? "" : ", ") + quoted(names[k]);
  return names.size() > most ? text + ", ..." : text;
}

std::string perhaps_column(std::string_view name, const std::vector<std::string>& names) {
  const std::vector<std::string_view> views(names.begin(), names.end());
  const std::optional<std::string> closest = closest_name(name, views);
  return closest ? fmt::format("; did you mean {}?", quoted(*closest)) : std::string();
}

ColumnLookup::ColumnLookup(const TableFormat& format, std::uint64_t line) : table(format), line_(line) {
  for (const std::string& name : table.names) names.push_back(folded(name));
  drop_prefixes();
}

void ColumnLookup::drop_prefixes() {
  for (std::string& name : names) {
    const std::string bare(without_prefix(name));
    if (bare != name && !contains(names, bare)) name = bare;
  }
}

std::optional<std::size_t> ColumnLookup::find(std::string_view name) const {
  auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) found = std::find(names.begin(), names.end(), without_prefix(name));
  if (found == names.end()) return std::nullopt;
  name = *found;
  const auto column = static_cast<std::size_t>(found - names.begin());
  if (std::find(found + 1, names.end(), name) != names.end())
    refuse(fmt::format("column {} appears twice", quoted(table.names[column])));
  return column;
}

std::optional<std::size_t> ColumnLookup::column_number(std::string_view text) const {
  const auto number = parse_number<std::size_t>(text);
  if (!number || *number < 1 || *number > names.size() || table.is_keyed) return std::nullopt;
  return *number - 1;
}

void ColumnLookup::refuse(const std::string& reason) const { throw InputError(table.path, line_, reason); }

}  // namespace pdrank::io
