// Options described once: a struct of options has a table of records, one for each field that a user can set:
//
//   struct Options {
//     int few = 5;
//     static OptionTable<Options> table();  // has option_of<&Options::few>("few", "what it means", ..)
//   };
//
// The command line's flags and help, Python's keywords, the JSON result and the checks are made from the records. A
// field `max_rounds` is the flag --max-rounds, the keyword and the JSON key max_rounds. A field that has no value is
// decided by the program; the default of any other is that of the struct.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "pdrank/core/enum_names.hpp"

namespace pdrank {

// The value of a number that the program is to choose from the data: the text "auto". Only records with `may_be_auto`
// take it. It is no number that anybody means.
inline constexpr double kAuto = std::numeric_limits<double>::lowest();

inline constexpr double kUnbounded = std::numeric_limits<double>::infinity();

// A value of an enum is the text of its name.
using OptionValue =
    std::variant<std::string, double, int, std::uint32_t, std::uint64_t, bool, std::vector<std::string>>;

// What may be said about an option beside its name and help.
struct OptionDetails {
  struct Range {
    double low = -kUnbounded, high = kUnbounded;
  };

  Range range = {};                            // numbers: low <= value <= high
  std::vector<std::string_view> choices = {};  // texts: one of these; with a placeholder, names that others check
  std::string_view placeholder = {};           // for the value in the help: FILE, DIR, NAME, ..
  std::string_view symbol = {};                // of the paper
  std::optional<OptionValue> usual = {};       // what no value stands for, where nothing else decides (fill_in)
  std::string unset = {};                      // or that in words
  double none = -kUnbounded;                   // numbers: this one asks for nothing, and is as good as no value
  bool affects_result = true;                  // false: left out of the result, which does not depend on it
  bool may_be_auto = false;                    // numbers: kAuto is a value too
  bool is_repeated = false;                    // lists: a flag for every value, which may have commas
};

// What is known about an option, whatever struct it is in.
struct OptionInfo : OptionDetails {
  std::string_view name;     // snake_case
  std::string help;          // calls other options by option_named
  OptionValue type;          // some value of its type
  bool is_optional = false;  // may have no value
};

template <class Struct>
struct OptionRecord : OptionInfo {
  std::optional<OptionValue> (*get)(const Struct&) = nullptr;
  void (*set)(Struct&, const OptionValue&) = nullptr;  // a value of its type that was checked
};

template <class Struct>
using OptionTable = std::span<const OptionRecord<Struct>>;

// InvalidArgument for a value out of its range, or none of the choices.
void check_value(const OptionInfo& option, const OptionValue& value);

// A value as text, and back. InvalidArgument for a text of the wrong type.
std::string text_of(const OptionInfo& option, const OptionValue& value);
OptionValue parse_value(const OptionInfo& option, std::string_view text);

// Throws InvalidArgument for the first field that is out of its range.
template <class Struct>
void validate(const Struct& options) {
  for (const OptionRecord<Struct>& record : Struct::table())
    if (const std::optional<OptionValue> value = record.get(options)) check_value(record, *value);
}

// The value as text, empty where it has none.
template <class Struct>
std::string option_text(const Struct& options, const OptionRecord<Struct>& record) {
  const std::optional<OptionValue> value = record.get(options);
  return value ? text_of(record, *value) : std::string();
}

// What is used where nobody sets it, as text: of the struct, or of its usual() where the program fills in some.
template <class Struct>
std::string default_text(const OptionRecord<Struct>& record) {
  if (!record.unset.empty()) return record.unset;
  if constexpr (requires { Struct::usual(); })
    return option_text(Struct::usual(), record);
  else
    return option_text(Struct{}, record);
}

// Gives fields that have no value their usual one.
template <class Struct>
void fill_in(Struct& options) {
  for (const OptionRecord<Struct>& record : Struct::table())
    if (record.usual && !record.get(options)) record.set(options, *record.usual);
}

// Whether the caller has set a field that is otherwise decided by the program.
template <class Struct>
bool is_set(const Struct& options, const OptionRecord<Struct>& record) {
  const std::optional<OptionValue> value = record.get(options);
  return record.is_optional && value && text_of(record, *value) != text_of(record, record.none);
}

// The value, or the choice that it spells with other dashes or another case.
OptionValue as_spelled(const OptionInfo& option, const OptionValue& value);

// Checks the value, then sets the field.
template <class Struct>
void assign(Struct& options, const OptionRecord<Struct>& record, const OptionValue& value) {
  const OptionValue spelled = as_spelled(record, value);
  check_value(record, spelled);
  record.set(options, spelled);
}

[[noreturn]] void refuse_option(std::string_view name, const std::vector<std::string_view>& known);

// Sets a field from text, as option_text writes it. InvalidArgument for an unknown name or a value that cannot be.
template <class Struct>
void set_option(Struct& options, std::string_view name, std::string_view text) {
  std::vector<std::string_view> known;
  for (const OptionRecord<Struct>& record : Struct::table()) {
    if (record.name == name) return assign(options, record, parse_value(record, text));
    known.push_back(record.name);
  }
  refuse_option(name, known);
}

// Making records.

template <class Field>
struct ValueOf {
  using type = Field;
};
template <class Value>
struct ValueOf<std::optional<Value>> {
  using type = Value;
};

template <auto Member>
struct MemberOf;
template <class Struct, class Field, Field Struct::*Member>
struct MemberOf<Member> {
  using Owner = Struct;
  using Value = typename ValueOf<Field>::type;
  static constexpr bool is_optional = !std::is_same_v<Field, Value>;
};

template <class Value>
OptionValue to_option_value(const Value& value) {
  if constexpr (NamedEnum<Value>)
    return std::string(name_of(value));
  else
    return value;
}

template <class Value>
Value from_option_value(const OptionValue& value) {
  if constexpr (NamedEnum<Value>)
    return value_named<Value>(std::get<std::string>(value)).value();
  else
    return std::get<Value>(value);
}

template <auto Member>
auto option_of(std::string_view name, std::string help, OptionDetails details = {}) {
  using Struct = typename MemberOf<Member>::Owner;
  using Value = typename MemberOf<Member>::Value;
  constexpr bool is_optional = MemberOf<Member>::is_optional;
  if constexpr (NamedEnum<Value>) details.choices = names_of<Value>();
  OptionRecord<Struct> record{{std::move(details), name, std::move(help), to_option_value(Value{}), is_optional}};
  record.get = [](const Struct& options) -> std::optional<OptionValue> {
    if constexpr (is_optional)
      return options.*Member ? std::optional(to_option_value(*(options.*Member))) : std::nullopt;
    else
      return to_option_value(options.*Member);
  };
  record.set = [](Struct& options, const OptionValue& value) { options.*Member = from_option_value<Value>(value); };
  return record;
}

// Records that several structs have.

template <auto Member>
auto ties_option() {
  return option_of<Member>(
      "ties",
      "what a tie counts for: half a win each way, nothing (drop), or an error; or ties have a law of their own, "
      "rao-kupper or davidson. auto: rao-kupper for posterior, half for other methods");
}

template <auto Member>
auto component_option() {
  return option_of<Member>("component",
                           "what to rank: everything, the largest connected part, or the largest strongly connected "
                           "part");
}

template <auto Member>
auto level_option(std::string help) {
  return option_of<Member>("level", std::move(help), {.range = {0.5, 0.999}});
}

template <auto Member>
auto seed_option(std::string help) {
  return option_of<Member>("seed", std::move(help), {.placeholder = "S"});
}

template <auto Member>
auto threads_option() {
  return option_of<Member>("threads", "number of threads; 0 = one for each core. It does not change the result",
                           {.range = {0, 4096}, .affects_result = false});
}

}  // namespace pdrank
