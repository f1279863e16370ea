#include "pdrank/data/comparisons.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/parallel.hpp"
#include "pdrank/core/parse_number.hpp"
#include "pdrank/core/words.hpp"

namespace pdrank {
namespace {

// Also where both are NaN, which says that there is none.
template <class T>
bool same(T one, T other) {
  return one == other || (one != one && other != other);
}

template <class T>
bool all_are(std::span<const T> values, T value) {
  return std::ranges::all_of(values, [&](T other) { return same(other, value); });
}

// Lengthens a column that exists only once a value differs from the default, by `count` rows after the `size` before.
// `values` are as many, or none: all the default.
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

// Whether the rows go on from `next` without a gap or a repetition.
bool counts_up(std::span<const std::uint32_t> rows, std::size_t next) {
  for (std::size_t k = 0; k < rows.size(); ++k)
    if (rows[k] != next + k) return false;
  return true;
}

template <template <class> class Of>
Comparison comparison_at(const RowColumns<Of>& columns, std::size_t n) {
  Comparison one{.winner = columns.winner[n], .loser = columns.loser[n]};
  for_each_optional(
      [n](const char*, auto, auto& value, const auto& column) {
        if (!column.empty()) value = column[n];
      },
      one, columns);
  return one;
}

// Without a branch, so that many rows are checked at once.
bool all_in_range(const ComparisonColumns& columns, std::uint32_t items, std::uint32_t annotators) {
  bool good = true;
  for (std::size_t n = 0; n < columns.winner.size(); ++n)
    good &= (columns.winner[n] < items) & (columns.loser[n] < items) & (columns.winner[n] != columns.loser[n]);
  for (const AnnotatorId annotator : columns.annotator) good &= (annotator < annotators) | (annotator == kNoAnnotator);
  for (const double weight : columns.weight) good &= (weight >= kMinWeight) & (weight <= kMaxWeight);
  for (const Outcome outcome : columns.outcome) good &= outcome <= Outcome::both_bad;
  for (const Side side : columns.first) good &= side <= Side::loser;
  for (const double share : columns.share) good &= (share > 0.5) & (share <= 1);
  for (const double grade : columns.grade) good &= (grade >= kMinGrade) & (grade <= kMaxGrade);
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
  if (comparison.outcome > Outcome::both_bad)
    throw InvalidArgument("outcome", fmt::format("{}", static_cast<int>(comparison.outcome)),
                          "there is no such outcome");
  if (comparison.first > Side::loser)
    throw InvalidArgument("first", fmt::format("{}", static_cast<int>(comparison.first)), "there is no such side");
  if (!(comparison.share > 0.5 && comparison.share <= 1))
    throw InvalidArgument("share", fmt::format("{}", comparison.share),
                          "it must be above 0.5 and at most 1: the part of the answer that goes to the winner");
  if (!(comparison.grade >= kMinGrade && comparison.grade <= kMaxGrade))
    throw InvalidArgument("grade", fmt::format("{}", comparison.grade),
                          fmt::format("must be between {} and {}", kMinGrade, kMaxGrade));
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
  for_each_optional([&](const char* name, auto, const auto& column) { check_length(name, column.size(), true); },
                    columns);
  check_length("row", columns.row.size(), true);
  if (!columns.context.empty() && columns.context.size() != context.size())
    throw InvalidArgument("context", fmt::format("{} columns", columns.context.size()),
                          fmt::format("there are {}", context.size()));
  for (std::size_t k = 0; k < columns.context.size(); ++k) {
    check_length(context[k].name.c_str(), columns.context[k].size(), false);
    for (const std::uint32_t id : columns.context[k])
      if (id >= context[k].values.size())
        throw InvalidArgument(context[k].name, fmt::format("{}", id),
                              fmt::format("there are {} values", context[k].values.size()));
  }
  check_room(count);
  if (all_in_range(columns, items.size(), annotators.size())) return;
  for (std::size_t n = 0; n < count; ++n) check(comparison_at(columns, n));
}

void Comparisons::add(const Comparison& comparison, std::uint32_t row) {
  check_room(1);
  check(comparison);
  ComparisonColumns one{.winner = {&comparison.winner, 1}, .loser = {&comparison.loser, 1}, .row = {&row, 1}};
  for_each_optional([](const char*, auto, auto& column, const auto& value) { column = {&value, 1}; }, one, comparison);
  take(one);
}

void Comparisons::append(const ComparisonColumns& columns) {
  check(columns);
  take(columns);
}

// Adds what was checked.
void Comparisons::take(const ComparisonColumns& columns) {
  const std::size_t before = size(), count = columns.winner.size(), next = next_row();
  const auto take_winners = [&] { extend(columns_.winner, columns.winner); };
  const auto take_losers = [&] { extend(columns_.loser, columns.loser); };
  if (count == 1)
    take_winners(), take_losers();
  else
    parallel_invoke(take_winners, take_losers);
  for_each_optional([&](const char*, auto default_value, auto& own,
                        const auto& more) { extend(own, more, default_value, before, count, capacity()); },
                    columns_, columns);
  take_context(columns, count);
  if (columns_.row.empty() && counts_up(columns.row, before + 1)) return;
  spell_out_rows(before);
  columns_.row.change([&](std::vector<std::uint32_t>& own) {
    for (std::size_t k = 0; k < count; ++k)
      own.push_back(columns.row.empty() ? static_cast<std::uint32_t>(next + k) : columns.row[k]);
  });
}

void Comparisons::take_context(const ComparisonColumns& columns, std::size_t count) {
  for (std::size_t k = 0; k < context.size(); ++k) {
    ContextColumn& own = context[k];
    if (columns.context.empty())
      own.id.insert(own.id.end(), count, own.values.intern(std::string_view()));
    else
      own.id.insert(own.id.end(), columns.context[k].begin(), columns.context[k].end());
  }
}

std::size_t Comparisons::add_context(std::string name) {
  ContextColumn& added = context.emplace_back();
  added.name = std::move(name);
  if (!empty()) added.id.assign(size(), added.values.intern(std::string_view()));
  return context.size() - 1;
}

void Comparisons::borrow(const ComparisonColumns& columns, std::shared_ptr<const void> owner) {
  if (!empty()) throw InvalidArgument("comparisons", fmt::format("{}", size()), "columns are borrowed by empty data");
  if (owner == nullptr) throw InvalidArgument("owner", "null", "somebody must keep the columns alive");
  check(columns);
  columns_.winner = {columns.winner, owner};
  columns_.loser = {columns.loser, owner};
  for_each_optional(
      [&](const char*, auto default_value, auto& own, const auto& given) {
        if (!all_are(given, default_value)) own = {given, owner};
      },
      columns_, columns);
  take_context(columns, columns.winner.size());
  if (!counts_up(columns.row, 1)) columns_.row = {columns.row, owner};
}

void Comparisons::check_borrowed() const {
  if (columns_.winner.is_borrowed() && !all_in_range(columns(), items.size(), annotators.size()))
    throw InvalidArgument("comparisons", "changed", "the arrays that they are read from must stay as they were");
}

ComparisonColumns Comparisons::columns() const {
  ComparisonColumns all{
      .winner = columns_.winner.values(), .loser = columns_.loser.values(), .row = columns_.row.values()};
  for_each_optional([](const char*, auto, auto& seen, const auto& own) { seen = own.values(); }, all, columns_);
  for (const ContextColumn& column : context) all.context.emplace_back(column.id);
  return all;
}

ComparisonColumns view(const RowColumns<Values>& columns) {
  ComparisonColumns all{.winner = columns.winner, .loser = columns.loser, .row = columns.row};
  for_each_optional([](const char*, auto, auto& seen, const auto& own) { seen = own; }, all, columns);
  all.context.assign(columns.context.begin(), columns.context.end());
  return all;
}

Comparison Comparisons::operator[](std::size_t n) const { return comparison_at(columns_, n); }

// The column of row numbers for the first `count` comparisons, if it does not exist yet.
void Comparisons::spell_out_rows(std::size_t count) {
  columns_.row.change([&](std::vector<std::uint32_t>& own) {
    own.reserve(capacity());
    while (own.size() < count) own.push_back(static_cast<std::uint32_t>(own.size() + 1));
  });
}

void Comparisons::reserve(std::size_t count) {
  columns_.winner.change([&](std::vector<ItemId>& own) { own.reserve(count); });
  columns_.loser.change([&](std::vector<ItemId>& own) { own.reserve(count); });
}

Comparisons without_rows(const Comparisons& data) {
  Comparisons empty;
  for (ItemId item = 0; item < data.items.size(); ++item) empty.items.intern(data.items.name(item));
  for (AnnotatorId id = 0; id < data.annotators.size(); ++id) empty.annotators.intern(data.annotators.name(id));
  for (const ContextColumn& column : data.context) {
    ItemIndex& values = empty.context[empty.add_context(column.name)].values;
    for (std::uint32_t id = 0; id < column.values.size(); ++id) values.intern(column.values.name(id));
  }
  return empty;
}

const ContextColumn& context_named(const Comparisons& data, std::string_view name) {
  const auto found = std::ranges::find(data.context, name, &ContextColumn::name);
  if (found == data.context.end())
    throw InvalidArgument("context", fmt::format("'{}'", name),
                          "this column was not asked for when the data were read");
  return *found;
}

std::vector<double> numbers_of(const Comparisons& data, const ContextColumn& column) {
  std::vector<double> numbers(column.values.size());
  for (std::uint32_t id = 0; id < numbers.size(); ++id) {
    const std::string_view text = column.values.name(id);
    const auto number = parse_number<double>(text);
    numbers[id] = number.value_or(std::numeric_limits<double>::quiet_NaN());
    if (text.empty() || (number && std::isfinite(*number))) continue;
    const auto n = static_cast<std::size_t>(std::ranges::find(column.id, id) - column.id.begin());
    if (n < column.id.size())  // otherwise no comparison has it any more
      throw InvalidArgument(column.name, fmt::format("'{}' in data row {}", text, data.row(n)), "it must be a number");
  }
  return numbers;
}

std::vector<double> winners_lead(const Comparisons& data, std::string_view name) {
  const ContextColumn &winner = context_named(data, of_winner(name)), &loser = context_named(data, of_loser(name));
  const std::vector<double> winners = numbers_of(data, winner), losers = numbers_of(data, loser);
  std::vector<double> lead(data.size());
  for (std::size_t n = 0; n < lead.size(); ++n) lead[n] = winners[winner.id[n]] - losers[loser.id[n]];
  return lead;
}

std::vector<std::size_t> order_of_time(const Comparisons& data) {
  if (data.columns().time.empty()) return {};
  std::vector<std::size_t> order(data.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t n) {
    const double time = data.time(n);
    return std::isnan(time) ? -std::numeric_limits<double>::infinity() : time;
  });
  return order;
}

Comparisons copy_of(const Comparisons& data) {
  Comparisons copy = without_rows(data);
  copy.append(data.columns());
  return copy;
}

AnswerUnits::AnswerUnits(double weight) : whole(static_cast<std::uint64_t>(weight)) {
  rest = weight - static_cast<double>(whole);
  if (rest < kMinWeight) rest = 0;
}

RowColumns<Values> pick(const Comparisons& data, std::span<const std::size_t> picked) {
  RowColumns<Values> columns;
  const auto take = [&](auto& to, const auto& from) {
    to.reserve(picked.size());
    for (const std::size_t n : picked) to.push_back(from[n]);
  };
  const ComparisonColumns from = data.columns();
  take(columns.winner, from.winner);
  take(columns.loser, from.loser);
  for_each_optional(
      [&](const char*, auto, auto& to, const auto& column) {
        if (!column.empty()) take(to, column);
      },
      columns, from);
  for (const std::size_t n : picked) columns.row.push_back(data.row(n));
  for (const auto& column : from.context) take(columns.context.emplace_back(), column);
  return columns;
}

Comparisons reweighted(const Comparisons& data, std::span<const double> weight) {
  std::vector<std::size_t> picked;
  for (std::size_t n = 0; n < data.size(); ++n)
    if (weight[n] > 0) picked.push_back(n);
  RowColumns<Values> columns = pick(data, picked);
  columns.weight.clear();
  for (const std::size_t n : picked) columns.weight.push_back(weight[n]);
  Comparisons made = without_rows(data);
  made.append(view(columns));
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
  const std::vector<std::uint32_t> number = numbers_by_name(names);
  std::vector<std::uint32_t> order(names.size());
  for (std::uint32_t id = 0; id < number.size(); ++id) order[number[id]] = id;
  for (const std::uint32_t id : order) sorted.intern(names.name(id));
  return number;
}

std::vector<std::size_t> all_of(const Comparisons& data) {
  std::vector<std::size_t> all(data.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

}  // namespace

Comparisons with_sorted_names(const Comparisons& data) {
  Comparisons sorted;
  const std::vector<std::uint32_t> item = sort_names(data.items, sorted.items);
  const std::vector<std::uint32_t> annotator = sort_names(data.annotators, sorted.annotators);
  RowColumns<Values> columns = pick(data, all_of(data));
  for (ItemId& id : columns.winner) id = item[id];
  for (ItemId& id : columns.loser) id = item[id];
  for (AnnotatorId& id : columns.annotator)
    if (id != kNoAnnotator) id = annotator[id];
  for (std::size_t k = 0; k < data.context.size(); ++k) {
    ItemIndex& values = sorted.context[sorted.add_context(data.context[k].name)].values;
    const std::vector<std::uint32_t> value = sort_names(data.context[k].values, values);
    for (std::uint32_t& id : columns.context[k]) id = value[id];
  }
  sorted.append(view(columns));
  sorted.report = data.report;
  return sorted;
}

}  // namespace pdrank
