// Rankings that have a row for every item, put together from rows in any order.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "pdrank/data/item_index.hpp"
#include "pdrank/io/rows/row_block.hpp"
#include "pdrank/io/tables/table_reader.hpp"

namespace pdrank::io {

class PlacedRows {
 public:
  // Takes the rows of a block whose items, annotators and context have ids; numbers count on from `rows_before`. Rows
  // of the same annotator and sets are one ranking.
  void add(const RowBlock& block, std::uint64_t rows_before);

  // The rankings as rows of a block, in the order of their first rows, whose number, line, weight, time and context
  // they have. An item that a ranking has already is left out, and is in `bad`. Nothing is kept.
  RowBlock finish(const ItemIndex& items, std::vector<RowError>& bad);

 private:
  struct Placed {
    ItemId item = 0;
    double measure = 0;
    std::uint64_t line = 0;
  };
  struct Ranking {
    BlockRow row;
    AnnotatorId annotator = kNoAnnotator;
    std::uint64_t line = 0;
    std::vector<std::uint32_t> context = {};
    std::vector<Placed> items = {};
  };

  Ranking& ranking_of(const RowBlock& block, std::size_t position, std::uint64_t rows_before);

  std::vector<ItemIndex> sets_;
  std::map<std::vector<std::uint32_t>, std::size_t> number_of_;  // by annotator and sets
  std::vector<Ranking> rankings_;
};

}  // namespace pdrank::io
