#include "pdrank/data/comparisons.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/parallel.hpp"

namespace pdrank {
namespace {

template <class T>
bool all_are(std::span<const T> values, T value) {
  return std::ranges::all_of(values, [&](T other) { return other == value; });
}

// Lengthens a column that exists only once a value differs from the default, by one row after the `size` before.
template <class T>
void extend(Column<T>& column, T value, T default_value, std::size_t size) {
  if (column.empty() && value == default_value) return;
  column.change([&](std::vector<T>& own) {
    own.resize(size, default_value);
    own.push_back(value);
  });
}

// The same by `count` rows, with room for `capacity` in all.
template <class T>
void extend(Column<T>& column, std::span<const T> values, T default_value, std::size_t size, std::size_t count,
            std::size_t capacity) {
  const bool all_default = all_are(values, default_value);
  if (column.empty() && all_default) return;
  column.change([&](std::vector<T>& own) {
    own.reserve(capacity);
    own.resize(all_default ? size + count : size, default_value);
    if (!all_default) own.insert(own.end(), values.begin(), values.end());
  });
}

template <class T>
void extend(Column<T>& column, std::span<const T> values) {
  column.change([&](std::vector<T>& own) { own.insert(own.end(), values.begin(), values.end()); });
}

// A column read in place, unless it is the default in every row.
template <class T>
Column<T> borrowed(std::span<const T> values, T default_value, const std::shared_ptr<const void>& owner) {
  return all_are(values, default_value) ? Column<T>() : Column<T>(values, owner);
}

template <class T>
T value_at(std::span<const T> column, std::size_t n, T default_value) {
  return column.empty() ? default_value : column[n];
}

// Whether the rows go on from `next` without a gap or a repetition.
bool counts_up(std::span<const std::uint32_t> rows, std::size_t next) {
  for (std::size_t k = 0; k < rows.size(); ++k)
    if (rows[k] != next + k) return false;
  return true;
}

// Without a branch, so that many rows are checked at once.
bool all_in_range(const ComparisonColumns& columns, std::uint32_t items, std::uint32_t annotators) {
  bool good = true;
  for (std::size_t n = 0; n < columns.winner.size(); ++n)
    good &= (columns.winner[n] < items) & (columns.loser[n] < items) & (columns.winner[n] != columns.loser[n]);
  for (const AnnotatorId annotator : columns.annotator) good &= (annotator < annotators) | (annotator == kNoAnnotator);
  for (const double weight : columns.weight) good &= (weight >= kMinWeight) & (weight <= kMaxWeight);
  return good;
}

}  // namespace

void Comparisons::check(const Comparison& comparison) const {
  if (comparison.winner >= items.size() || comparison.loser >= items.size())
    throw InvalidArgument("item", fmt::format("{}", std::max(comparison.winner, comparison.loser)),
                          fmt::format("there are {} items", items.size()));
  if (comparison.winner == comparison.loser)
    throw InvalidArgument("loser", fmt::format("'{}'", items.name(comparison.loser)), "so is the winner");
  if (comparison.annotator != kNoAnnotator && comparison.annotator >= annotators.size())
    throw InvalidArgument("annotator", fmt::format("{}", comparison.annotator),
                          fmt::format("there are {} annotators", annotators.size()));
  if (!(comparison.weight >= kMinWeight && comparison.weight <= kMaxWeight))
    throw InvalidArgument("weight", fmt::format("{}", comparison.weight),
                          fmt::format("must be between {} and {}", kMinWeight, kMaxWeight));
}

void Comparisons::check_room(std::size_t count) const {
  if (count > kMaxComparisons - size())
    throw InvalidArgument("comparisons", fmt::format("{}", size() + count),
                          fmt::format("the limit is {}", kMaxComparisons));
}

void Comparisons::check(const ComparisonColumns& columns) const {
  const std::size_t count = columns.winner.size();
  const auto check_length = [count](const char* name, std::size_t length, bool may_be_empty) {
    if (length != count && !(may_be_empty && length == 0))
      throw InvalidArgument(name, fmt::format("{} long", length), fmt::format("winner has {} rows", count));
  };
  check_length("loser", columns.loser.size(), false);
  check_length("annotator", columns.annotator.size(), true);
  check_length("weight", columns.weight.size(), true);
  check_length("tie", columns.tie.size(), true);
  check_length("row", columns.row.size(), true);
  check_room(count);
  if (all_in_range(columns, items.size(), annotators.size())) return;
  for (std::size_t n = 0; n < count; ++n)
    check({.winner = columns.winner[n],
           .loser = columns.loser[n],
           .annotator = value_at(columns.annotator, n, kNoAnnotator),
           .weight = value_at(columns.weight, n, 1.0)});
}

void Comparisons::add(const Comparison& comparison, std::uint32_t row) {
  check_room(1);
  check(comparison);
  const std::size_t before = size();
  extend(winner_, std::span(&comparison.winner, 1));
  extend(loser_, std::span(&comparison.loser, 1));
  extend(annotator_, comparison.annotator, kNoAnnotator, before);
  extend(weight_, comparison.weight, 1.0, before);
  extend<std::uint8_t>(tie_, comparison.tie ? 1 : 0, 0, before);
  if (row_.empty() && row == before + 1) return;
  spell_out_rows(before);
  extend(row_, std::span<const std::uint32_t>(&row, 1));
}

void Comparisons::append(const ComparisonColumns& columns) {
  check(columns);
  const std::size_t before = size(), count = columns.winner.size(), next = next_row();
  parallel_invoke([&] { extend(winner_, columns.winner); }, [&] { extend(loser_, columns.loser); });
  extend(annotator_, columns.annotator, kNoAnnotator, before, count, capacity());
  extend(weight_, columns.weight, 1.0, before, count, capacity());
  extend<std::uint8_t>(tie_, columns.tie, 0, before, count, capacity());
  if (row_.empty() && counts_up(columns.row, before + 1)) return;
  spell_out_rows(before);
  row_.change([&](std::vector<std::uint32_t>& own) {
    for (std::size_t k = 0; k < count; ++k)
      own.push_back(columns.row.empty() ? static_cast<std::uint32_t>(next + k) : columns.row[k]);
  });
}

void Comparisons::borrow(const ComparisonColumns& columns, std::shared_ptr<const void> owner) {
  if (!empty()) throw InvalidArgument("comparisons", fmt::format("{}", size()), "columns are borrowed by empty data");
  if (owner == nullptr) throw InvalidArgument("owner", "null", "somebody must keep the columns alive");
  check(columns);
  winner_ = {columns.winner, owner};
  loser_ = {columns.loser, owner};
  annotator_ = borrowed(columns.annotator, kNoAnnotator, owner);
  weight_ = borrowed(columns.weight, 1.0, owner);
  tie_ = borrowed<std::uint8_t>(columns.tie, 0, owner);
  if (!counts_up(columns.row, 1)) row_ = {columns.row, owner};
}

void Comparisons::check_borrowed() const {
  if (winner_.is_borrowed() && !all_in_range(columns(), items.size(), annotators.size()))
    throw InvalidArgument("comparisons", "changed", "the arrays that they are read from must stay as they were");
}

ComparisonColumns Comparisons::columns() const {
  return {winner_.values(), loser_.values(), annotator_.values(), weight_.values(), tie_.values(), row_.values()};
}

// The column of row numbers for the first `count` comparisons, if it does not exist yet.
void Comparisons::spell_out_rows(std::size_t count) {
  row_.change([&](std::vector<std::uint32_t>& own) {
    own.reserve(capacity());
    while (own.size() < count) own.push_back(static_cast<std::uint32_t>(own.size() + 1));
  });
}

void Comparisons::reserve(std::size_t count) {
  winner_.change([&](std::vector<ItemId>& own) { own.reserve(count); });
  loser_.change([&](std::vector<ItemId>& own) { own.reserve(count); });
}

namespace {

// Without comparisons, on the same items and annotators with the same ids.
Comparisons on_the_same(const Comparisons& data) {
  Comparisons empty;
  for (ItemId item = 0; item < data.items.size(); ++item) empty.items.intern(data.items.name(item));
  for (AnnotatorId id = 0; id < data.annotators.size(); ++id) empty.annotators.intern(data.annotators.name(id));
  return empty;
}

}  // namespace

Comparisons copy_of(const Comparisons& data) {
  Comparisons copy = on_the_same(data);
  copy.append(data.columns());
  return copy;
}

AnswerUnits::AnswerUnits(double weight) : whole(static_cast<std::uint64_t>(weight)) {
  rest = weight - static_cast<double>(whole);
  if (rest < kMinWeight) rest = 0;
}

Comparisons reweighted(const Comparisons& data, std::span<const double> weight) {
  Comparisons made = on_the_same(data);
  for (std::size_t n = 0; n < data.size(); ++n)
    if (weight[n] > 0)
      made.add({data.winner(n), data.loser(n), data.annotator(n), weight[n], data.tie(n)}, data.row(n));
  return made;
}

Comparisons select(const Comparisons& data, std::span<const std::uint8_t> keep) {
  std::vector<double> weight(data.size(), 0.0);
  for (std::size_t n = 0; n < data.size(); ++n)
    if (keep[n]) weight[n] = data.weight(n);
  return reweighted(data, weight);
}

namespace {

// Interns the names in their order. Gives back old id -> new id.
std::vector<std::uint32_t> sort_names(const ItemIndex& names, ItemIndex& sorted) {
  std::vector<std::uint32_t> order(names.size()), new_id(names.size());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::sort(order, {}, [&](std::uint32_t id) { return names.name(id); });
  for (const std::uint32_t id : order) new_id[id] = sorted.intern(names.name(id));
  return new_id;
}

}  // namespace

Comparisons with_sorted_names(const Comparisons& data) {
  Comparisons sorted;
  const std::vector<std::uint32_t> item = sort_names(data.items, sorted.items);
  const std::vector<std::uint32_t> annotator = sort_names(data.annotators, sorted.annotators);
  sorted.reserve(data.size());
  for (std::size_t n = 0; n < data.size(); ++n) {
    const AnnotatorId who = data.annotator(n) == kNoAnnotator ? kNoAnnotator : annotator[data.annotator(n)];
    sorted.add({item[data.winner(n)], item[data.loser(n)], who, data.weight(n), data.tie(n)}, data.row(n));
  }
  sorted.report = data.report;
  return sorted;
}

}  // namespace pdrank
