#include "pdrank/io/rows/read_scores.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "pdrank/core/errors.hpp"
#include "pdrank/io/rows/row_visitor.hpp"
#include "pdrank/io/text.hpp"

namespace pdrank {
namespace {

using io::RowError;
using io::TableReader;

struct ScoreColumns {
  std::size_t item = 0, score = 1;
  double sign = 1;  // -1 where ranks stand for scores
};

std::optional<std::size_t> find_column(const std::vector<std::string>& names, std::string_view name) {
  const auto found = std::find_if(names.begin(), names.end(),
                                  [name](const std::string& column) { return io::folded(column) == name; });
  if (found == names.end()) return std::nullopt;
  return static_cast<std::size_t>(found - names.begin());
}

std::optional<ScoreColumns> find_columns(const std::vector<std::string>& names) {
  const auto item = find_column(names, "item");
  const auto score = find_column(names, "score");
  const auto rank = find_column(names, "rank");
  if (item && score) return ScoreColumns{*item, *score, 1};
  if (item && rank) return ScoreColumns{*item, *rank, -1};
  return std::nullopt;
}

// Of the names, which are on `line`; nothing where they are a row themselves.
std::optional<ScoreColumns> recognise(const io::TableFormat& format, std::uint64_t line) {
  if (const auto columns = find_columns(format.names)) return columns;
  const bool is_row = !format.is_keyed && format.names.size() == 2 && io::parse_finite(format.names[1]);
  if (!is_row) throw InputError(format.path, line, "no columns named item and score, or item and rank");
  return std::nullopt;
}

ItemScore read_row(const TableReader& table, const ScoreColumns& columns) {
  const std::string_view item = io::item_name(table, columns.item);
  const std::string_view text = table.field(columns.score);
  const std::optional<double> score = io::parse_finite(text);
  if (!score) throw RowError("bad score", fmt::format("score {} is not a number", io::quoted(text)));
  return {std::string(item), columns.sign * *score};
}

}  // namespace

std::vector<ItemScore> read_scores(const std::string& path) {
  ScoreColumns columns;
  std::vector<ItemScore> scores;
  std::unordered_map<std::string, std::uint64_t> first_line;
  const auto recognise_once = [&](const io::TableFormat& format, std::uint64_t line) {
    const auto found = recognise(format, line);
    columns = found.value_or(ScoreColumns());
    return !found;
  };
  const auto add_row = [&](const TableReader& table) {
    scores.push_back(read_row(table, columns));
    const auto [known, is_new] = first_line.try_emplace(scores.back().item, table.line());
    if (!is_new)
      throw RowError("item twice",
                     fmt::format("item {} is already on line {}", io::quoted(known->first), known->second));
  };
  if (io::visit_rows(path, {.recognise = recognise_once, .visit = add_row}) == 0)
    throw InputError(path, 0, "no data rows after the header");
  return scores;
}

}  // namespace pdrank
