// One line of CSV at a time, quoted where a reader would otherwise take it for something else.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <string>
#include <string_view>
#include <type_traits>

namespace pdrank::io {

class CsvLine {
 public:
  // A name, quoted if it has a delimiter, a quote, a line break, or blanks at its ends.
  CsvLine& add(std::string_view text);

  // Numbers in the shortest form that reads back the same; NaN is an empty field.
  template <class Number>
  requires std::is_arithmetic_v<Number> CsvLine& add(Number number) {
    separate();
    if (!std::isnan(static_cast<double>(number))) fmt::format_to(std::back_inserter(text_), "{}", number);
    return *this;
  }

  CsvLine& add_empty() {
    separate();
    return *this;
  }

  // The line with its line break; the next add() begins a new one.
  std::string_view end();

 private:
  void separate() {
    if (ended_)
      text_.clear();
    else
      text_ += ',';
    ended_ = false;
  }

  std::string text_;
  bool ended_ = true;
};

}  // namespace pdrank::io
