// JSON written as it comes, so that a million items need no tree in memory.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "pdrank/io/sink.hpp"

namespace pdrank::io {

// Calls must nest as JSON does. Members of the outermost object, and objects in arrays, each take a line of their own.
// After a bracket everything so far is with the sink.
class JsonWriter {
 public:
  explicit JsonWriter(Sink& sink) : sink_(sink) {}

  void begin_object() { open('{'); }
  void end_object() { close('}'); }
  void begin_array() { open('['); }
  void end_array() { close(']'); }
  void key(std::string_view name);

  void value(std::string_view text);
  void value(const char* text) { value(std::string_view(text)); }
  void value(double number);  // null if it is not finite
  void value(std::uint64_t number);
  void null() { raw("null"); }
  // Null if there is none.
  template <class Value>
  void value(const std::optional<Value>& maybe) {
    using Number = std::conditional_t<std::is_integral_v<Value>, std::uint64_t, Value>;
    if (maybe)
      value(static_cast<Number>(*maybe));
    else
      null();
  }
  void value(const std::vector<std::string>& texts);
  // Text that is JSON already.
  void raw(std::string_view json);

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

  void open(char bracket);
  void close(char bracket);
  void separate(bool before_object = false);
  void break_line();
  void pass_on();
  void pass_on_if_enough();

  Sink& sink_;
  std::string text_;  // not yet passed on
  std::vector<Level> levels_;
  bool after_key_ = false;
};

}  // namespace pdrank::io
