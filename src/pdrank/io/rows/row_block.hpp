// What the rows of one block say, as far as that can be told without the blocks before: rows are numbered from
// 1, and names that those blocks may have brought have no ids.
#pragma once

#include <cstdint>
#include <exception>
#include <optional>
#include <vector>

#include "pdrank/data/comparisons.hpp"
#include "pdrank/io/recognise/columns.hpp"
#include "pdrank/io/recognise/condition.hpp"
#include "pdrank/io/recognise/verdict.hpp"
#include "pdrank/io/rows/read_comparisons.hpp"
#include "pdrank/io/rows/value_counts.hpp"
#include "pdrank/io/tables/table_block.hpp"
#include "pdrank/io/tables/table_file.hpp"

namespace pdrank::io {

// What the caller wants of the rows, checked.
struct ReadRules {
  // Throws InvalidArgument for wrong options.
  explicit ReadRules(const ReadOptions& options);

  // For the files.
  TextRules text() const;

  ReadOptions options;
  std::vector<Condition> where;
};

// How rows are to be read. Rows of JSON Lines may bring columns that change it.
struct Layout {
  TableFormat format;
  std::optional<Columns> columns = {};  // none before the first row of JSON Lines
  std::size_t recognised = 0;           // so many names were known when the columns were recognised
  VerdictReader verdict = {};
  bool is_plain = false;  // rows name a winner and a loser, and say no more about the answer

  // Works out the columns from the names, which are on `line`; throws as recognise_columns does. The shape of the rows
  // stays; names that only later rows have can add the optional columns.
  void recognise(std::uint64_t line, const ReadRules& rules);
};

// Names in the order of the rows, and their ids.
struct NameColumn {
  std::vector<HashedName> names;
  std::vector<std::uint32_t> ids;  // ItemIndex::kUnknown for one that is not known yet
};

// A row that can be used: some items and their places in it, the best first. A comparison is a ranking of two.
struct BlockRow {
  double weight = 1;
  double time = kNoTime;
  double share = 1, grade = 1;                    // of a comparison that is no tie
  std::uint32_t items = 0;                        // so many of the block's
  std::uint32_t annotator = ItemIndex::kUnknown;  // which of the block's; kUnknown: none
  std::uint32_t number = 0;                       // 1-based among the data rows of the block
  std::uint32_t line = 0;                         // 0-based among its lines
  Outcome tie = Outcome::tie;                     // what those level with each other are
  Side first = Side::unknown;                     // of a comparison: `winner` stands for its first item here
  bool is_open = false;                           // nothing is said about items level with each other: best and worst

  std::uint64_t comparisons() const {
    const std::uint64_t all = items < 2 ? 0 : std::uint64_t{items} * (items - 1) / 2;
    const std::uint64_t others = items < 4 ? 0 : std::uint64_t{items - 2} * (items - 3) / 2;
    return is_open ? all - others : all;
  }
};

struct RowBlock {
  TableBlock source;

  // Forgets everything but the source.
  void clear();

  std::vector<BlockRow> rows;
  NameColumn items, annotators;
  std::vector<NameColumn> context;    // a value a row, in the order of ReadOptions::context
  std::vector<std::uint32_t> places;  // of the items in their rows; 0 = best, those level with each other share one
  std::vector<double> measures;       // instead of places where a row has one item: the less, the better
  std::vector<NameColumn> sets;       // and what keeps rankings apart, a value a row, in the order of Columns::more
  std::vector<std::string> header;    // names that items have from the columns
  bool has_weights = false, has_ties = false, has_times = false;   // weights other than 1, and any
  bool has_sides = false, has_shares = false, has_grades = false;  // sides that are known; others than 1
  std::uint64_t comparisons = 0;                                   // that the rows make
  ReadReport report;                                               // rows, and what was skipped or left out
  std::uint64_t without_answers = 0;                               // rows that count nothing
  std::vector<ValueCounts> left_out_values;                        // by condition: of rows that it left out

  std::optional<Layout> layout_after;  // that of the rows behind it, if it is another one

  // What ended the reading before its end; about the row on this line, or about the file if it is 0.
  std::exception_ptr failure;
  std::uint64_t failed_row = 0;
};

}  // namespace pdrank::io
