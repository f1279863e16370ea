// The rows of the input, as given: who won against whom, how clearly, by whose word, how often, on which side, when,
// and in which context. Column by column; a column that the data does not need stays empty.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pdrank/core/ids.hpp"
#include "pdrank/data/column.hpp"
#include "pdrank/data/item_index.hpp"
#include "pdrank/data/read_report.hpp"

namespace pdrank {

inline constexpr double kNoTime = std::numeric_limits<double>::quiet_NaN();

// What was answered about the two items, the winner named first. Of the two of a tie neither won; `both_bad` is a tie
// between two that are both poor.
enum class Outcome : std::uint8_t { win, tie, both_bad };

// Who of the two was shown on the left, named first or played at home.
enum class Side : std::uint8_t { unknown, winner, loser };
// As seen with winner and loser exchanged.
inline Side other_side(Side side) {
  return side == Side::unknown ? side : side == Side::winner ? Side::loser : Side::winner;
}

// One comparison as a caller sees it. For a tie, winner and loser are just the two items. A column of the data is a
// field here, a field of RowColumns, and a line of for_each_optional.
struct Comparison {
  ItemId winner = 0;
  ItemId loser = 0;
  AnnotatorId annotator = kNoAnnotator;
  double weight = 1;
  Outcome outcome = Outcome::win;
  Side first = Side::unknown;
  double time = kNoTime;  // in seconds since 1970, or whatever the input counts in
  double share = 1;  // of a win: the part of the answer that goes to the winner, above 0.5; the rest is the loser's
  double grade = 1;  // of a win: how clear it is, on the input's own scale of positive numbers

  bool tie() const { return outcome != Outcome::win; }
  // The part of the answer that counts for the winner: a half of a tie.
  double winner_share() const { return tie() ? 0.5 : share; }
};

inline Outcome tie_if(bool tie) { return tie ? Outcome::tie : Outcome::win; }

// Many comparisons, each column held as an Of<T>. An optional one that is empty has the default in every row.
template <template <class> class Of>
struct RowColumns {
  Of<ItemId> winner = {}, loser = {};
  Of<AnnotatorId> annotator = {};
  Of<double> weight = {};
  Of<Outcome> outcome = {};
  Of<Side> first = {};
  Of<double> time = {};
  Of<double> share = {}, grade = {};
  Of<std::uint32_t> row = {};                   // of the input; empty: the next numbers
  std::vector<Of<std::uint32_t>> context = {};  // as Comparisons::context has them: a value's id by comparison
};

// visit(name, default, column...) for every optional column but `row`, with that column of each of `rows`, which are
// RowColumns or Comparisons.
template <class Visit, class... Rows>
void for_each_optional(Visit&& visit, Rows&&... rows) {
  constexpr Comparison kDefault;
  visit("annotator", kDefault.annotator, rows.annotator...);
  visit("weight", kDefault.weight, rows.weight...);
  visit("outcome", kDefault.outcome, rows.outcome...);
  visit("first", kDefault.first, rows.first...);
  visit("time", kDefault.time, rows.time...);
  visit("share", kDefault.share, rows.share...);
  visit("grade", kDefault.grade, rows.grade...);
}

template <class T>
using ConstSpan = std::span<const T>;
template <class T>
using Values = std::vector<T>;
using ComparisonColumns = RowColumns<ConstSpan>;

ComparisonColumns view(const RowColumns<Values>& columns);

// What a weight may be: enough for any count, and far from where arithmetic ends.
inline constexpr double kMinWeight = 1e-9, kMaxWeight = 1e9;
// What a grade may be.
inline constexpr double kMinGrade = 1e-9, kMaxGrade = 1e9;

// A weight is a number of answers: so many whole ones and, where it is not a whole number, one more that counts in
// part.
struct AnswerUnits {
  explicit AnswerUnits(double weight);

  std::uint64_t whole = 0;
  double rest = 0;  // 0: none; otherwise kMinWeight at least and below 1

  std::uint64_t count() const { return whole + (rest > 0 ? 1 : 0); }
};

// A column that is kept as it is because somebody asked for it: a language, a question, a length. A row that the input
// has no value for has the empty text.
struct ContextColumn {
  std::string name;               // as it was asked for
  ItemIndex values;               // the texts that occur
  std::vector<std::uint32_t> id;  // by comparison: which of the values

  std::string_view operator[](std::size_t n) const { return values.name(id[n]); }
};

class Comparisons {
 public:
  ItemIndex items;
  ItemIndex annotators;
  std::vector<ContextColumn> context;
  ReadReport report;

  std::size_t size() const { return columns_.winner.size(); }
  bool empty() const { return columns_.winner.empty(); }

