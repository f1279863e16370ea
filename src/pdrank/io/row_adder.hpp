// From the fields of a row to comparisons, by the meaning of its columns.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "pdrank/data/comparisons.hpp"
#include "pdrank/io/columns.hpp"
#include "pdrank/io/ranking_text.hpp"
#include "pdrank/io/read_comparisons.hpp"

namespace pdrank::io {

class RowAdder {
 public:
  RowAdder(Comparisons& comparisons, const ReadOptions& options)
      : comparisons_(comparisons), max_comparisons_(options.max_comparisons), refuse_ties_(options.refuse_ties) {}

  // The columns of the rows to come; they belong to `table`.
  void set_columns(const TableReader& table, const Columns& columns);
  const Columns& columns() const { return columns_; }

  // Adds the table's current row as data row `number`. Throws RowError, and adds nothing, if it cannot be used;
  // InputError if it goes past the limit.
  void add(const TableReader& table, std::uint32_t number);

 private:
  void add_pair(const TableReader& table, std::uint32_t number);
  void add_ranking(const TableReader& table, std::uint32_t number);
  void check_tie(std::string_view first, std::string_view second) const;
  bool read_tie(const TableReader& table) const;
  double read_weight(const TableReader& table) const;
  std::string_view read_annotator(const TableReader& table) const;
  AnnotatorId annotator_id(std::string_view name);

  Comparisons& comparisons_;
  std::uint64_t max_comparisons_;
  bool refuse_ties_;
  Columns columns_;
  VerdictReader verdict_;
  std::vector<RankedItem> ranked_;
  std::vector<ItemId> ids_;
};

}  // namespace pdrank::io
