#include "pdrank/io/rows/read_items.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "pdrank/core/errors.hpp"
#include "pdrank/io/recognise/columns.hpp"
#include "pdrank/io/rows/row_visitor.hpp"
#include "pdrank/io/text.hpp"

namespace pdrank {
namespace {

using io::RowError;
using io::TableFormat;
using io::TableReader;

constexpr std::array<std::string_view, 3> kItemNames = {"item", "items", "name"};

std::optional<std::size_t> find_items(const std::vector<std::string>& names) {
  for (const std::string_view wanted : kItemNames) {
    const auto found = std::ranges::find(names, wanted, io::folded);
    if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  }
  return std::nullopt;
}

}  // namespace

std::vector<std::string> read_items(const std::string& path) {
  std::size_t column = 0;
  std::vector<std::string> items;
  const auto recognise = [&](const TableFormat& format, std::uint64_t line) {
    const auto named = find_items(format.names);
    if (!named && format.names.size() > 1)
      throw InputError(
          format.path, line,
          fmt::format("{} columns, but none is named item; a list of names has one column (put a name with "
                      "a comma in quotes)",
                      format.names.size()));
    column = named.value_or(0);
    return !named;
  };
  const auto add_row = [&](const TableReader& table) { items.emplace_back(io::item_name(table, column)); };
  if (io::visit_rows(path, {.recognise = recognise, .visit = add_row}) == 0)
    throw InputError(path, 0, "no items after the header");
  return items;
}

std::vector<std::pair<std::string, std::string>> read_pairs(const std::string& path, const ItemIndex& items) {
  io::Columns columns;
  std::vector<std::pair<std::string, std::string>> pairs;
  const auto recognise = [&](const TableFormat& format, std::uint64_t line) {
    columns = io::recognise_items(format, line);
    return columns.names_are_data;
  };
  const auto known = [&](const TableReader& table, std::size_t column) {
    const std::string_view name = io::item_name(table, column);
    if (!items.find(name))
      throw RowError("unknown item",
                     fmt::format("there is no item {} in the data; leave this pair out, or add answers about the item",
                                 io::quoted(name)));
    return name;
  };
  const auto add_row = [&](const TableReader& table) {
    const std::string_view first = known(table, columns.first), second = known(table, columns.second);
    if (first == second) io::refuse_same_item("the two items", first);
    pairs.emplace_back(first, second);
  };
  io::visit_rows(path, {.recognise = recognise, .visit = add_row});
  return pairs;
}

}  // namespace pdrank
