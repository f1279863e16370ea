// From the fields of the rows to a RowBlock, by the meaning of the columns. Works on one block and nothing else, so
// that blocks can be read side by side.
#pragma once

#include <string_view>
#include <vector>

#include "pdrank/io/recognise/ranking_text.hpp"
#include "pdrank/io/rows/read_comparisons.hpp"
#include "pdrank/io/rows/row_block.hpp"
#include "pdrank/io/tables/table_reader.hpp"

namespace pdrank::io {

class RowReader {
 public:
  // `layout` is that of the first row.
  RowReader(const Layout& layout, const ReadRules& rules, RowBlock& block)
      : layout_(layout), rules_(rules), block_(block) {}

  // Fills everything in the block but the ids. An InputError ends up in its `failure`, with the rows before it.
  void read_all();

 private:
  bool read_row(TableReader& table);
  bool is_wanted(const TableReader& table);
  void add(const TableReader& table);
  void add_pair(const TableReader& table);
  void add_judged(const TableReader& table, std::string_view first, std::string_view second);
  void add_ranking(const TableReader& table);
  void add_best_worst(const TableReader& table);
  void find_ranked(const TableReader& table, const std::vector<std::size_t>& columns);
  void find_shown(const TableReader& table);
  void add_placed(const TableReader& table);
  void add_wins(const TableReader& table);
  void add_counts(const TableReader& table);
  bool has_answers(const TableReader& table);
  void add_item(std::string_view name, std::uint32_t place);
  BlockRow& add_row(const TableReader& table, std::size_t items, bool is_open = false, bool second_won = false);
  Judgement judge(const TableReader& table, std::string_view first, std::string_view second);
  Judgement read_verdict(const TableReader& table, std::string_view first, std::string_view second);
  Side side_of(const TableReader& table, std::string_view first, std::string_view second) const;
  void note_tie(std::string_view first, std::string_view second);
  // The field, with a null pointer where the row has no such column.
  std::string_view read(const TableReader& table, Extra what) const {
    return asked_for(table, layout_.columns->extra[static_cast<std::size_t>(what)]);
  }
  static std::string_view asked_for(const TableReader& table, const std::optional<std::size_t>& column) {
    return column ? table.field(*column) : std::string_view();
  }
  static std::string_view asked_for(const TableReader& table, const AskedColumn& column, bool second_won);

  Layout layout_;
  const ReadRules& rules_;
  RowBlock& block_;
  std::vector<RankedItem> ranked_;
  std::vector<std::string_view> shown_;
};

}  // namespace pdrank::io
