// The rows of the input, as given: who won against whom, by whose word, how often. Column by column; a column that
// the data does not need stays empty.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "pdrank/core/ids.hpp"
#include "pdrank/data/column.hpp"
#include "pdrank/data/item_index.hpp"
#include "pdrank/data/read_report.hpp"

namespace pdrank {

// One comparison as a caller sees it. For a tie, winner and loser are just the two items.
struct Comparison {
  ItemId winner = 0;
  ItemId loser = 0;
  AnnotatorId annotator = kNoAnnotator;
  double weight = 1;
  bool tie = false;
};

// What a weight may be: enough for any count, and far from where arithmetic ends.
inline constexpr double kMinWeight = 1e-9, kMaxWeight = 1e9;

// A weight is a number of answers: so many whole ones and, where it is not a whole number, one more that counts in
// part.
struct AnswerUnits {
  explicit AnswerUnits(double weight);

  std::uint64_t whole = 0;
  double rest = 0;  // 0: none; otherwise kMinWeight at least and below 1

  std::uint64_t count() const { return whole + (rest > 0 ? 1 : 0); }
};

// Many comparisons, column by column, all columns equally long. One that is empty is the default in every row, and
// `row` the next numbers.
struct ComparisonColumns {
  std::span<const ItemId> winner, loser;
  std::span<const AnnotatorId> annotator = {};
  std::span<const double> weight = {};
  std::span<const std::uint8_t> tie = {};
  std::span<const std::uint32_t> row = {};
};

class Comparisons {
 public:
  ItemIndex items;
  ItemIndex annotators;
  ReadReport report;

  std::size_t size() const { return winner_.size(); }
  bool empty() const { return winner_.empty(); }

  ItemId winner(std::size_t n) const { return winner_[n]; }
  ItemId loser(std::size_t n) const { return loser_[n]; }
  AnnotatorId annotator(std::size_t n) const { return annotator_.empty() ? kNoAnnotator : annotator_[n]; }
  double weight(std::size_t n) const { return weight_.empty() ? 1.0 : weight_[n]; }
  bool tie(std::size_t n) const { return !tie_.empty() && tie_[n] != 0; }
  // 1-based data row of the input; counts on over several files.
  std::uint32_t row(std::size_t n) const { return row_.empty() ? static_cast<std::uint32_t>(n + 1) : row_[n]; }

  bool has_annotators() const { return !annotator_.empty(); }
  bool has_weights() const { return !weight_.empty(); }  // other than 1

  // All of it, for as long as nothing is added; columns that are the default in every row, and row numbers that just
  // count up, are empty.
  ComparisonColumns columns() const;
  // The data rows there were, those without a comparison included as far as the report knows of them.
  std::uint64_t row_count() const { return report.rows > 0 ? report.rows : next_row() - std::uint64_t{1}; }

  // InvalidArgument unless the ids are known to `items` and `annotators`, winner and loser differ, and the weight is in
  // kMinWeight .. kMaxWeight. `row` is not less than that of the comparison before.
  void add(const Comparison& comparison, std::uint32_t row);
  // The same, as the next row.
  void add(const Comparison& comparison) { add(comparison, next_row()); }

  // The same for many at once, for callers who have arrays of ids; all of them are added or none.
  void append(const ComparisonColumns& columns);

  // The same without a copy, where there are none yet: the columns are read in place for as long as nothing is added,
  // and `owner` keeps them alive.
  void borrow(const ComparisonColumns& columns, std::shared_ptr<const void> owner);

  // InvalidArgument if borrowed columns have been changed since to what they could not have been. For callers who
  // cannot be sure of the owner, before each use.
  void check_borrowed() const;

  // Makes room for so many comparisons in all: worth it for large data, which otherwise is there twice while it grows.
  void reserve(std::size_t count);
  std::size_t capacity() const { return winner_.capacity(); }

 private:
  std::uint32_t next_row() const { return empty() ? 1 : row(size() - 1) + 1; }
  void spell_out_rows(std::size_t count);
  void check_room(std::size_t count) const;
  void check(const Comparison& comparison) const;
  void check(const ComparisonColumns& columns) const;

  Column<ItemId> winner_, loser_;
  Column<AnnotatorId> annotator_;  // empty: no annotators
  Column<double> weight_;          // empty: all 1
  Column<std::uint8_t> tie_;       // empty: none
  Column<std::uint32_t> row_;      // empty: comparison n is row n + 1
};

// The same comparisons, items and annotators with the same ids, to which others can be added. The report is left empty.
Comparisons copy_of(const Comparisons& data);

// The comparisons with weight[n] > 0, which is their weight, on the same items and annotators with the same ids. Row
// numbers stay; the report is left empty.
Comparisons reweighted(const Comparisons& data, std::span<const double> weight);

// The comparisons with keep[n] != 0, on the same items and annotators with the same ids. Row numbers stay; the report
// is left empty.
Comparisons select(const Comparisons& data, std::span<const std::uint8_t> keep);

// The same rows, with ids in the order of the names: data that differ in nothing but the order of rows then have the
// same graph. The report is kept.
Comparisons with_sorted_names(const Comparisons& data);

}  // namespace pdrank
