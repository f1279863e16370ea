// What the files of this folder share: texts and arrays on their way to Python, and one function a file that adds its
// part to the module. Nothing here decides anything: checks and defaults are the library's.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pdrank/core/option_name.hpp"
#include "pdrank/data/comparisons.hpp"
#include "pdrank/data/item_score.hpp"
#include "pdrank/io/write/sink.hpp"

namespace pdrank::python {

namespace nb = nanobind;

// Types as Python's type checkers are to see them.
using Texts = nb::typed<nb::list, nb::str>;
using Record = nb::typed<nb::dict, nb::str, nb::any>;
using Records = nb::typed<nb::list, Record>;
using Counts = nb::typed<nb::dict, nb::str, int>;

template <class T>
using Array = nb::ndarray<nb::numpy, T, nb::ndim<1>, nb::c_contig>;

// A list of numbers that the caller has.
using Doubles = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

inline std::span<const double> span_of(const Doubles& list) { return {list.data(), list.size()}; }

inline nb::str text(std::string_view characters) { return nb::str(characters.data(), characters.size()); }

// A sentence of the library, in which options have their bare names: those of the keywords.
inline nb::str sentence(std::string_view marked) { return text(plain(marked)); }

inline Texts sentence_list(const std::vector<std::string>& sentences) {
  Texts list;
  for (const std::string& marked : sentences) list.append(sentence(marked));
  return list;
}

template <class Strings>
Texts text_list(const Strings& texts) {
  Texts list;
  for (const auto& entry : texts) list.append(text(entry));
  return list;
}

// Items and their scores, two lists of the same length.
std::vector<ItemScore> item_scores(const std::vector<std::string>& items, const Doubles& scores);

// All names, in the order of their ids.
Texts name_list(const ItemIndex& index);

// An array that takes over the numbers.
template <class T>
Array<T> array_of(std::vector<T> numbers) {
  auto kept = std::make_unique<std::vector<T>>(std::move(numbers));
  T* data = kept->data();
  const std::size_t size = kept->size();
  const nb::capsule owner(kept.get(), [](void* vector) noexcept { delete static_cast<std::vector<T>*>(vector); });
  kept.release();
  return Array<T>(data, {size}, owner);
}

// field(entry) of every entry.
template <class T, class Entries, class Field>
Array<T> column(const Entries& entries, Field&& field) {
  std::vector<T> numbers;
  numbers.reserve(entries.size());
  for (const auto& entry : entries) numbers.push_back(field(entry));
  return array_of(std::move(numbers));
}

// A read-only array on memory that `owner` holds.
template <class T>
Array<const T> view_of(std::span<const T> numbers, nb::handle owner) {
  return Array<const T>(numbers.data(), {numbers.size()}, owner);
}

// What a writer of the library writes.
template <class Result, void (*Write)(const Result&, Sink&)>
nb::str written(const Result& result) {
  StringSink sink;
  Write(result, sink);
  return text(sink.text);
}

void bind_active(nb::module_& module);    // next_pairs, strategies
void bind_command(nb::module_& module);   // the command line
void bind_core(nb::module_& module);      // exceptions, options
void bind_data(nb::module_& module);      // Comparisons
void bind_io(nb::module_& module);        // reading
void bind_methods(nb::module_& module);   // rank, compare, methods
void bind_metrics(nb::module_& module);   // measures of score lists
void bind_simulate(nb::module_& module);  // data with a known truth

}  // namespace pdrank::python
