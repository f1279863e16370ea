#include "pdrank/io/read_scores.hpp"

#include <absl/container/flat_hash_map.h>
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "pdrank/core/errors.hpp"
#include "pdrank/io/table_reader.hpp"
#include "pdrank/io/text.hpp"

namespace pdrank {
namespace {

using io::RowError;
using io::TableReader;

struct ScoreColumns {
  std::size_t item = 0, score = 1;
  double sign = 1;  // -1 where ranks stand for scores
};

std::optional<std::size_t> find_column(const TableReader& table, std::string_view name) {
  const auto& names = table.names();
  const auto found = std::find_if(names.begin(), names.end(),
                                  [name](const std::string& column) { return io::folded(column) == name; });
  if (found == names.end()) return std::nullopt;
  return static_cast<std::size_t>(found - names.begin());
}

ScoreColumns recognise(TableReader& table) {
  const auto item = find_column(table, "item");
  const auto score = find_column(table, "score");
  const auto rank = find_column(table, "rank");
  if (item && score) return {*item, *score, 1};
  if (item && rank) return {*item, *rank, -1};
  const auto& names = table.names();
  if (table.is_keyed() || names.size() != 2 || !io::parse_finite(names[1]))
    throw InputError(table.path(), table.line(), "no columns named item and score, or item and rank");
  table.take_names_as_row();
  return {};
}

ItemScore read_row(const TableReader& table, const ScoreColumns& columns) {
  const std::string_view item = table.field(columns.item);
  if (item.empty()) throw RowError("empty item name", "empty item name");
  const std::string_view text = table.field(columns.score);
  const std::optional<double> score = io::parse_finite(text);
  if (!score) throw RowError("bad score", fmt::format("score {} is not a number", io::quoted(text)));
  return {std::string(item), columns.sign * *score};
}

std::vector<ItemScore> read_rows(TableReader& table) {
  std::vector<ItemScore> scores;
  absl::flat_hash_map<std::string, std::uint64_t> first_line;
  std::optional<ScoreColumns> columns;
  if (!table.is_keyed()) columns = recognise(table);
  while (table.next()) {
    if (!columns) columns = recognise(table);
    scores.push_back(read_row(table, *columns));
    const auto [known, is_new] = first_line.try_emplace(scores.back().item, table.line());
    if (!is_new)
      throw RowError("item twice",
                     fmt::format("item {} is already on line {}", io::quoted(known->first), known->second));
  }
  if (scores.empty()) throw InputError(table.path(), 0, "no data rows after the header");
  return scores;
}

}  // namespace

std::vector<ItemScore> read_scores(const std::string& path) {
  const std::unique_ptr<TableReader> table = io::open_table(path);
  if (!table) throw InputError(io::shown_path(path), 0, "the file is empty");
  try {
    return read_rows(*table);
  } catch (const RowError& error) {
    throw InputError(table->path(), error.line() == 0 ? table->line() : error.line(), error.what());
  }
}

}  // namespace pdrank
