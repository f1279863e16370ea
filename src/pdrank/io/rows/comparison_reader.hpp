// Tables of comparisons, one after the other, to Comparisons: whatever they come from, in blocks read side by side.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "pdrank/io/rows/read_share.hpp"
#include "pdrank/io/rows/row_adder.hpp"
#include "pdrank/io/rows/row_block.hpp"
#include "pdrank/io/tables/table_source.hpp"

namespace pdrank::io {

class ComparisonReader {
 public:
  // Throws InvalidArgument for wrong options.
  explicit ComparisonReader(const ReadOptions& options);

  // Throws as read_comparisons() does.
  void read(TableSource& source);

  // All of it, once.
  ShareRead finish();

 private:
  void recognise(TableSource& source);
  void learn_keys(TableSource& source);
  void read_blocks(TableSource& source);
  void end_rankings(const TableSource& source);
  std::size_t fill_blocks(TableSource& source, std::size_t at_most);
  void read_rows(RowBlock& block) const noexcept;
  void add_blocks(TableSource& source, std::size_t count);
  void add_block(TableSource& source, RowBlock& block);
  void add_report(const ReadReport& report);
  void make_room(std::size_t blocks, double share_read);
  void note_in_order();
  void note_titles(const TableSource& source);
  void collect_unused();
  void collect_absent();
  void note_empty(const std::string& reason);

  ReadRules rules_;
  Comparisons comparisons_;
  RowAdder adder_;
  std::vector<RowBlock> blocks_;
  ReadOutcome outcome_;          // of what has been added
  Layout layout_;                // of the current table, up to where it has been added
  std::size_t size_before_ = 0;  // comparisons of the tables before
};

}  // namespace pdrank::io
