// JSON written as it comes, so that a million items need no tree in memory.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "pdrank/core/enum_names.hpp"
#include "pdrank/core/fields.hpp"
#include "pdrank/io/write/sink.hpp"

namespace pdrank::io {

// Calls must nest as JSON does. Members of the outermost object, and objects in arrays, each take a line of their own.
// After a bracket everything so far is with the sink.
class JsonWriter {
 public:
  // `on_one_line`: no line breaks at all.
  explicit JsonWriter(Sink& sink, bool on_one_line = false) : sink_(sink), on_one_line_(on_one_line) {}

  // Goes on where the sink already has elements, each on a line of its own, of an array in the outermost object. What
  // stands around them is another writer's.
  static JsonWriter behind_elements(Sink& sink) {
    JsonWriter json(sink);
    json.levels_ = {{.broken = true, .count = 1}, {.is_array = true, .broken = true, .count = 1}};
    return json;
  }

  void begin_object() { open('{'); }
  void end_object() { close('}'); }
  void begin_array() { open('['); }
  void end_array() { close(']'); }
  void key(std::string_view name);

  void null() { raw("null"); }
  void value(std::string_view text);
  void value(NamedEnum auto named) { value(name_of(named)); }
  template <class Number>
  requires std::is_arithmetic_v<Number>
  void value(Number number) {
    if constexpr (std::is_same_v<Number, bool>)
      raw(number ? "true" : "false");
    else if constexpr (std::is_floating_point_v<Number>)
      write_double(number);
    else if constexpr (std::is_signed_v<Number>)
      write_integer(std::int64_t{number});
    else
      write_integer(std::uint64_t{number});
  }
  // Null if there is none.
  template <class Value>
  void value(const std::optional<Value>& maybe) {
    if (maybe)
      value(*maybe);
    else
      null();
  }
  template <class Value>
  void value(const std::vector<Value>& values) {
    begin_array();
    for (const Value& one : values) value(one);
    end_array();
  }
  // By name.
  void value(const std::vector<std::pair<std::string, double>>& figures) {
    begin_object();
    for (const auto& [name, number] : figures) member(name, number);
    end_object();
  }
  template <HasFields Record>
  void value(const Record& record) {
    begin_object();
    members(record);
    end_object();
  }
  // Text that is JSON already.
  void raw(std::string_view json);

  // Every field of a record.
  template <HasFields Record>
  void members(const Record& record) {
    for_each_value(record, [&](std::string_view name, const auto& of_name) { member(name, of_name); });
  }

  template <class Value>
  void member(std::string_view name, const Value& of_name) {
    key(name);
    value(of_name);
  }

 private:
  struct Level {
    bool is_array = false;
    bool broken = false;  // has elements on lines of their own
    std::size_t count = 0;
  };

  void write_double(double number);  // null if it is not finite
  void write_integer(std::int64_t number);
  void write_integer(std::uint64_t number);
  void open(char bracket);
  void close(char bracket);
  void separate(bool before_object = false);
  void break_line();
  void pass_on();
  void pass_on_if_enough();

  Sink& sink_;
  const bool on_one_line_;
  std::string text_;  // not yet passed on
  std::vector<Level> levels_;
  bool after_key_ = false;
};

}  // namespace pdrank::io
