// The rows of the input, as given: who won against whom, by whose word, how often. Column by column; a column that
// the data does not need stays empty.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pdrank/core/ids.hpp"
#include "pdrank/data/item_index.hpp"

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

// What became of the rows on their way in.
struct ReadReport {
  std::uint64_t rows = 0;                                      // data rows seen, skipped ones included
  std::vector<std::pair<std::string, std::uint64_t>> skipped;  // reason -> rows, in order of first appearance
  std::vector<std::string> first_skipped;                      // the first few, as errors would have said them
  std::vector<std::string> notes;                              // what a reader should know, in sentences
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

  // InvalidArgument unless the ids are known to `items` and `annotators`, winner and loser differ, and the weight is in
  // kMinWeight .. kMaxWeight. `row` is not less than that of the comparison before.
  void add(const Comparison& comparison, std::uint32_t row);
  // The same, as the next row.
  void add(const Comparison& comparison) { add(comparison, next_row()); }

  // The same for many at once, for callers who have arrays of ids; all of them are added or none.
  void append(const ComparisonColumns& columns);

  // Makes room for so many comparisons in all: worth it for large data, which otherwise is there twice while it grows.
  void reserve(std::size_t count);
  std::size_t capacity() const { return winner_.capacity(); }

 private:
  std::uint32_t next_row() const { return empty() ? 1 : row(size() - 1) + 1; }
  void spell_out_rows(std::size_t count);
  void check_room(std::size_t count) const;
  void check(const Comparison& comparison) const;
  void check(const ComparisonColumns& columns) const;

  std::vector<ItemId> winner_, loser_;
  std::vector<AnnotatorId> annotator_;  // empty: no annotators
  std::vector<double> weight_;          // empty: all 1
  std::vector<std::uint8_t> tie_;       // empty: none
  std::vector<std::uint32_t> row_;      // empty: comparison n is row n + 1
};

// Comparison n so many times in its place, on the same items and annotators with the same ids. Row numbers stay; the
// report is left empty.
Comparisons repeat(const Comparisons& data, std::span<const std::uint32_t> times);

// The comparisons with keep[n] != 0, on the same items and annotators with the same ids. Row numbers stay; the report
// is left empty.
Comparisons select(const Comparisons& data, std::span<const std::uint8_t> keep);

}  // namespace pdrank
