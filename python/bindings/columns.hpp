// Records on their way to Python: an array or a list for every field.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "bindings.hpp"
#include "pdrank/core/result.hpp"

namespace pdrank::python {

// A number that there is not is NaN; a whole number that there is not is 0: those of records count from 1.
inline double number_of(double value) { return value; }
inline double number_of(const std::optional<double>& value) { return value.value_or(kNone); }
inline std::uint32_t number_of(std::uint32_t value) { return value; }
inline std::uint32_t number_of(const std::optional<std::uint32_t>& value) { return value.value_or(0); }

inline nb::str text_of(const std::string& value) { return text(value); }
inline nb::str text_of(const std::vector<std::string>& words) {
  std::string all;
  for (const std::string& word : words) all += all.empty() ? word : ' ' + word;
  return text(all);
}

template <HasFields Entry>
Record columns_of(const std::vector<Entry>& records) {
  Record columns;
  for_each_field<Entry>([&](const auto& field) {
    using Value = std::decay_t<decltype(std::invoke(field.get, records.front()))>;
    const nb::str name = text(field.name);
    if constexpr (requires(const Value& value) { text_of(value); }) {
      Texts texts;
      for (const Entry& record : records) texts.append(text_of(std::invoke(field.get, record)));
      columns[name] = texts;
    } else {
      using Number = decltype(number_of(std::declval<const Value&>()));
      columns[name] =
          column<Number>(records, [&](const Entry& record) { return number_of(std::invoke(field.get, record)); });
    }
  });
  return columns;
}

}  // namespace pdrank::python
