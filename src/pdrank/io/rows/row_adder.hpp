// From blocks of rows, in the order of the file, to Comparisons.
#pragma once

#include <cstdint>
#include <string>

#include "pdrank/data/comparisons.hpp"
#include "pdrank/io/rows/placed_rows.hpp"
#include "pdrank/io/rows/row_block.hpp"
#include "pdrank/io/tables/table_reader.hpp"

namespace pdrank::io {

class RowAdder {
 public:
  // At most so many as the options say, with the columns of the context that they ask for.
  RowAdder(Comparisons& comparisons, const ReadOptions& options);

  // Looks up the block's names as far as they are known. Changes the block alone: blocks can be looked up side by side.
  void find_ids(RowBlock& block) const;

  // Adds the rows of a block that was looked up, numbered on from `rows_before`. Throws InputError if they are too
  // many.
  void add(const std::string& path, RowShape shape, RowBlock& block, std::uint64_t rows_before);

  // Adds the rankings that had a row for every item. Gives back what was wrong with rows that are left out.
  std::vector<RowError> end_table(const std::string& path);

 private:
  void add_rows(const RowBlock& block, std::uint64_t rows_before);
  void check_room(const std::string& path, RowShape shape, const RowBlock& block, std::uint64_t rows_before) const;
  void add_row(const RowBlock& block, std::size_t position, std::size_t first, std::uint32_t number);
  void hand_over(const RowBlock& block);

  // Comparisons on their way, so many that handing them over is worth it.
  static constexpr std::size_t kAtOnce = 4096;

  Comparisons& comparisons_;
  std::uint64_t max_comparisons_;
  std::size_t filled_ = 0;
  RowColumns<Values> columns_;
  PlacedRows rankings_;  // of the current table
};

}  // namespace pdrank::io
