// Comparisons: immutable as Python sees them, their columns without copies; and how they are made from arrays.
#include <fmt/format.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>

#include "bindings.hpp"
#include "pdrank/core/errors.hpp"
#include "pdrank/core/option_name.hpp"
#include "pdrank/data/from_ids.hpp"
#include "pdrank/data/update.hpp"

namespace pdrank::python {
namespace {

using AnyArray = nb::ndarray<nb::ro, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using MaybeArray = std::optional<AnyArray>;
using MaybeNames = std::optional<std::vector<std::string>>;

template <class T>
bool holds(const AnyArray& array) {
  return array.dtype() == nb::dtype<T>();
}

template <class T>
std::span<const T> span_as(const AnyArray& array) {
  return {static_cast<const T*>(array.data()), array.size()};
}

template <class T>
void widen(const AnyArray& array, std::vector<std::int64_t>& numbers) {
  if (!holds<T>(array)) return;
  for (const T number : span_as<T>(array)) {
    if (!std::in_range<std::int64_t>(number))
      throw InvalidArgument("number", fmt::format("{}", number), "it must be less than 2^63");
    numbers.push_back(static_cast<std::int64_t>(number));
  }
}

template <class... T>
std::vector<std::int64_t> widen_any(const AnyArray& array) {
  if (!(holds<T>(array) || ...)) throw nb::type_error("ids must be whole numbers");
  std::vector<std::int64_t> numbers;
  numbers.reserve(array.size());
  (widen<T>(array, numbers), ...);
  return numbers;
}

std::vector<std::int64_t> as_numbers(const AnyArray& array) {
  return widen_any<std::int64_t, std::int32_t, std::int16_t, std::int8_t, std::uint64_t, std::uint32_t, std::uint16_t,
                   std::uint8_t>(array);
}

bool is_narrow(const AnyArray& array) { return holds<std::uint32_t>(array) || holds<std::int32_t>(array); }

// A flag is an Outcome: win or tie.
std::span<const Outcome> outcomes_of(const MaybeArray& tie) {
  if (!tie) return {};
  if (!holds<bool>(*tie) && !holds<std::uint8_t>(*tie)) throw nb::type_error("tie must be an array of bool or uint8");
  return span_as<Outcome>(*tie);
}

// Keeps arrays alive for the library.
std::shared_ptr<const void> owner_of(std::vector<AnyArray> arrays) {
  return {new std::vector<AnyArray>(std::move(arrays)), [](const std::vector<AnyArray>* kept) {
            const nb::gil_scoped_acquire locked;
            delete kept;
          }};
}

Comparisons from_arrays(const AnyArray& winner, const AnyArray& loser, const MaybeNames& names,
                        const MaybeArray& annotator, const MaybeNames& annotator_names, const MaybeArray& weight,
                        const MaybeArray& tie) {
  if (weight && !holds<double>(*weight)) throw nb::type_error("weight must be an array of float64");
  const std::span<const double> weights = weight ? span_as<double>(*weight) : std::span<const double>();
  if (is_narrow(winner) && is_narrow(loser) && (!annotator || is_narrow(*annotator))) {
    std::vector<AnyArray> kept = {winner, loser};
    for (const MaybeArray& array : {annotator, weight, tie})
      if (array) kept.push_back(*array);
    const ComparisonColumns columns{
        .winner = span_as<ItemId>(winner),
        .loser = span_as<ItemId>(loser),
        .annotator = annotator ? span_as<AnnotatorId>(*annotator) : std::span<const AnnotatorId>(),
        .weight = weights,
        .outcome = outcomes_of(tie)};
    return from_ids(columns, {names, annotator_names}, owner_of(std::move(kept)));
  }
  const std::vector<std::int64_t> winners = as_numbers(winner), losers = as_numbers(loser);
  const std::vector<std::int64_t> annotators = annotator ? as_numbers(*annotator) : std::vector<std::int64_t>();
  return from_ids(NumberColumns{winners, losers, annotators, weights, outcomes_of(tie)}, {names, annotator_names});
}

const Comparisons& data_of(nb::handle object) { return nb::cast<const Comparisons&>(object); }

template <Comparisons (*Change)(const Comparisons&, const Comparisons&)>
Comparisons changed(const Comparisons& data, const Comparisons& rows) {
  data.check_borrowed();
  rows.check_borrowed();
  return Change(data, rows);
}

// What Python sees of a value: of an enum its number.
template <class T>
using Plain = typename std::conditional_t<std::is_enum_v<T>, std::underlying_type<T>, std::type_identity<T>>::type;

template <class T>
auto plain_view(std::span<const T> values, nb::handle owner) {
  return view_of(std::span(reinterpret_cast<const Plain<T>*>(values.data()), values.size()), owner);
}

template <auto Column>
auto column_of(nb::handle self) {
  return plain_view(data_of(self).columns().*Column, self);
}

// None where the column is the default in every row.
template <auto Column>
auto optional_column(nb::handle self) {
  const auto column = column_of<Column>(self);
  return column.size() == 0 ? std::nullopt : std::optional(column);
}

std::optional<nb::typed<nb::object, Array<const std::uint8_t>>> ties_of(nb::handle self) {
  const Comparisons& data = data_of(self);
  if (data.columns().outcome.empty()) return std::nullopt;
  std::vector<std::uint8_t> ties(data.size());
  for (std::size_t n = 0; n < ties.size(); ++n) ties[n] = data.tie(n);
  return nb::cast(array_of(std::move(ties)));
}

nb::typed<nb::object, Array<const std::uint32_t>> rows_of(nb::handle self) {
  if (const auto rows = optional_column<&ComparisonColumns::row>(self)) return nb::cast(*rows);
  std::vector<std::uint32_t> rows(data_of(self).size());
  std::iota(rows.begin(), rows.end(), std::uint32_t{1});
  return nb::cast(array_of(std::move(rows)));
}

Counts skipped_of(const Comparisons& data) {
  Counts skipped;
  for (const auto& [reason, rows] : data.report.skipped) skipped[sentence(reason)] = rows;
  return skipped;
}

using Strings = std::vector<std::string>;
using Ids = Array<const std::uint32_t>;
using Context = nb::typed<nb::dict, nb::str, nb::typed<nb::tuple, Texts, Ids>>;

Context context_of(nb::handle self) {
  Context all;
  for (const ContextColumn& column : data_of(self).context)
    all[text(column.name)] = nb::make_tuple(name_list(column.values), view_of(std::span(column.id), self));
  return all;
}

// For pickle: names, columns, the fields of ReadReport.
using State = std::tuple<Strings, Strings, nb::dict, nb::dict, std::uint64_t, std::uint64_t,
                         std::vector<std::pair<std::string, std::uint64_t>>, Strings, Strings>;

// visit(name, column) for all of them.
template <class Columns, class Visit>
void for_each_column(Columns& columns, Visit&& visit) {
  visit("winner", columns.winner);
  visit("loser", columns.loser);
  for_each_optional([&](const char* name, auto, auto& column) { visit(name, column); }, columns);
  visit("row", columns.row);
}

// Notes as Python spells them: the marks of options are no text.
std::vector<std::string> plain_notes(const ReadReport& report) {
  std::vector<std::string> notes;
  for (const std::string& note : report.notes) notes.push_back(plain(note));
  return notes;
}

nb::tuple state_of(nb::handle self) {
  const Comparisons& data = data_of(self);
  const ComparisonColumns columns = data.columns();
  nb::dict arrays;
  for_each_column(columns, [&](const char* name, const auto& column) { arrays[name] = plain_view(column, self); });
  return nb::make_tuple(name_list(data.items), name_list(data.annotators), arrays, context_of(self), data.report.rows,
                        data.report.left_out, data.report.skipped, data.report.first_skipped, plain_notes(data.report));
}

void restore(Comparisons& data, const State& state) {
  const auto& [items, annotators, arrays, context, rows, left_out, skipped, first, notes] = state;
  RowColumns<Values> columns;
  for_each_column(columns, [&](const char* name, auto& column) {
    using T = typename std::decay_t<decltype(column)>::value_type;
    const auto array =
        nb::cast<nb::ndarray<nb::numpy, const Plain<T>, nb::ndim<1>, nb::c_contig, nb::device::cpu>>(arrays[name]);
    for (std::size_t n = 0; n < array.size(); ++n) column.push_back(static_cast<T>(array.data()[n]));
  });
  new (&data) Comparisons;
  for (const std::string& name : items) data.items.intern(name);
  for (const std::string& name : annotators) data.annotators.intern(name);
  for (const auto& [name, column] : context) {
    const auto [values, ids] = nb::cast<
        std::pair<Strings, nb::ndarray<nb::numpy, const std::uint32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>>>(
        column);
    ItemIndex& index = data.context[data.add_context(nb::cast<std::string>(name))].values;
    for (const std::string& value : values) index.intern(value);
    columns.context.emplace_back(ids.data(), ids.data() + ids.size());
  }
  data.append(view(columns));
  data.report = {rows, left_out, skipped, first, notes};
}

}  // namespace

void bind_data(nb::module_& module) {
  nb::class_<Comparisons>(module, "Comparisons",
                          "Who won against whom, by whose word: columns of ids, and their names.")
      .def("__len__", &Comparisons::size)
      .def_prop_ro(
          "items", [](const Comparisons& data) { return name_list(data.items); }, "The items' names by id.")
      .def_prop_ro(
          "annotators", [](const Comparisons& data) { return name_list(data.annotators); },
          "The annotators' names by id.")
      .def_prop_ro("rows", &rows_of, "The row of the input, from 1, that each comparison comes from.")
      .def_prop_ro("winner", &column_of<&ComparisonColumns::winner>, "Ids; for a tie, of one of the two.")
      .def_prop_ro("loser", &column_of<&ComparisonColumns::loser>, "Ids; for a tie, of the other.")
      .def_prop_ro("annotator", &optional_column<&ComparisonColumns::annotator>,
                   "Ids, 2^32 - 1 where nobody is named; None: nobody is.")
      .def_prop_ro("weight", &optional_column<&ComparisonColumns::weight>, "None: all 1.")
      .def_prop_ro("tie", &ties_of, "None: there are no ties.")
      .def_prop_ro("outcome", &optional_column<&ComparisonColumns::outcome>,
                   "0 where the winner won, 1 for a tie, 2 for a tie of two that are both poor; None: all 0.")
      .def_prop_ro("first", &optional_column<&ComparisonColumns::first>,
                   "Who stood on the left or was named first: 0 unknown, 1 the winner, 2 the loser; None: all 0.")
      .def_prop_ro("time", &optional_column<&ComparisonColumns::time>, "NaN where there is none; None: nowhere.")
      .def_prop_ro("share", &optional_column<&ComparisonColumns::share>,
                   "Of a win, the part of the answer that goes to the winner; None: all 1.")
      .def_prop_ro("grade", &optional_column<&ComparisonColumns::grade>, "Of a win, how clear it is; None: all 1.")
      .def_prop_ro("context", &context_of,
                   "Columns that were kept: by name, the texts that occur, and which of them each comparison has.")
      .def_prop_ro("input_rows", &Comparisons::row_count, "Rows of the input, skipped ones included.")
      .def_prop_ro("notes", [](const Comparisons& data) { return sentence_list(data.report.notes); })
      .def_prop_ro("skipped", &skipped_of, "Why rows were left out, and how many.")
      .def_prop_ro(
          "first_skipped", [](const Comparisons& data) { return sentence_list(data.report.first_skipped); },
          "The first few of them, as errors would have said them.")
      .def("extend", &changed<extended>, nb::arg("more"), "The comparisons of both, matched by name.",
           nb::call_guard<nb::gil_scoped_release>())
      .def("remove", &changed<without>, nb::arg("rows"), "What is left when each of `rows` is taken away once.",
           nb::call_guard<nb::gil_scoped_release>())
      .def("__getstate__", &state_of)
      .def("__setstate__", &restore);
  module.def("from_ids", &from_arrays, nb::arg("winner"), nb::arg("loser"), nb::arg("names") = nb::none(),
             nb::arg("annotator") = nb::none(), nb::arg("annotator_names") = nb::none(), nb::arg("weight") = nb::none(),
             nb::arg("tie") = nb::none(),
             "Comparisons from arrays of whole numbers: places in `names`, or names themselves where there are none. "
             "Arrays of 32 bits are read in place.");
}

std::vector<ItemScore> item_scores(const std::vector<std::string>& items, const Doubles& scores) {
  if (items.size() != scores.size())
    throw InvalidArgument("scores", fmt::format("{} long", scores.size()),
                          fmt::format("there are {} items", items.size()));
  std::vector<ItemScore> named(items.size());
  for (std::size_t n = 0; n < named.size(); ++n) named[n] = {items[n], scores.data()[n]};
  return named;
}

}  // namespace pdrank::python
