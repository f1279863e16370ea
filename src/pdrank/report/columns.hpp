// Columns of a table as compact JSON: an array, or one value where all rows have the same.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "pdrank/io/write/json_writer.hpp"

namespace pdrank {

inline constexpr int kDigits = 6, kFewDigits = 4, kAllDigits = 0;

// A number as the page needs it: whole ones in full, others with so many digits (kAllDigits: as many as tell it from
// every other), "null" for what is not finite.
std::string number_text(double number, int digits = kDigits);

// `text_of(row)` is JSON already.
template <class TextOf>
void write_column(io::JsonWriter& json, std::string_view name, std::size_t rows, TextOf&& text_of) {
  std::string column = "[", first;
  bool all_same = rows > 0;
  for (std::size_t row = 0; row < rows; ++row) {
    const std::string text = text_of(row);
    if (row == 0) first = text;
    all_same &= text == first;
    if (row > 0) column += ',';
    column += text;
  }
  json.key(name);
  json.raw(all_same ? first : column + ']');
}

template <class NumberOf>
void write_numbers(io::JsonWriter& json, std::string_view name, std::size_t rows, NumberOf&& number_of,
                   int digits = kDigits) {
  write_column(json, name, rows,
               [&](std::size_t row) { return number_text(static_cast<double>(number_of(row)), digits); });
}

// Each as its step from the row before; before the first there is 0. One value is the step of all rows.
template <class NumberOf>
void write_steps(io::JsonWriter& json, std::string_view name, std::size_t rows, NumberOf&& number_of) {
  double before = 0;
  write_numbers(json, name, rows, [&](std::size_t row) {
    const auto number = static_cast<double>(number_of(row));
    const double step = number - before;
    before = number;
    return step;
  });
}

// Names are always an array.
template <class NameOf>
void write_names(io::JsonWriter& json, std::string_view name, std::size_t rows, NameOf&& name_of) {
  json.key(name);
  json.begin_array();
  for (std::size_t row = 0; row < rows; ++row) json.value(std::string_view(name_of(row)));
  json.end_array();
}

}  // namespace pdrank
