// Which rows a caller wants: `language=English`, `turn!=2`, `date>=2024-05-01`.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace pdrank::io {

struct Condition {
  enum class Relation { equal, other, less, at_most, more, at_least };

  std::string text;  // as it was given
  std::string column;
  Relation relation = Relation::equal;
  std::string value;
  std::optional<double> number = std::nullopt, moment = std::nullopt;  // what the value is, if it is one

  // Whether a row with this field is wanted. Values are equal as texts or as numbers. Larger and smaller are numbers or
  // dates; an empty field is neither. Throws RowError for another field that is not of the value's kind.
  bool holds(std::string_view field) const;

 private:
  double measure(std::string_view field) const;
};

// Throws InvalidArgument, field "where", for a text that is none.
Condition parse_condition(std::string_view text);

}  // namespace pdrank::io
