// Tables of known layouts with any values: as CSV, as JSON Lines, as columns of text and by Arrow the same is read, or
// nothing.
#include <array>
#include <nlohmann/json.hpp>

#include "fuzz/memory_file.hpp"
#include "fuzz/read_data.hpp"
#include "pdrank/core/parallel.hpp"
#include "pdrank/core/utf8.hpp"
#include "pdrank/io/rows/read_comparisons.hpp"
#include "pdrank/io/tables/arrow_table.hpp"
#include "pdrank/io/tables/text_table.hpp"
#include "pdrank/io/write/csv_line.hpp"
#include "support/arrow_builder.hpp"

namespace pdrank::fuzz {
namespace {

using Strings = std::vector<std::string>;

const std::vector<Strings> kLayouts = {
    {"winner", "loser"},
    {"winner", "loser", "annotator", "weight", "tie"},
    {"left", "right", "winner"},
    {"worker", "left", "right", "label"},
    {"model_a", "model_b", "winner", "judge", "time"},
    {"player1", "player2", "outcome", "count"},
    {"chosen", "rejected", "weight"},
    {"home", "away", "home_goals", "away_goals"},
    {"item_a", "item_b", "wins_a", "wins_b"},
    {"annotator", "ranking"},
    {"judge", "item", "rank"},
    {"best", "worst"},
};
const Strings kValues = {"a",  "b", "c",   "left", "right", "tie", "1",   "2", "0.5",     "true", "a>b", "b=c>a",
                         "W1", "D", "2:1", "",     " x ",   "-1",  "1e9", "0", "model_a", "q\"q", "x,y", "Draw"};

struct Rows {
  Strings names;
  std::vector<Strings> fields;  // by column
};

Rows some_rows(Choices& input) {
  Rows rows{input.pick(kLayouts), {}};
  rows.fields.resize(rows.names.size());
  const std::size_t count = input.between(1, 12);
  for (std::size_t k = 0; k < count; ++k)
    for (Strings& column : rows.fields) {
      column.push_back(input.once_in(16) ? input.text(12) : input.pick(kValues));
      if (find_invalid_utf8(column.back()) != std::string::npos) column.back() = "b";
    }
  return rows;
}

std::string as_csv(const Rows& rows) {
  io::CsvLine line;
  for (const std::string& name : rows.names) line.add(name);
  std::string text(line.end());
  for (std::size_t k = 0; k < rows.fields[0].size(); ++k) {
    for (const Strings& column : rows.fields) line.add(column[k]);
    text += line.end();
  }
  return text;
}

std::string as_json_lines(const Rows& rows) {
  std::string text;
  for (std::size_t k = 0; k < rows.fields[0].size(); ++k) {
    nlohmann::ordered_json object;
    for (std::size_t c = 0; c < rows.names.size(); ++c) object[rows.names[c]] = rows.fields[c][k];
    text += object.dump() + "\n";
  }
  return text;
}

TextTable as_text(const Rows& rows) {
  std::vector<TextColumn> columns(rows.names.size());
  for (std::size_t c = 0; c < columns.size(); ++c)
    for (const std::string& field : rows.fields[c]) columns[c].add(field);
  return {rows.names, std::move(columns)};
}

std::vector<test::ArrowColumn> as_arrow(const Rows& rows, Choices& input) {
  static constexpr std::array kFormats = {"u", "U", "vu", "c/u", "l/vu"};
  std::vector<test::ArrowColumn> columns;
  for (std::size_t c = 0; c < rows.names.size(); ++c) {
    columns.push_back({rows.names[c], input.pick(kFormats), {}});
    for (const std::string& field : rows.fields[c])
      columns.back().fields.push_back(field.empty() ? test::Field() : test::Field(field));
  }
  return columns;
}

// The rows that were used; of an error nothing, for it names files and lines.
template <class Source>
std::string rows_or_nothing(Source& source, const ReadOptions& options) {
  const std::string all = said([&] { return rows_of(read_comparisons(source, options)); });
  return all.starts_with("error: ") ? "error" : all;
}

}  // namespace

PDRANK_FUZZ(tables) {
  static const MemoryFile file;
  const ThreadScope threads(1);
  const ReadOptions options{.skip_bad_rows = input.once_in(2), .refuse_ties = input.once_in(8)};
  const Rows rows = some_rows(input);
  const std::string csv = as_csv(rows);
  file.set(csv);
  const std::string expected = rows_or_nothing(file.path(), options);
  TextTable text = as_text(rows);
  require(rows_or_nothing(text, options) == expected, "a table of texts is read as its CSV file is", csv);
  test::ArrowCounts counts;
  {
    const test::ArrowBuilder builder(counts);
    ArrowArrayStream stream =
        builder.stream(as_arrow(rows, input), {rows.fields[0].size() / 2},
                       {.table = input.below(3), .column = input.below(9), .count_nulls = input.once_in(2)});
    ArrowTable arrow(stream);
    require(rows_or_nothing(arrow, options) == expected, "a table by Arrow is read as its CSV file is", csv);
  }
  require(counts.alive() == 0, "what came by Arrow is released", csv);
  file.set(as_json_lines(rows));
  require(rows_or_nothing(file.path(), options) == expected, "JSON Lines are read as the CSV file of them is", csv);
}

}  // namespace pdrank::fuzz
