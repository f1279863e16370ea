#include "pdrank/io/recognise/condition.hpp"

#include <fmt/format.h>

#include <array>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/option_name.hpp"
#include "pdrank/io/recognise/time_text.hpp"
#include "pdrank/io/tables/table_reader.hpp"
#include "pdrank/io/text.hpp"

namespace pdrank::io {
namespace {

using Relation = Condition::Relation;

struct Sign {
  std::string_view text;
  Relation relation;
};
// Longer ones before those that they begin with.
constexpr std::array<Sign, 7> kSigns = {{{"!=", Relation::other},
                                         {"<=", Relation::at_most},
                                         {">=", Relation::at_least},
                                         {"==", Relation::equal},
                                         {"=", Relation::equal},
                                         {"<", Relation::less},
                                         {">", Relation::more}}};

// A date without separators, as spreadsheets have it: 20240501.
std::optional<double> compact_date(std::string_view text) {
  if (text.size() != 8) return std::nullopt;
  return parse_time(fmt::format("{}-{}-{}", text.substr(0, 4), text.substr(4, 2), text.substr(6)));
}

bool is_order(Relation relation) { return relation != Relation::equal && relation != Relation::other; }

}  // namespace

double Condition::measure(std::string_view field) const {
  const std::optional<double> plain_number = parse_finite(field);
  const auto measured = !moment ? plain_number : plain_number ? compact_date(field) : parse_time(field);
  if (!measured)
    throw RowError("bad value for where",
                   fmt::format("{} is {}, but {} {} needs a {} in every row", quoted(column), quoted(field),
                               option_named("where"), text, moment ? "date" : "number"));
  return *measured;
}

bool Condition::holds(std::string_view field) const {
  if (!is_order(relation)) {
    const bool are_equal = field == value || (number && parse_finite(field) == number);
    return are_equal == (relation == Relation::equal);
  }
  if (field.empty()) return false;
  const double one = measure(field), other = moment ? *moment : *number;
  switch (relation) {
    case Relation::less:
      return one < other;
    case Relation::at_most:
      return one <= other;
    case Relation::more:
      return one > other;
    default:
      return one >= other;
  }
}

Condition parse_condition(std::string_view text) {
  const auto refuse = [text](const std::string& rule) { throw InvalidArgument("where", quoted(text), rule); };
  const std::size_t at = text.find_first_of("=<>!");
  const Sign* sign = nullptr;
  for (const Sign& known : kSigns)
    if (sign == nullptr && at != std::string_view::npos && text.substr(at).starts_with(known.text)) sign = &known;
  if (sign == nullptr || trimmed(text.substr(0, at)).empty())
    refuse("it must be COLUMN=VALUE, or have !=, <, >, <= or >= instead");
  Condition condition{.text = std::string(trimmed(text)),
                      .column = std::string(trimmed(text.substr(0, at))),
                      .relation = sign->relation,
                      .value = std::string(trimmed(text.substr(at + sign->text.size())))};
  condition.number = parse_finite(condition.value);
  if (!condition.number) condition.moment = parse_time(condition.value);
  if (is_order(condition.relation) && !condition.number && !condition.moment)
    refuse("< and > need numbers, or dates such as 2024-05-01");
  return condition;
}

}  // namespace pdrank::io
