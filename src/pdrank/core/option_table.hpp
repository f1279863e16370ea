// Options described once: a struct of options has a table beside it, with a record for each field that a user can set.
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

// What is known about an option, whatever struct it is in.
struct OptionInfo {
  std::string_view name;                        // snake_case
  std::string help;                             // calls other options by option_named
  std::string_view symbol = {};                 // of the paper; empty where it has none
  double low = -kUnbounded, high = kUnbounded;  // numbers: low <= value <= high
  std::vector<std::string_view> choices = {};   // texts: one of these; with a placeholder, names that others check
  std::string_view placeholder = {};            // for the value in the help: FILE, DIR, NAME, ..
  std::string unset = {};                       // what no value stands for, in words
  double none = -kUnbounded;                    // numbers: this one asks for nothing, and is as good as no value
  bool affects_result = true;                   // false: left out of the result, which does not depend on it
  bool may_be_auto = false;                     // numbers: kAuto is a value too
  OptionValue type = {};                        // some value of its type
  bool is_optional = false;                     // may have no value
};

template <class Struct>
struct OptionRecord : OptionInfo {
  std::optional<OptionValue> (*get)(const Struct&) = nullptr;
  void (*set)(Struct&, const OptionValue&) = nullptr;  // a value of its type that was checked
};

// The options of a struct; specialised beside it.
template <class Struct>
std::span<const OptionRecord<Struct>> option_table();

// The options that the help shows as defaults; specialised where the program fills in some.
template <class Struct>
Struct shown_defaults() {
  return {};
}

// InvalidArgument for a value out of its range, or none of the choices.
void check_value(const OptionInfo& option, const OptionValue& value);

// A value as text, and back. InvalidArgument for a text of the wrong type.
std::string text_of(const OptionInfo& option, const OptionValue& value);
OptionValue parse_value(const OptionInfo& option, std::string_view text);

// Throws InvalidArgument for the first field that is out of its range.
template <class Struct>
void validate(const Struct& options) {
  for (const OptionRecord<Struct>& record : option_table<Struct>())
    if (const std::optional<OptionValue> value = record.get(options)) check_value(record, *value);
}

// The value as text, empty where it has none.
template <class Struct>
std::string option_text(const Struct& options, const OptionRecord<Struct>& record) {
  const std::optional<OptionValue> value = record.get(options);
  return value ? text_of(record, *value) : std::string();
}

// What is used where nobody sets it, as text.
template <class Struct>
std::string default_text(const OptionRecord<Struct>& record) {
  return record.unset.empty() ? option_text(shown_defaults<Struct>(), record) : record.unset;
}

// Whether the caller has set a field that is otherwise decided by the program.
template <class Struct>
bool is_set(const Struct& options, const OptionRecord<Struct>& record) {
  const std::optional<OptionValue> value = record.get(options);
  return record.is_optional && value && text_of(record, *value) != text_of(record, record.none);
}

// Checks the value, then sets the field.
template <class Struct>
void assign(Struct& options, const OptionRecord<Struct>& record, const OptionValue& value) {
  check_value(record, value);
  record.set(options, value);
}

[[noreturn]] void refuse_option(std::string_view name);

// Sets a field from text, as option_text writes it. InvalidArgument for an unknown name or a value that cannot be.
template <class Struct>
void set_option(Struct& options, std::string_view name, std::string_view text) {
  for (const OptionRecord<Struct>& record : option_table<Struct>())
    if (record.name == name) return assign(options, record, parse_value(record, text));
  refuse_option(name);
}

// Making records.

template <class Field>
struct ValueOf {
  using type = Field;
  static constexpr bool is_optional = false;
};
template <class Value>
struct ValueOf<std::optional<Value>> {
  using type = Value;
  static constexpr bool is_optional = true;
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
struct MemberOf;
template <class Struct, class Field, Field Struct::*Member>
struct MemberOf<Member> {
  using struct_type = Struct;
  using field_type = Field;
};

// The record of a field: option_of<&RankOptions::gamma>({.name = "gamma", .help = ..}).
template <auto Member>
auto option_of(OptionInfo info) {
  using Struct = typename MemberOf<Member>::struct_type;
  using Field = typename MemberOf<Member>::field_type;
  using Value = typename ValueOf<Field>::type;
  info.type = to_option_value(Value{});
  info.is_optional = ValueOf<Field>::is_optional;
  if constexpr (NamedEnum<Value>) info.choices = names_of<Value>();
  OptionRecord<Struct> record{std::move(info)};
  record.get = [](const Struct& options) -> std::optional<OptionValue> {
    const Field& field = options.*Member;
    if constexpr (ValueOf<Field>::is_optional)
      return field ? std::optional(to_option_value(*field)) : std::nullopt;
    else
      return to_option_value(field);
  };
  record.set = [](Struct& options, const OptionValue& value) { options.*Member = from_option_value<Value>(value); };
  return record;
}

// Records that several structs have.

template <auto Member>
auto ties_option() {
  return option_of<Member>(
      {.name = "ties", .help = "what a tie counts for: half a win each way, nothing, or an error"});
}

template <auto Member>
auto component_option() {
  return option_of<Member>(
      {.name = "component",
       .help = "what to rank: everything, the largest connected or the largest strongly connected part"});
}

template <auto Member>
auto level_option(std::string_view help) {
  return option_of<Member>({.name = "level", .help = std::string(help), .low = 0.5, .high = 0.999});
}

template <auto Member>
auto seed_option(std::string_view help) {
  return option_of<Member>({.name = "seed", .help = std::string(help), .placeholder = "S"});
}

template <auto Member>
auto threads_option() {
  return option_of<Member>({.name = "threads",
                            .help = "threads; 0 = one for each core. Does not change the result",
                            .low = 0,
                            .high = 4096,
                            .affects_result = false});
}

}  // namespace pdrank
