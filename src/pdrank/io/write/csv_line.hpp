// One line of CSV at a time, quoted where a reader would otherwise take it for something else.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "pdrank/core/enum_names.hpp"
#include "pdrank/core/fields.hpp"

namespace pdrank::io {

class CsvLine {
 public:
  explicit CsvLine(char delimiter = ',') : delimiter_(delimiter) {}

  // A name, quoted if it has a delimiter, a quote, a line break, or blanks at its ends.
  CsvLine& add(std::string_view text);
  CsvLine& add(NamedEnum auto named) { return add(name_of(named)); }

  // Numbers in the shortest form that reads back the same; NaN is an empty field. A bool is true or false.
  template <class Number>
  requires std::is_arithmetic_v<Number> CsvLine& add(Number number) {
    separate();
    const bool is_none = std::is_floating_point_v<Number> && std::isnan(static_cast<double>(number));
    if (!is_none) fmt::format_to(std::back_inserter(text_), "{}", number);
    return *this;
  }

  // Empty if there is none.
  template <class Value>
  CsvLine& add(const std::optional<Value>& maybe) {
    if (maybe) return add(*maybe);
    separate();
    return *this;
  }

  // Several words or numbers, with blanks between them.
  template <class Value>
  CsvLine& add(const std::vector<Value>& values) {
    return add(std::string_view(fmt::format("{}", fmt::join(values, " "))));
  }

  // Every field of a record, and the line with its line break.
  template <HasFields Record>
  std::string_view line_of(const Record& record) {
    for_each_value(record, [&](std::string_view, const auto& value) { add(value); });
    return end();
  }
  template <HasFields Record>
  std::string_view header_of() {
    for_each_field<Record>([&](const auto& field) { add(field.name); });
    return end();
  }

  // The line with its line break; the next add() begins a new one.
  std::string_view end();

 private:
  void separate() {
    if (ended_)
      text_.clear();
    else
      text_ += delimiter_;
    ended_ = false;
  }

  const char delimiter_;
  std::string text_;
  bool ended_ = true;
};

}  // namespace pdrank::io
