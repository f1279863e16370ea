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

std::span<const std::uint8_t> flags_of(const MaybeArray& tie) {
  if (!tie) return {};
  if (!holds<bool>(*tie) && !holds<std::uint8_t>(*tie)) throw nb::type_error("tie must be an array of bool or uint8");
  return span_as<std::uint8_t>(*tie);
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
        .tie = flags_of(tie)};
    return from_ids(columns, {names, annotator_names}, owner_of(std::move(kept)));
  }
  const std::vector<std::int64_t> winners = as_numbers(winner), losers = as_numbers(loser);
  const std::vector<std::int64_t> annotators = annotator ? as_numbers(*annotator) : std::vector<std::int64_t>();
  return from_ids(NumberColumns{winners, losers, annotators, weights, flags_of(tie)}, {names, annotator_names});
}

const Comparisons& data_of(nb::handle object) { return nb::cast<const Comparisons&>(object); }

template <Comparisons (*Change)(const Comparisons&, const Comparisons&)>
Comparisons changed(const Comparisons& data, const Comparisons& rows) {
  data.check_borrowed();
  rows.check_borrowed();
  return Change(data, rows);
}

template <auto Column>
auto column_of(nb::handle self) {
  return view_of(data_of(self).columns().*Column, self);
}

// None where the column is the default in every row.
template <auto Column>
auto optional_column(nb::handle self) {
  const auto column = column_of<Column>(self);
  return column.size() == 0 ? std::nullopt : std::optional(column);
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

// For pickle: names, the columns of ComparisonColumns, the fields of ReadReport.
using Strings = std::vector<std::string>;
template <class T>
using Numbers = nb::ndarray<nb::numpy, const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using State = std::tuple<Strings, Strings, Numbers<ItemId>, Numbers<ItemId>, Numbers<AnnotatorId>, Numbers<double>,
                         Numbers<std::uint8_t>, Numbers<std::uint32_t>, std::uint64_t,
                         std::vector<std::pair<std::string, std::uint64_t>>, Strings, Strings>;

nb::tuple state_of(nb::handle self) {
  const Comparisons& data = data_of(self);
  return nb::make_tuple(name_list(data.items), name_list(data.annotators), column_of<&ComparisonColumns::winner>(self),
                        column_of<&ComparisonColumns::loser>(self), column_of<&ComparisonColumns::annotator>(self),
                        column_of<&ComparisonColumns::weight>(self), column_of<&ComparisonColumns::tie>(self),
                        column_of<&ComparisonColumns::row>(self), data.report.rows, data.report.skipped,
                        data.report.first_skipped, data.report.notes);
}

void restore(Comparisons& data, const State& state) {
  const auto& [items, annotators, winner, loser, annotator, weight, tie, row, rows, skipped, first, notes] = state;
  const auto values = [](const auto& array) { return std::span(array.data(), array.size()); };
  new (&data) Comparisons;
  for (const std::string& name : items) data.items.intern(name);
  for (const std::string& name : annotators) data.annotators.intern(name);
  data.append({values(winner), values(loser), values(annotator), values(weight), values(tie), values(row)});
  data.report = {rows, skipped, first, notes};
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
      .def_prop_ro("tie", &optional_column<&ComparisonColumns::tie>, "None: there are no ties.")
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