  ItemId winner(std::size_t n) const { return columns_.winner[n]; }
  ItemId loser(std::size_t n) const { return columns_.loser[n]; }
  AnnotatorId annotator(std::size_t n) const { return has_annotators() ? columns_.annotator[n] : kNoAnnotator; }
  double weight(std::size_t n) const { return has_weights() ? columns_.weight[n] : 1.0; }
  Outcome outcome(std::size_t n) const { return columns_.outcome.empty() ? Outcome::win : columns_.outcome[n]; }
  bool tie(std::size_t n) const { return outcome(n) != Outcome::win; }
  Side first(std::size_t n) const { return columns_.first.empty() ? Side::unknown : columns_.first[n]; }
  double time(std::size_t n) const { return columns_.time.empty() ? kNoTime : columns_.time[n]; }
  double share(std::size_t n) const { return columns_.share.empty() ? 1.0 : columns_.share[n]; }
  double grade(std::size_t n) const { return columns_.grade.empty() ? 1.0 : columns_.grade[n]; }
  // The part of the answer that counts for the winner, a half of a tie; the rest counts for the loser.
  double winner_share(std::size_t n) const { return tie(n) ? 0.5 : share(n); }
  // 1-based data row of the input; counts on over several files.
  std::uint32_t row(std::size_t n) const {
    return columns_.row.empty() ? static_cast<std::uint32_t>(n + 1) : columns_.row[n];
  }
  Comparison operator[](std::size_t n) const;

  bool has_annotators() const { return !columns_.annotator.empty(); }
  bool has_weights() const { return !columns_.weight.empty(); }  // other than 1
  bool has_shares() const { return !columns_.share.empty(); }    // other than 1

  // Adds a column to `context`, with the empty text in every row there is. Gives back its number.
  std::size_t add_context(std::string name);

  // All of it, for as long as nothing is added; columns that are the default in every row, and row numbers that just
  // count up, are empty.
  ComparisonColumns columns() const;
  // The data rows there were, those without a comparison included as far as the report knows of them.
  std::uint64_t row_count() const { return report.rows > 0 ? report.rows : next_row() - std::uint64_t{1}; }

  // InvalidArgument unless the ids are known to `items` and `annotators`, winner and loser differ, the weight is in
  // kMinWeight .. kMaxWeight, the share above 0.5 and at most 1, and the grade in kMinGrade .. kMaxGrade. `row` is not
  // less than that of the comparison before. In every column of `context` it has the empty text.
  void add(const Comparison& comparison, std::uint32_t row);
  // The same, as the next row.
  void add(const Comparison& comparison) { add(comparison, next_row()); }

  // The same for many at once, for callers who have arrays of ids; all of them are added or none. `columns` has all
  // columns of `context` or none of them.
  void append(const ComparisonColumns& columns);

  // The same without a copy, where there are none yet: the columns are read in place for as long as nothing is added,
  // and `owner` keeps them alive.
  void borrow(const ComparisonColumns& columns, std::shared_ptr<const void> owner);

  // InvalidArgument if borrowed columns have been changed since to what they could not have been. For callers who
  // cannot be sure of the owner, before each use.
  void check_borrowed() const;

  // Makes room for so many comparisons in all: worth it for large data, which otherwise is there twice while it grows.
  void reserve(std::size_t count);
  std::size_t capacity() const { return columns_.winner.capacity(); }

 private:
  std::uint32_t next_row() const { return empty() ? 1 : row(size() - 1) + 1; }
  void spell_out_rows(std::size_t count);
  void check_room(std::size_t count) const;
  void check(const Comparison& comparison) const;
  void check(const ComparisonColumns& columns) const;
  void take(const ComparisonColumns& columns);
  void take_context(const ComparisonColumns& columns, std::size_t count);

  RowColumns<Column> columns_;  // but for the context
};

// The comparisons `picked`, in that order, with their row numbers.
RowColumns<Values> pick(const Comparisons& data, std::span<const std::size_t> picked);

// The comparisons by time: those without one first, and those of one time in the order of the rows. Empty: no
// comparison has a time.
std::vector<std::size_t> order_of_time(const Comparisons& data);

// The column of the context that was asked for by this name. InvalidArgument if there is none.
const ContextColumn& context_named(const Comparisons& data, std::string_view name);

// What items differ in from answer to answer, such as the length of what was shown, is two columns of the context
// (of_winner, of_loser). By comparison how much more of it the winner has; NaN where the input says nothing.
// InvalidArgument, with the row, for a text that is no number.
std::vector<double> winners_lead(const Comparisons& data, std::string_view name);

// The values of a column of `data` as numbers, by id; NaN for the empty text. InvalidArgument, with a row that has it,
// for one that is none.
std::vector<double> numbers_of(const Comparisons& data, const ContextColumn& column);

// No comparisons, on the same items, annotators and columns of the context with the same ids.
Comparisons without_rows(const Comparisons& data);

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
