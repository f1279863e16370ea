#include "pdrank/io/read_scores.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <unordered_map>

#include "pdrank/core/errors.hpp"
#include "pdrank/io/table_file.hpp"
#include "pdrank/io/table_reader.hpp"
#include "pdrank/io/text.hpp"

namespace pdrank {
namespace {

using io::RowError;
using io::TableFile;
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

[[noreturn]] void refuse_columns(const std::string& path, std::uint64_t line) {
  throw InputError(path, line, "no columns named item and score, or item and rank");
}

ScoreColumns recognise_header(TableFile& file) {
  const std::vector<std::string>& names = file.format().names;
  if (const auto columns = find_columns(names)) return *columns;
  if (names.size() != 2 || !io::parse_finite(names[1])) refuse_columns(file.format().path, file.names_line());
  file.take_names_as_row();
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

// Reads block after block; of JSON Lines the first row has the columns.
class ScoreReader {
 public:
  explicit ScoreReader(const std::string& path) : file_(path), format_(file_.format()) {
    if (file_.is_empty()) throw InputError(format_.path, 0, "the file is empty");
    if (!format_.is_keyed) columns_ = recognise_header(file_);
  }

  std::vector<ItemScore> read() {
    for (io::TableBlock block; file_.next(block);) {
      const std::unique_ptr<TableReader> table = io::read_table(format_, block);
      read_rows(*table);
      format_ = table->format();
    }
    file_.check_end();
    if (scores_.empty()) throw InputError(format_.path, 0, "no data rows after the header");
    return std::move(scores_);
  }

 private:
  void read_rows(TableReader& table) {
    try {
      while (table.next()) add_row(table);
    } catch (const RowError& error) {
      throw InputError(table.path(), error.line() == 0 ? table.line() : error.line(), error.what());
    }
  }

  void add_row(const TableReader& table) {
    if (!columns_) columns_ = find_columns(table.names());
    if (!columns_) refuse_columns(table.path(), table.line());
    scores_.push_back(read_row(table, *columns_));
    const auto [known, is_new] = first_line_.try_emplace(scores_.back().item, table.line());
    if (!is_new)
      throw RowError("item twice",
                     fmt::format("item {} is already on line {}", io::quoted(known->first), known->second));
  }

  TableFile file_;
  io::TableFormat format_;
  std::optional<ScoreColumns> columns_;
  std::vector<ItemScore> scores_;
  std::unordered_map<std::string, std::uint64_t> first_line_;
};

}  // namespace

std::vector<ItemScore> read_scores(const std::string& path) { return ScoreReader(path).read(); }

}  // namespace pdrank
